/** Owns what filters let through, and that they come before ranking and limit. */
import { expect, it } from "vitest";
import type { EventFilters, SessionFilters } from "../requests.ts";
import { codeOf, type OpenCorpus } from "./open-corpus.ts";
import { assistant, result, sampleStart, user } from "./sample-log.ts";

export const filterCases = (open: OpenCorpus): void => {
  it("applies event filters, values of one list ORed and filters ANDed", async () => {
    const corpus = await open({
      id: "a",
      records: [
        user("zebra", { time: 1000 }),
        assistant("zebra", { time: 2000, calls: [{ id: "c", name: "zebra", arguments: "{}" }] }),
        result("zebra", "c", { time: 3000 }),
        { type: "title", text: "zebra", time: 4000 },
        { type: "custom", text: "zebra", time: null },
      ],
    });
    const find = async (events: EventFilters): Promise<readonly string[]> =>
      (await corpus.find("zebra", { events })).toSorted();
    expect(await find({})).toEqual(["a:1", "a:2", "a:3", "a:4", "a:5", "a:6"]);
    expect(await find({ seq: { from: 2, to: 4 } })).toEqual(["a:2", "a:3", "a:4"]);
    expect(await find({ seq: { from: 5 } })).toEqual(["a:5", "a:6"]);
    expect(await find({ time: { from: 2000, to: 3000 } })).toEqual(["a:2", "a:3", "a:4"]);
    expect(await find({ time: { to: 1000 } })).toEqual(["a:1"]);
    expect(await find({ time: { from: 2000.5 } })).toEqual(["a:4", "a:5"]);
    expect(await find({ types: ["user/message", "tool/result"] })).toEqual(["a:1", "a:4"]);
    expect(await find({ types: ["Tool/CALL"] })).toEqual(["a:3"]);
    expect(await find({ types: ["sample/custom"] })).toEqual(["a:6"]);
    expect(await find({ types: ["nobody/knows"] })).toEqual([]);
    expect(await find({ roles: ["tool"] })).toEqual(["a:4"]);
    expect(await find({ roles: ["user", "assistant"] })).toEqual(["a:1", "a:2", "a:3"]);
    expect(await find({ surfaces: ["log-only"] })).toEqual(["a:5", "a:6"]);
    expect(await find({ surfaces: ["log-only"], types: ["session/title"] })).toEqual(["a:5"]);
    expect(await find({ roles: ["user"], seq: { from: 2 } })).toEqual([]);
  });

  it("applies session filters, values of one list ORed and filters ANDed", async () => {
    const corpus = await open(
      { id: "a", cwd: "/home/dev/one", created: 1000, title: "Élan vital", records: [user("zebra")] },
      { id: "b", cwd: "/home/dev/two", created: 2000, parent: { kind: "fork", id: "a" }, records: [user("zebra")] },
      { id: "c", cwd: null, created: 3000, parent: { kind: "subagent", id: "gone" }, records: [user("zebra")] },
      { id: "d", cwd: "/home/dev/one", created: null, records: [user("zebra", { time: null })] },
    );
    const find = async (sessions: SessionFilters): Promise<string> => {
      const events = await corpus.find("zebra", { sessions });
      const listed = await corpus.query.listSessions(sessions);
      const found = events
        .map((address) => address[0])
        .toSorted()
        .join("");
      expect(
        listed.sessions
          .map((session) => session.nativeId)
          .toSorted()
          .join(""),
      ).toBe(found);
      return found;
    };
    expect(await find({})).toBe("abcd");
    expect(await find({ ids: ["sample:a", "sample:c", "sample:z"] })).toBe("ac");
    expect(await find({ excludeIds: ["sample:a"] })).toBe("bcd");
    expect(await find({ cwds: ["/home/dev/one"] })).toBe("ad");
    expect(await find({ cwds: [null] })).toBe("c");
    expect(await find({ cwds: ["/home/dev/two", null] })).toBe("bc");
    expect(await find({ cwds: ["/home/dev/on"] })).toBe("");
    expect(await find({ createdAt: { from: 2000 } })).toBe("bc");
    expect(await find({ createdAt: { from: 1000, to: 2000 } })).toBe("ab");
    expect(await find({ parents: { ids: ["sample:a"], includeRoots: false } })).toBe("b");
    expect(await find({ parents: { ids: ["sample:gone"], includeRoots: false } })).toBe("c");
    expect(await find({ parents: { ids: [], includeRoots: true } })).toBe("ad");
    expect(await find({ parents: { ids: ["sample:a"], includeRoots: true } })).toBe("abd");
    expect(await find({ availability: ["persisted"] })).toBe("abcd");
    expect(await find({ availability: ["live"] })).toBe("");
    expect(await find({ wires: ["sample"] })).toBe("abcd");
    expect(await find({ wires: ["nobody"] })).toBe("");
    expect(await find({ title: "élan" })).toBe("a");
    expect(await find({ title: "VITAL" })).toBe("a");
    expect(await find({ title: "zebra" })).toBe("bcd");
    expect(await find({ title: "%" })).toBe("");
    expect(await find({ cwds: ["/home/dev/one"], createdAt: { from: 0 } })).toBe("a");
  });

  it("matches nothing with an empty list", async () => {
    const corpus = await open({ id: "a", records: [user("zebra")] });
    for (const sessions of [
      { ids: [] },
      { cwds: [] },
      { wires: [] },
      { availability: [] },
      { parents: { ids: [], includeRoots: false } },
    ]) {
      expect(await corpus.find("zebra", { sessions }), JSON.stringify(sessions)).toEqual([]);
    }
    for (const events of [{ types: [] }, { roles: [] }, { surfaces: [] }, { branches: [] }]) {
      expect(await corpus.find("zebra", { events }), JSON.stringify(events)).toEqual([]);
      expect((await corpus.query.filterEvents({ session: "sample:a", events })).events).toEqual([]);
    }
    expect(await corpus.find("zebra", { sessions: { excludeIds: [] } })).toEqual(["a:1"]);
  });

  it("filters before it ranks and cuts", async () => {
    const corpus = await open(
      { id: "a", cwd: "/other", records: Array.from({ length: 40 }, () => user("zebra zebra zebra")) },
      {
        id: "b",
        cwd: "/wanted",
        created: sampleStart - 1_000_000,
        records: [user("one zebra among more words than that")],
      },
    );
    const { hits, nextCursor } = await corpus.query.searchSessions({
      query: "zebra",
      sessions: { cwds: ["/wanted"] },
      limit: 1,
    });
    expect(hits.map(({ session }) => session.session)).toEqual(["sample:b"]);
    expect(nextCursor).toBeNull();
    const late = { query: "zebra", events: { seq: { from: 40 } }, limit: 1 };
    expect((await corpus.query.searchCorpus(late)).hits.map(({ event }) => event.seq)).toEqual([40]);
  });

  it("refuses bounds that cannot be and names that are not of a closed set, and says what was meant", async () => {
    const corpus = await open({ id: "a", records: [user("zebra")] });
    const refused = async (events: unknown, sessions: unknown = {}): Promise<string> => {
      const request = { query: "zebra", events: events as EventFilters, sessions: sessions as SessionFilters };
      expect(await codeOf(corpus.query.searchCorpus(request))).toBe("invalid_filter");
      return corpus.query.searchCorpus(request).then(
        () => "",
        (error: Error) => error.message,
      );
    };
    expect(await refused({ seq: { from: 3, to: 2 } })).toContain("seq");
    expect(await refused({ seq: { from: -1 } })).toContain("-1");
    expect(await refused({ seq: { to: 1.5 } })).toContain("1.5");
    expect(await refused({ time: { from: 2, to: 1 } })).toContain("time");
    expect(await refused({ time: { from: Number.NaN } })).toContain("NaN");
    expect(await refused({ roles: ["asistant"] })).toContain("assistant");
    expect(await refused({ surfaces: ["curent"] })).toContain("current");
    expect(await refused({ branches: ["activ"] })).toContain("active");
    expect(await refused({ echo: "includ" })).toContain("include");
    expect(await refused({}, { createdAt: { from: 2, to: 1 } })).toContain("createdAt");
    expect(await refused({}, { availability: ["persistent"] })).toContain("persisted");
  });
};
