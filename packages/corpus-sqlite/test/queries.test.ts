import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { piEntries, piReply, piUser } from "./log-records.ts";
import { addresses, piPath, testHome } from "./open-test-corpus.ts";
import { type TestEngine, testEngine } from "./open-test-engine.ts";

const texts = [
  "please don't panic", // 1
  "the server said error-401 again", // 2
  "look at src/foo-bar.ts first", // 3
  "most of it is written in C++ here", // 4
  "this closes #1234 for good", // 5
  "login as user@host was refused", // 6
  "rename foo_bar_baz everywhere", // 7
  "who calls getUserName now", // 8
  "see Downloads/transcripts for more", // 9
  "tx.draft and next/diff.ts and R6 and foo::bar", // 10
  "an x OR y question, NEAR( here, NOT there", // 11
  "parseConfigFile reads it", // 12
  "config_file is read", // 13
  'he said "quoted words" twice', // 14
  "café is where Zürich's naïve coder sat", // 15
  "the lambda timeout", // 16
  "do not worry", // 17
  "use this one", // 18
  "find that one", // 19
  "body:plain and meta:plain and -minus ^caret {brace}", // 20
];

const many = 2000;
let engine: TestEngine;
const home = testHome(afterAll);

beforeAll(() => {
  home.write(piPath("words"), piEntries("words", texts.map(piUser)));
  for (let number = 0; number < 8; number++) {
    home.write(piPath(`code${number}`), piEntries(`code${number}`, [piUser(`the word is zebracode${number}`)]));
  }
  const notes = Array.from({ length: many }, (_, index) =>
    piUser(`the pipeline of deployment ${index} failed with quota-507 in 部署流程 today`),
  );
  home.write(piPath("many"), piEntries("many", notes));
  home.write(piPath("reply"), piEntries("reply", [piUser("how did it go"), piReply("it answered status:500 at once")]));
  engine = testEngine(home);
  expect(engine.refresh().failure).toBe(null);
});
afterAll(() => engine.close());

/** Seqs in the session of many words. */
const words = (query: string): readonly number[] =>
  engine
    .search(query)
    .filter((address) => address.startsWith("pi:words:"))
    .map((address) => Number(address.split(":")[2]))
    .sort((one, other) => one - other);

describe("punctuation in a query", () => {
  it.each<[query: string, seqs: readonly number[]]>([
    ["don't", [1]],
    ["error-401", [2]],
    ["401", [2]],
    ["foo-bar.ts", [3]],
    ["src/foo-bar.ts", [3]],
    ["C++", [4]],
    ["#1234", [5]],
    ["user@host", [6]],
    ["bar_baz", [7]],
    ["foo_bar_baz", [7]],
    ["Downloads/transcripts", [9]],
    ["tx.draft", [10]],
    ["next/diff.ts", [10]],
    ["R6", [10]],
    // A phrase whatever stands between its words.
    ["foo::bar", [3, 7, 10]],
  ])("%s is a phrase of its parts", (query, seqs) => {
    expect(words(query)).toEqual(seqs);
  });

  it("keeps parts together and in order", () => {
    expect(words("transcripts/Downloads")).toEqual([]);
    expect(words("diff.next")).toEqual([]);
  });
});

describe("signs of the engine's own language", () => {
  it.each<[query: string, seqs: readonly number[]]>([
    ["NEAR(", [11]],
    ["x OR", [11]],
    ["x OR y", [11]],
    ["NOT there", [11]],
    ["body:plain", [20]],
    ["-minus", [20]],
    ["^caret", [20]],
    ["{brace}", [20]],
    ["meta:plain", [20]],
    ["parts:plain", []],
    ["(lambda AND", []],
    ["lambda'", [16]],
    ["lambda; DROP TABLE text", []],
  ])("%s is words", (query, seqs) => {
    expect(words(query)).toEqual(seqs);
  });

  it("AND is a word", () => {
    expect(words("AND")).toEqual([10, 20]);
  });

  it.each(["*", '"', '""', "(", "+ - ~", "…", " "])("%j has nothing to search for, and says so", (query) => {
    expect(() => engine.ask({ query })).toThrow(expect.objectContaining({ _tag: "InvalidQuery" }));
  });

  it("NUL is refused", () => {
    expect(() => engine.ask({ query: "lambda\0" })).toThrow(expect.objectContaining({ _tag: "InvalidQuery" }));
  });

  it("an open quote is a phrase to the end", () => {
    expect(words('"quoted words')).toEqual([14]);
    expect(words('"words quoted')).toEqual([]);
  });

  it("a trailing star is the beginning of a word, any other a sign", () => {
    expect(words("lamb*")).toEqual([16]);
    expect(words("*amb")).toEqual([]);
    expect(words("lam*da")).toEqual([]);
  });
});

describe("identifiers", () => {
  it.each<[query: string, seqs: readonly number[]]>([
    ["getUser", [8]],
    ["UserName", [8]],
    ["getusername", [8]],
    ["user name", [8]],
    ["GETUSERNAME", [8]],
    ["getUserN*", [8]],
  ])("%s is found in getUserName", (query, seqs) => {
    expect(words(query)).toEqual(seqs);
  });

  it("words find both spellings of a name, the exact words first", () => {
    expect(engine.search("config file").slice(0, 2)).toEqual(["pi:words:13", "pi:words:12"]);
    expect(words("parse config")).toEqual([12]);
  });
});

it("case and diacritics fold in text and query", () => {
  for (const query of ["cafe", "CAFÉ", "cafe\u0301", "zurich", "naive"]) expect(words(query)).toEqual([15]);
});

describe("precision", () => {
  it("an exact word gives the session that holds it and no other", () => {
    for (let number = 0; number < 8; number++) {
      expect(engine.search(`zebracode${number}`)).toEqual([`pi:code${number}:1`]);
    }
    expect(engine.search("zebracode8")).toEqual([]);
  });

  it("words that stand apart in unrelated messages are no hit; the answer says what would be", () => {
    const { hits, coverage } = engine.ask({ query: "DO NOT USE FIND /", sessions: { ids: ["pi:words"] } });
    expect(hits).toEqual([]);
    expect(coverage.missingTerms).toEqual([]);
    expect(coverage.largestSubset).toEqual({ terms: ["DO", "NOT"], count: 1 });
  });

  it("a question of many words is never relaxed without a word", () => {
    const { hits, coverage } = engine.ask({
      query: "how did we debug the lambda timeout",
      sessions: { ids: ["pi:words"] },
    });
    expect(hits).toEqual([]);
    expect(coverage.missingTerms).toEqual(["how", "did", "we", "debug"]);
    expect(coverage.largestSubset).toEqual({ terms: ["the", "lambda", "timeout"], count: 1 });
  });
});

describe("many matches", () => {
  it("all are reached, page by page, each once", () => {
    for (const query of ["quota-507", "部署流程"]) {
      const seen = new Set<string>();
      let cursor: string | null = null;
      do {
        const page = engine.ask({ query, limit: 100, ...(cursor === null ? {} : { cursor }) });
        expect(page.hits.length).toBeLessThanOrEqual(100);
        for (const address of addresses(page)) seen.add(address);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen.size).toBe(many);
    }
  });

  it("a page of a common word is bounded, and all terms are required", () => {
    const page = engine.ask({ query: "pipeline" });
    expect(page.hits).toHaveLength(20);
    expect(page.nextCursor).not.toBe(null);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(40_000);
    expect(engine.search("deployment 1432")).toEqual(["pi:many:1433"]);
    expect(() => engine.ask({ query: "pipeline", limit: 101 })).toThrow(
      expect.objectContaining({ _tag: "InvalidLimit" }),
    );
  });
});

it("replies are searched as prompts are", () => {
  expect(engine.search("status:500")).toEqual(["pi:reply:2"]);
});
