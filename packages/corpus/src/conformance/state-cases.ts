/** Owns what a hit says of itself: branch, surface, echo, copies, the caller's context. */
import { expect, it } from "vitest";
import type { EventHit } from "../results.ts";
import type { OpenCorpus, TestCorpus } from "./open-corpus.ts";
import { assistant, result, type SampleLog, type SampleRecord, user } from "./sample-log.ts";

const hit = async (corpus: TestCorpus, query: string, caller?: string): Promise<EventHit | undefined> => {
  const { hits } = await corpus.query.searchCorpus({
    query,
    ...(caller !== undefined && { caller: { session: caller } }),
  });
  return hits[0]?.event;
};

/** `first` and `second` as records with keys that copies keep. */
const shared = (...texts: readonly string[]): readonly SampleRecord[] =>
  texts.map((text, index) => user(text, { key: `shared.${index + 1}`, time: 1000 * (index + 1) }));

const original: SampleLog = {
  id: "a",
  created: 1000,
  records: [...shared("apple", "banana"), user("cherry", { time: 2500 })],
};

export const stateCases = (open: OpenCorpus): void => {
  it("tells an abandoned branch from the active one", async () => {
    const corpus = await open({
      id: "a",
      records: [
        user("root", { key: "r", parent: null }),
        user("abandoned", { key: "x", parent: "r" }),
        user("chosen", { key: "y", parent: "r" }),
      ],
    });
    expect(await hit(corpus, "abandoned")).toMatchObject({ branch: "inactive", surface: "shadowed" });
    expect(await hit(corpus, "chosen")).toMatchObject({ branch: "active", surface: "current" });
    expect(await corpus.find("abandoned", { events: { branches: ["active"] } })).toEqual([]);
    expect(await corpus.find("abandoned", { events: { branches: ["inactive"] } })).toEqual(["a:2"]);
    expect(await corpus.find("root", { events: { branches: ["inactive"] } })).toEqual([]);
  });

  it("tells what a compaction took out of context", async () => {
    const corpus = await open({
      id: "a",
      records: [
        user("early"),
        user("kept", { key: "k" }),
        { type: "compaction", text: "summary", keep: "k" },
        user("late"),
        { type: "title", text: "name" },
      ],
    });
    expect(await hit(corpus, "early")).toMatchObject({ surface: "shadowed", branch: "active", beforeCompaction: true });
    expect(await hit(corpus, "kept")).toMatchObject({ surface: "current", beforeCompaction: false });
    expect(await hit(corpus, "summary")).toMatchObject({ surface: "current", beforeCompaction: false });
    expect(await hit(corpus, "name")).toMatchObject({ surface: "log-only" });
    expect(await corpus.find("early", { events: { surfaces: ["current"] } })).toEqual([]);
    expect(await corpus.find("early", { events: { surfaces: ["shadowed"] } })).toEqual(["a:1"]);
    expect(await corpus.find("early", { events: { surfaces: ["shadowed"], branches: ["active"] } })).toEqual(["a:1"]);
  });

  it("leaves results of its own tools out of searches, and counts them", async () => {
    const corpus = await open({
      id: "a",
      records: [
        assistant("", { calls: [{ id: "c", name: "session_search", arguments: "{}" }], time: 1000 }),
        result("zebra", "c", { echo: true, time: 2000 }),
        user("zebra", { time: 3000 }),
      ],
    });
    const search = (echo?: "exclude" | "include" | "only") =>
      corpus.query.searchCorpus({ query: "zebra", ...(echo !== undefined && { events: { echo } }) });
    const plain = await search();
    expect(plain.hits.map(({ event }) => [event.seq, event.echo])).toEqual([[4, false]]);
    expect(plain.coverage.echoes).toBe(1);
    const all = await search("include");
    expect(all.hits.map(({ event }) => event.seq).toSorted()).toEqual([3, 4]);
    expect(all.coverage.echoes).toBe(0);
    expect((await search("only")).hits.map(({ event }) => [event.seq, event.echo])).toEqual([[3, true]]);
    const late = await corpus.query.searchCorpus({ query: "zebra", events: { time: { from: 2500 } } });
    expect(late.coverage.echoes).toBe(0);
    const exact = await corpus.query.filterEvents({ session: "sample:a", text: "zebra" });
    expect(exact.events.map((event) => event.seq)).toEqual([3, 4]);
  });

  it("names a result's call, its tool and that its output was cut", async () => {
    const corpus = await open({
      id: "a",
      records: [
        assistant("", { calls: [{ id: "c", name: "bash", arguments: "ls" }] }),
        result("zebra", "c", { truncated: true, author: "runner" }),
      ],
    });
    const found = await hit(corpus, "zebra");
    expect(found).toMatchObject({ seq: 3, callSeq: 2, truncated: true, role: "tool", author: "runner", key: "a.2" });
    expect(found?.tool?.name).toBe("bash");
  });

  it("names the parent of a subagent's events", async () => {
    const corpus = await open(
      { id: "a", records: [user("root")] },
      { id: "b", parent: { kind: "subagent", id: "a" }, records: [user("zebra")] },
      { id: "c", parent: { kind: "handoff", id: "a" }, records: [user("lion")] },
    );
    expect(await hit(corpus, "zebra")).toMatchObject({ session: "sample:b", subagentOf: "sample:a" });
    expect(await hit(corpus, "lion")).toMatchObject({ session: "sample:c", subagentOf: null });
  });

  it("finds copied history once, at its original, whether or not the copy says whose it is", async () => {
    for (const parent of [{ parent: { kind: "fork", id: "a" } as const }, {}]) {
      const fork: SampleLog = {
        id: "b",
        created: 2000,
        ...parent,
        records: [...shared("apple", "banana"), user("durian", { time: 9000 })],
      };
      const corpus = await open(original, fork);
      expect(await corpus.find("apple")).toEqual(["a:1"]);
      expect(await corpus.find("banana")).toEqual(["a:2"]);
      expect(await corpus.find("cherry")).toEqual(["a:3"]);
      expect(await corpus.find("durian")).toEqual(["b:3"]);
      const copy = await corpus.query.readEvent({ session: "sample:b", seq: 2 });
      expect(copy.event).toMatchObject({ document: "banana", copyOf: { session: "sample:a", seq: 2 } });
    }
  });

  it("finds the copy where only the copy is in scope", async () => {
    const corpus = await open(original, {
      id: "b",
      cwd: "/home/dev/fork",
      created: 2000,
      parent: { kind: "fork", id: "a" },
      records: [...shared("apple", "banana"), user("durian", { time: 9000 })],
    });
    const { hits } = await corpus.query.searchEvents({ session: "sample:b", query: "banana" });
    expect(hits.map((one) => [one.session, one.seq, one.copyOf])).toEqual([
      ["sample:b", 2, { session: "sample:a", seq: 2 }],
    ]);
    expect(await corpus.find("apple", { sessions: { cwds: ["/home/dev/fork"] } })).toEqual(["b:1"]);
    expect(await corpus.find("apple", { sessions: { excludeIds: ["sample:a"] } })).toEqual(["b:1"]);
  });

  it("follows a chain of copies to the first, and finds each session's own words once", async () => {
    const corpus = await open(
      original,
      { id: "b", created: 2000, records: [...shared("apple", "banana", "fig"), user("grape", { time: 20_000 })] },
      { id: "c", created: 3000, records: [...shared("apple", "banana", "fig"), user("kiwi", { time: 30_000 })] },
    );
    expect(await corpus.find("apple")).toEqual(["a:1"]);
    expect(await corpus.find("fig")).toEqual(["b:3"]);
    expect(await corpus.find("kiwi")).toEqual(["c:4"]);
    const apple = await corpus.query.readEvent({ session: "sample:c", seq: 1 });
    expect(apple.event.copyOf).toEqual({ session: "sample:a", seq: 1 });
    const fig = await corpus.query.readEvent({ session: "sample:c", seq: 3 });
    expect(fig.event.copyOf).toEqual({ session: "sample:b", seq: 3 });
  });

  it("loses nothing where two sessions name each other as parent", async () => {
    const corpus = await open(
      { id: "a", parent: { kind: "fork", id: "b" }, records: shared("apple", "banana") },
      { id: "b", parent: { kind: "fork", id: "a" }, records: shared("apple", "banana") },
    );
    expect((await corpus.find("apple")).length).toBe(1);
    expect((await corpus.find("banana")).length).toBe(1);
  });

  it("says whether the caller still has an event in its context, copies included", async () => {
    const corpus = await open(
      original,
      {
        id: "b",
        created: 2000,
        parent: { kind: "fork", id: "a" },
        records: [
          ...shared("apple", "banana"),
          { type: "compaction", text: "summary", keep: "shared.2" },
          user("durian", { time: 9000 }),
        ],
      },
      { id: "c", created: 3000, parent: { kind: "fork", id: "b" }, records: shared("apple", "banana") },
    );
    expect((await hit(corpus, "banana"))?.inContext).toBeNull();
    expect((await hit(corpus, "banana", "sample:nobody"))?.inContext).toBeNull();
    expect((await hit(corpus, "banana", "sample:a"))?.inContext).toBe(true);
    expect((await hit(corpus, "apple", "sample:b"))?.inContext).toBe(false);
    expect((await hit(corpus, "banana", "sample:b"))?.inContext).toBe(true);
    expect((await hit(corpus, "cherry", "sample:b"))?.inContext).toBe(false);
    expect((await hit(corpus, "apple", "sample:c"))?.inContext).toBe(true);
  });
};
