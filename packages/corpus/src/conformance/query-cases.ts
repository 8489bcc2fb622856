/** Owns what a query must find and must not find. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { codeOf, type OpenCorpus } from "./open-corpus.ts";
import { assistant, result, user } from "./sample-log.ts";

export const queryCases = (open: OpenCorpus): void => {
  it("finds a word in every kind of event, titles, calls and results among them", async () => {
    const corpus = await open({
      id: "a",
      records: [
        user("apple"),
        assistant("banana", { calls: [{ id: "c1", name: "bash", arguments: '{"command":"cherry"}' }] }),
        result("status:500 durian", "c1"),
        { type: "title", text: "elderberry" },
        { type: "compaction", text: "fig" },
        { type: "injected", text: "grape" },
      ],
    });
    for (const [query, address] of [
      ["apple", "a:1"],
      ["banana", "a:2"],
      ["cherry", "a:3"],
      ["bash", "a:3"],
      ["durian", "a:4"],
      ["status:500", "a:4"],
      ["elderberry", "a:5"],
      ["fig", "a:6"],
      ["grape", "a:7"],
    ] as const) {
      expect(await corpus.find(query), query).toEqual([address]);
    }
  });

  it("requires every term, in one event", async () => {
    const corpus = await open({ id: "a", records: [user("red blue"), user("red"), user("blue")] });
    expect(await corpus.find("red blue")).toEqual(["a:1"]);
    expect(await corpus.find("blue   red")).toEqual(["a:1"]);
    expect(await corpus.find("red green")).toEqual([]);
  });

  it("finds an exact token and nothing that only looks like it", async () => {
    const corpus = await open({
      id: "a",
      records: [0, 1, 2, 3, 4, 5, 6, 7].map((number) => user(`the code is zebracode${number}`)),
    });
    expect(await corpus.find("zebracode7")).toEqual(["a:8"]);
    expect(await corpus.find("zebracode")).toEqual([]);
    expect((await corpus.find("zebracode*")).length).toBe(8);
  });

  it("takes quoted words as a phrase and a trailing star as the beginning of a word", async () => {
    const corpus = await open({
      id: "a",
      records: [user("one two three"), user("two one three"), user("three one twofold")],
    });
    expect(await corpus.find('"one two"')).toEqual(["a:1"]);
    expect((await corpus.find('"one two"*')).toSorted()).toEqual(["a:1", "a:3"]);
    expect((await corpus.find("thr*")).length).toBe(3);
    expect(await corpus.find('"three one"')).toEqual(["a:3"]);
  });

  it("takes a term with punctuation as the phrase of its parts", async () => {
    const corpus = await open({
      id: "a",
      records: [
        user("see tx.draft here"),
        user("in next/diff.ts"),
        user("resistor R6"),
        user("std foo::bar"),
        user("issue #123"),
        user("from Downloads/transcripts"),
        user("answered error-401"),
        user("draft tx, diff next, bar foo, transcripts Downloads, 401 error"),
      ],
    });
    expect(await corpus.find("tx.draft")).toEqual(["a:1"]);
    expect(await corpus.find("next/diff.ts")).toEqual(["a:2"]);
    expect(await corpus.find("R6")).toEqual(["a:3"]);
    expect(await corpus.find("foo::bar")).toEqual(["a:4"]);
    expect(await corpus.find("#123")).toEqual(["a:5"]);
    expect(await corpus.find("Downloads/transcripts")).toEqual(["a:6"]);
    expect(await corpus.find("error-401")).toEqual(["a:7"]);
  });

  it("folds case and diacritics, in the query and in the text", async () => {
    const corpus = await open({ id: "a", records: [user("Crème BRÛLÉE"), user("creme brulee"), user("naïve")] });
    expect((await corpus.find("CRÈME brulee")).toSorted()).toEqual(["a:1", "a:2"]);
    expect(await corpus.find("naive")).toEqual(["a:3"]);
    expect(await corpus.find("nai\u0308ve")).toEqual(["a:3"]);
  });

  it("finds any substring of text without spaces between words", async () => {
    const corpus = await open({
      id: "a",
      records: [
        user("修改youer服务端的计划"),
        user("步2 重跑gen-itgc后50条,悬空"),
        user("東京タワーに行く"),
        user("한국어를 배우다"),
        user("สวัสดีครับ"),
      ],
    });
    for (const [query, address] of [
      ["youer", "a:1"],
      ["服务", "a:1"],
      ["的计", "a:1"],
      ["itgc", "a:2"],
      ["gen-itgc", "a:2"],
      ["悬空", "a:2"],
      ["京タ", "a:3"],
      ["국어", "a:4"],
      ["วัสดี", "a:5"],
    ] as const) {
      expect(await corpus.find(query), query).toEqual([address]);
    }
    expect(await corpus.find("务服")).toEqual([]);
  });

  it("finds a CJK word in every message that holds it, spaces around it or not", async () => {
    const records = Array.from({ length: 16 }, (_, index) =>
      user(index < 2 ? `我 昨晚 写的 ${index}` : `我昨晚写的${index}`),
    );
    const corpus = await open({ id: "a", records });
    expect((await corpus.find("昨晚")).length).toBe(16);
  });

  it("finds the parts of identifiers, exact words first", async () => {
    const corpus = await open({
      id: "a",
      records: [
        user("call parseConfigFile now"),
        user("see config_file now"),
        user("the config file now"),
        user("no such thing"),
      ],
    });
    expect((await corpus.find("config file")).toSorted()).toEqual(["a:1", "a:2", "a:3"]);
    expect((await corpus.find("config file")).at(-1)).toBe("a:1");
    expect(await corpus.find("ConfigFile")).toEqual(["a:1"]);
    expect(await corpus.find("parseConfigFile")).toEqual(["a:1"]);
    expect(await corpus.find("parseconfigfile")).toEqual(["a:1"]);
  });

  it("takes what an engine would read as syntax as plain words", async () => {
    const corpus = await open({
      id: "a",
      records: [user("x OR y AND z"), user("NEAR the end"), user("body: column"), user("plain x")],
    });
    expect(await corpus.find("x OR")).toEqual(["a:1"]);
    expect(await corpus.find("AND")).toEqual(["a:1"]);
    expect(await corpus.find("NEAR(")).toEqual(["a:2"]);
    expect(await corpus.find("NOT x")).toEqual([]);
    expect(await corpus.find("body:column")).toEqual(["a:3"]);
    expect((await corpus.find('x"')).toSorted()).toEqual(["a:1", "a:4"]);
    expect((await corpus.find("^x")).toSorted()).toEqual(["a:1", "a:4"]);
    expect((await corpus.find("(x)")).toSorted()).toEqual(["a:1", "a:4"]);
  });

  it("refuses a query in which nothing is left to search for, and one with a NUL", async () => {
    const corpus = await open({ id: "a", records: [user("x")] });
    for (const query of ["", "   ", '"', "*", "***", "/", '""', "x\0y"]) {
      expect(await codeOf(corpus.query.searchCorpus({ query })), JSON.stringify(query)).toBe("invalid_query");
      expect(await codeOf(corpus.query.searchSessions({ query }))).toBe("invalid_query");
      expect(await codeOf(corpus.query.searchEvents({ session: "sample:a", query }))).toBe("invalid_query");
    }
  });

  it("answers any string, or refuses it as an invalid query", async () => {
    const corpus = await open({ id: "a", records: [user("AND OR NOT NEAR a b c 漢字 ünïcode parseFile")] });
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom("AND", "OR", "NOT", "NEAR(", '"', "*", "^", "{body}", ":", "a", "漢", "'", "--", ";", "-a", "+a"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 4 }), async (pieces) => {
        const answer = await corpus.query.searchCorpus({ query: pieces.join(" ") }).catch((error: unknown) => error);
        expect(answer instanceof Error ? (answer as { code?: string }).code : "answered").toMatch(
          /^(answered|invalid_query)$/,
        );
      }),
      { numRuns: 60 },
    );
  });

  it("finds what stands at the end of a very long text", async () => {
    const filler = "lorem ipsum dolor sit amet ".repeat(100_000);
    const corpus = await open({
      id: "a",
      records: [user("before"), assistant(`${filler} needle in the end`), user("after")],
    });
    expect(await corpus.find("needle")).toEqual(["a:2"]);
    const { hits } = await corpus.query.searchCorpus({ query: "needle" });
    expect(hits[0]?.event.excerpt.text).toContain("needle in the end");
    expect(await corpus.find("after")).toEqual(["a:3"]);
  });
};
