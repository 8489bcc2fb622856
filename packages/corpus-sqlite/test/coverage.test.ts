import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, linesOf, piEntries, piId, piUser } from "./log-records.ts";
import { addresses, piPath, testHome } from "./open-test-corpus.ts";
import { type TestEngine, testEngine } from "./open-test-engine.ts";

let engine: TestEngine;
const home = testHome(afterAll);
const many = 10_050;

beforeAll(() => {
  // Larger than what is indexed in one piece, several times over.
  const long = `otter ${"lorem ipsum ".repeat(400_000)} badger`;
  home.write(piPath("long"), piEntries("long", [piUser(long), piUser("otter alone"), piUser("lorem alone")]));
  home.write(
    piPath("outside"),
    piEntries("outside", [piUser("lorem outside"), piUser("a heron outside")], { cwd: "/b" }),
  );
  home.write(
    piPath("many"),
    piEntries(
      "many",
      Array.from({ length: many }, (_, index) => piUser(`heron ${index}`)),
      { cwd: "/c" },
    ),
  );
  const shared = [piUser("the lambda is in the copied history")];
  home.write(piPath("parent"), piEntries("parent", shared, { cwd: "/d" }));
  home.write(
    piPath("fork"),
    linesOf([
      { type: "session", version: 3, id: "fork", timestamp: at(50), cwd: "/e", parentSession: "parent" },
      ...piEntries("parent", shared).trimEnd().split("\n").slice(1),
      { ...piUser("its own giraffe"), id: "fork-2", parentId: piId("parent", 1), timestamp: at(60) },
    ]),
  );
  const question = ["how", "did", "we", "debug", "this", "timeout", "after", "lunch", "yesterday"];
  home.write(
    piPath("question"),
    piEntries("question", [...question.map((word) => piUser(`${word} apart`)), piUser("debug this timeout")]),
  );
  engine = testEngine(home);
  expect(engine.refresh().failure).toBe(null);
});
afterAll(() => engine.close());

describe("a text of several megabytes", () => {
  it("counts as one match of what a filter hides", () => {
    const page = engine.ask({ query: "lorem", sessions: { cwds: ["/b"] }, countHidden: true });
    expect(addresses(page)).toEqual(["pi:outside:1"]);
    expect(page.coverage).toMatchObject({ hidden: 2, hiddenCapped: false });
  });

  it("holds terms together that stand far apart in it", () => {
    expect(engine.search("otter badger")).toEqual(["pi:long:1"]);
    const { coverage } = engine.ask({ query: "otter badger wolverine" });
    expect(coverage).toMatchObject({
      missingTerms: ["wolverine"],
      largestSubset: { terms: ["otter", "badger"], count: 1 },
    });
  });
});

describe("more matches in scope than are ranked", () => {
  it("are no matches elsewhere", () => {
    const page = engine.ask({ query: "heron", sessions: { cwds: ["/c"] }, countHidden: true });
    expect(page.coverage).toMatchObject({ windowed: true, hidden: 1, hiddenCapped: false });
  });
});

describe("a fork that is searched alone", () => {
  const inFork = (query: string) => engine.ask({ query, sessions: { ids: ["pi:fork"] }, countHidden: true });

  it("is not said to lack what it copied", () => {
    expect(addresses(inFork("lambda"))).toEqual(["pi:fork:1"]);
    expect(inFork("lambda wolverine").coverage).toMatchObject({
      missingTerms: ["wolverine"],
      largestSubset: { terms: ["lambda"], count: 1 },
    });
    expect(inFork("lambda giraffe").coverage.missingTerms).toEqual([]);
  });

  it("does not count the original of a shown copy as hidden", () => {
    expect(inFork("lambda").coverage.hidden).toBe(0);
  });
});

it("a question of words that are all known somewhere is told its largest part that one event holds", () => {
  const { hits, coverage } = engine.ask({
    query: "how did we debug this timeout after lunch yesterday",
    sessions: { ids: ["pi:question"] },
  });
  expect(hits).toEqual([]);
  expect(coverage).toMatchObject({
    missingTerms: [],
    largestSubset: { terms: ["debug", "this", "timeout"], count: 1 },
  });
});
