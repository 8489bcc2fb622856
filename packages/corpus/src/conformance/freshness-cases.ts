/** Owns that each query sees what is on disk now, that addresses stay, and what live sessions add. */
import * as Effect from "effect/Effect";
import { expect, it } from "vitest";
import type { CorpusChange } from "../results.ts";
import { codeOf, type OpenCorpus } from "./open-corpus.ts";
import { type SampleLog, sampleLines, sampleStart, user } from "./sample-log.ts";

export const freshnessCases = (open: OpenCorpus): void => {
  it("finds what was appended since the last query, with the addresses before it unmoved", async () => {
    const log: SampleLog = { id: "a", records: [user("zebra"), user("lion")] };
    const corpus = await open(log);
    expect(await corpus.find("tiger")).toEqual([]);
    const grown = { ...log, records: [...log.records, user("tiger")] };
    corpus.append("a", `${sampleLines(grown, 2).join("\n")}\n`);
    expect(await corpus.find("tiger")).toEqual(["a:3"]);
    expect(await corpus.find("lion")).toEqual(["a:2"]);
    expect((await corpus.query.listSessions()).sessions[0]?.events).toBe(3);
  });

  it("waits for the end of a half line and takes the line then", async () => {
    const log: SampleLog = { id: "a", records: [user("zebra"), user("tiger")] };
    const corpus = await open({ ...log, records: log.records.slice(0, 1) });
    const [line = ""] = sampleLines(log, 1);
    corpus.append("a", line.slice(0, 20));
    expect(await corpus.find("zebra")).toEqual(["a:1"]);
    expect((await corpus.query.listSessions()).coverage.skipped).toEqual([]);
    corpus.append("a", `${line.slice(20)}\n`);
    expect(await corpus.find("tiger")).toEqual(["a:2"]);
    expect((await corpus.query.listSessions()).coverage.skipped).toEqual([]);
  });

  it("finds new sessions and forgets removed ones", async () => {
    const corpus = await open({ id: "a", records: [user("zebra")] });
    expect(await corpus.find("zebra")).toEqual(["a:1"]);
    corpus.write({ id: "b", created: sampleStart + 60_000, records: [user("zebra")] });
    expect(await corpus.find("zebra")).toEqual(["b:1", "a:1"]);
    corpus.remove("a");
    expect(await corpus.find("zebra")).toEqual(["b:1"]);
    expect(await codeOf(corpus.query.traceSession("sample:a"))).toBe("session_not_found");
  });

  it("finds history in the copy once the original's file is gone, and in the original once it is back", async () => {
    const records = [user("zebra", { key: "shared.1", time: 1000 })];
    const parent = { id: "a", created: 1000, records: [...records, user("own", { time: 2000 })] };
    const corpus = await open(parent, {
      id: "b",
      created: 5000,
      parent: { kind: "fork", id: "a" },
      records: [...records, user("more")],
    });
    expect(await corpus.find("zebra")).toEqual(["a:1"]);
    corpus.remove("a");
    expect(await corpus.find("zebra")).toEqual(["b:1"]);
    corpus.write(parent);
    expect(await corpus.find("zebra")).toEqual(["a:1"]);
  });

  it("keeps the addresses of records that a rewriting of the log left", async () => {
    const one = user("zebra", { key: "one" });
    const two = user("lion", { key: "two" });
    const corpus = await open({ id: "a", records: [one, two, user("tiger", { key: "three" })] });
    expect(await corpus.find("tiger")).toEqual(["a:3"]);
    corpus.write({ id: "a", records: [user("bear", { key: "four" }), two, user("tiger", { key: "three" })] });
    expect(await corpus.find("zebra")).toEqual([]);
    expect(await corpus.find("lion")).toEqual(["a:2"]);
    expect(await corpus.find("tiger")).toEqual(["a:3"]);
    expect(await corpus.find("bear")).toEqual(["a:4"]);
    corpus.write({ id: "a", records: [one, two] });
    expect(await corpus.find("zebra")).toEqual(["a:1"]);
    expect(await corpus.find("bear")).toEqual([]);
  });

  it("marks a registered session as live until it is released", async () => {
    const corpus = await open({ id: "a", records: [user("zebra")] }, { id: "b", records: [user("zebra")] });
    const availability = async () =>
      (await corpus.query.listSessions()).sessions
        .map((session) => [...session.availability].toSorted().join("+"))
        .toSorted();
    expect(await availability()).toEqual(["persisted", "persisted"]);
    const release = await corpus.query.registerLive({ session: "sample:a", path: corpus.pathOf("a") });
    expect(await availability()).toEqual(["live+persisted", "persisted"]);
    expect(await corpus.find("zebra", { sessions: { availability: ["live"] } })).toEqual(["a:1"]);
    await release();
    expect(await availability()).toEqual(["persisted", "persisted"]);
  });

  it("takes in the log of a live session that lies at no known place", async () => {
    const corpus = await open();
    const log = { id: "far", records: [user("zebra")] };
    corpus.writeFile("elsewhere/far.jsonl", `${sampleLines(log).join("\n")}\n`);
    expect(await corpus.find("zebra")).toEqual([]);
    const path = `${corpus.environment.home}/elsewhere/far.jsonl`;
    await corpus.query.registerLive({ session: "sample:far", path });
    expect(await corpus.find("zebra")).toEqual(["far:1"]);
  });

  it("follows the running program's own place in a live session's branches", async () => {
    const corpus = await open({
      id: "a",
      records: [
        user("root", { key: "r", parent: null }),
        user("older", { key: "x", parent: "r" }),
        user("newer", { key: "y", parent: "r" }),
      ],
    });
    const inactive = () => corpus.find("older", { events: { branches: ["inactive"] } });
    expect(await inactive()).toEqual(["a:2"]);
    let head: string | null = "x";
    const live = { session: "sample:a", path: corpus.pathOf("a"), head: () => head };
    const release = await corpus.query.registerLive(live);
    expect(await inactive()).toEqual([]);
    expect(await corpus.find("newer", { events: { branches: ["inactive"] } })).toEqual(["a:3"]);
    head = null;
    expect(await inactive()).toEqual(["a:2"]);
    await release();
  });

  it("refuses a live session whose fixed facts differ from its stored log's", async () => {
    const corpus = await open({ id: "a", cwd: "/one", created: 1000, records: [user("zebra")] });
    const live = { session: "sample:a", path: corpus.pathOf("a") };
    const registered = (header: { cwd?: string | null; createdAt?: number }) =>
      corpus.query.registerLive({ ...live, header });
    expect(await codeOf(registered({ cwd: "/two" }))).toBe("source_conflict");
    expect(await codeOf(registered({ cwd: null }))).toBe("source_conflict");
    expect(await codeOf(registered({ createdAt: 2000 }))).toBe("source_conflict");
    expect((await corpus.query.listSessions()).sessions[0]?.availability).toEqual(["persisted"]);
    const release = await registered({ cwd: "/one", createdAt: 1000 });
    await release();
  });

  it("tells what was indexed to whoever listens", async () => {
    const log: SampleLog = { id: "a", records: [user("zebra"), user("lion")] };
    const corpus = await open(log);
    await corpus.refresh();
    const changes: CorpusChange[] = [];
    const stop = corpus.query.changes((change) => changes.push(change));
    await new Promise((resolve) => setTimeout(resolve, 20));
    corpus.append("a", `${sampleLines({ ...log, records: [...log.records, user("tiger")] }, 2).join("\n")}\n`);
    corpus.write({ id: "b", records: [user("bear")] });
    await corpus.refresh();
    await expect
      .poll(() => changes.map(({ session, from, to }) => `${session}:${from}-${to}`).toSorted())
      .toEqual(["sample:a:3-3", "sample:b:1-1"]);
    stop();
  });

  it("reports a refresh: totals, work done, paths that are not there", async () => {
    const corpus = await open({ id: "a", records: [user("zebra"), user("lion")] });
    corpus.writeFile("added/b.jsonl", `${sampleLines({ id: "b", records: [user("tiger")] }).join("\n")}\n`);
    const added = `${corpus.environment.home}/added`;
    const first = await corpus.refresh({ paths: [added, "/nowhere/at/all"] });
    expect(first).toMatchObject({ sessions: 2, events: 3, missing: ["/nowhere/at/all"], skipped: [] });
    expect(first.decodedBytes).toBe(first.bytes);
    const second = await corpus.refresh();
    expect(second).toMatchObject({ sessions: 2, events: 3, decodedBytes: 0, bytes: first.bytes });
    expect(await corpus.find("tiger")).toEqual(["b:1"]);
    expect((await corpus.refresh({ rebuild: true })).decodedBytes).toBe(first.bytes);
  });

  it("inspects the places that were looked at", async () => {
    const corpus = await open({ id: "a", records: [user("zebra")] });
    const { places, index } = await Effect.runPromise(corpus.maintenance.inspect({ integrity: true }));
    expect(places).toEqual([
      {
        wire: "sample",
        path: `${corpus.environment.home}/.sample`,
        origin: "default",
        state: "present",
        files: 1,
        sessions: 1,
      },
    ]);
    expect(index).toMatchObject({ sessions: 1, events: 1, behind: 0, integrity: "ok" });
  });

  it("stops where the caller gave up", async () => {
    const corpus = await open({ id: "a", records: [user("zebra")] });
    const signal = AbortSignal.abort();
    expect(await codeOf(corpus.query.searchCorpus({ query: "zebra" }, { signal }))).toBe("aborted");
    expect(await codeOf(corpus.query.listSessions({}, { signal }))).toBe("aborted");
    expect(await corpus.find("zebra")).toEqual(["a:1"]);
  });
};
