/** Owns what an answer says of what it covers: nothing is left out in silence. */
import { expect, it } from "vitest";
import type { SearchRequest } from "../requests.ts";
import type { OpenCorpus, TestCorpus } from "./open-corpus.ts";
import { result, user } from "./sample-log.ts";

const coverage = async (corpus: TestCorpus, request: SearchRequest) =>
  (await corpus.query.searchCorpus(request)).coverage;

export const coverageCases = (open: OpenCorpus): void => {
  it("says how many sessions and events were searched", async () => {
    const corpus = await open(
      { id: "a", cwd: "/one", records: [user("x"), user("y")] },
      { id: "b", cwd: "/two", records: [user("x"), user("y"), user("z")] },
    );
    expect(await coverage(corpus, { query: "x" })).toMatchObject({ sessions: 2, events: 5, behind: 0, skipped: [] });
    const scoped = { query: "x", sessions: { cwds: ["/two"] } };
    expect(await coverage(corpus, scoped)).toMatchObject({ sessions: 1, events: 3 });
    expect((await corpus.query.listSessions({ cwds: ["/one"] })).coverage).toMatchObject({ sessions: 1, events: 2 });
    const page = await corpus.query.searchEvents({ session: "sample:b", query: "x" });
    expect(page.coverage).toMatchObject({ sessions: 1, events: 3 });
  });

  it("names the terms that are found nowhere, and the largest part of the query that is", async () => {
    const corpus = await open({
      id: "a",
      records: [user("lambda timeout"), user("the lambda timeout again"), user("we did debug")],
    });
    const nothing = await coverage(corpus, { query: "how did we debug the lambda timeout" });
    expect(nothing.missingTerms).toEqual(["how"]);
    expect(nothing.largestSubset).toEqual({ terms: ["did", "we", "debug"], count: 1 });
    const apart = await coverage(corpus, { query: "debug lambda timeout" });
    expect(apart.missingTerms).toEqual([]);
    expect(apart.largestSubset).toEqual({ terms: ["lambda", "timeout"], count: 2 });
    const missing = await coverage(corpus, { query: "zebra" });
    expect(missing).toMatchObject({ missingTerms: ["zebra"], largestSubset: null });
    expect(await coverage(corpus, { query: "debug" })).toMatchObject({ missingTerms: [], largestSubset: null });
  });

  it("looks for missing terms only in scope", async () => {
    const corpus = await open(
      { id: "a", cwd: "/one", records: [user("zebra")] },
      { id: "b", cwd: "/two", records: [user("lion")] },
    );
    const scoped = await coverage(corpus, { query: "zebra lion", sessions: { cwds: ["/one"] } });
    expect(scoped.missingTerms).toEqual(["lion"]);
    expect(scoped.largestSubset).toEqual({ terms: ["zebra"], count: 1 });
  });

  it("counts what session filters hid, only where that is asked", async () => {
    const corpus = await open(
      { id: "a", cwd: "/one", records: [user("zebra")] },
      { id: "b", cwd: "/two", records: [user("zebra"), user("zebra"), result("zebra", "none", { echo: true })] },
    );
    const request = { query: "zebra", sessions: { cwds: ["/one"] } };
    expect((await coverage(corpus, request)).hidden).toBeNull();
    expect(await coverage(corpus, { ...request, countHidden: true })).toMatchObject({ hidden: 2, hiddenCapped: false });
  });

  it("counts matches that a time filter leaves out because they have no time", async () => {
    const corpus = await open({
      id: "a",
      records: [user("zebra", { time: 1000 }), user("zebra", { time: null }), user("zebra", { time: 9000 })],
    });
    expect((await coverage(corpus, { query: "zebra" })).untimed).toBe(0);
    const timed = { query: "zebra", events: { time: { from: 5000 } } };
    expect(await corpus.find("zebra", timed)).toEqual(["a:3"]);
    expect((await coverage(corpus, timed)).untimed).toBe(1);
    const early = { query: "zebra", events: { time: { from: 5000 }, seq: { to: 1 } } };
    expect((await coverage(corpus, early)).untimed).toBe(0);
  });

  it("names each source that gives less than it holds, and searches the rest", async () => {
    const corpus = await open({ id: "a", records: [user("zebra")] });
    corpus.append("a", "{ this is no record }\n");
    corpus.writeFile(".sample/other.jsonl", '{"kind":"nobody knows"}\n{"kind":"nobody knows"}\n');
    corpus.writeFile(".sample/header.jsonl", '{"type":"session","id":"header"}\n');
    corpus.writeFile(
      ".sample/newer.jsonl",
      '{"type":"session","id":"newer","version":99}\n{"type":"user","key":"k"}\n',
    );
    corpus.write({ id: "b", records: [user("zebra")] });
    await corpus.refresh();
    const { skipped } = await coverage(corpus, { query: "zebra" });
    const reasons = skipped.map((one) => [one.source.split("/").at(-1), one.reason]).toSorted();
    expect(reasons).toEqual([
      ["a.jsonl", "malformed"],
      ["header.jsonl", "empty"],
      ["newer.jsonl", "unsupported"],
      ["other.jsonl", "unknown"],
    ]);
    expect((await corpus.find("zebra")).toSorted()).toEqual(["a:1", "b:1"]);
  });

  it("takes the larger of two files of one session, and names the other", async () => {
    const corpus = await open({ id: "a", records: [user("zebra"), user("lion")] });
    corpus.writeFile(
      ".sample/older/copy.jsonl",
      '{"type":"session","id":"a"}\n{"type":"user","key":"k","text":"zebra"}\n',
    );
    await corpus.refresh();
    const { sessions, coverage: seen } = await corpus.query.listSessions();
    expect(sessions.map((session) => [session.session, session.events])).toEqual([["sample:a", 2]]);
    expect(seen.skipped.map((one) => [one.source.split("/").at(-1), one.reason])).toEqual([
      ["copy.jsonl", "duplicate"],
    ]);
  });

  it("answers, empty and without an error, where there is no session at all", async () => {
    const corpus = await open();
    const page = await corpus.query.searchSessions({ query: "zebra" });
    expect(page).toMatchObject({
      hits: [],
      nextCursor: null,
      coverage: { sessions: 0, events: 0, missingTerms: ["zebra"] },
    });
    expect((await corpus.query.listSessions()).sessions).toEqual([]);
  });
};
