import { appendFileSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nestTrace } from "../src/flat-trace.ts";
import {
  at,
  claudeId,
  claudeRecords,
  claudeReply,
  claudeUser,
  linesOf,
  piEntries,
  piId,
  piUser,
} from "./log-records.ts";
import { addresses, claudePath, piPath, testHome } from "./open-test-corpus.ts";
import { nothingLive, type TestEngine, testEngine } from "./open-test-engine.ts";

const first = "11111111-1111-4111-8111-111111111111";
const second = "22222222-2222-4222-8222-222222222222";
const third = "33333333-3333-4333-8333-333333333333";

const using = (work: (engine: TestEngine, home: ReturnType<typeof testHome>) => void): void => {
  const home = testHome();
  const engine = testEngine(home);
  try {
    work(engine, home);
  } finally {
    engine.close();
  }
};

const listed = (engine: TestEngine): readonly string[] =>
  engine.reader
    .listSessions(nothingLive, {})
    .sessions.map((one) => one.session)
    .sort();

describe("a file that was indexed, grew and was indexed again", () => {
  it("is one session with each line once", () =>
    using((engine, home) => {
      const path = home.write(claudePath(first), claudeRecords(first, [claudeUser("zebra one")]));
      engine.refresh();
      appendFileSync(
        path,
        linesOf([
          {
            ...claudeUser("zebra two"),
            uuid: claudeId("a", 2),
            parentUuid: claudeId("a", 1),
            sessionId: first,
            timestamp: at(9),
          },
        ]),
      );
      engine.refresh();
      engine.refresh({ rebuild: true });
      engine.refresh({ added: [path], live: [path] });
      expect(listed(engine)).toEqual([`claude-code:${first}`]);
      expect([...engine.search("zebra")].sort()).toEqual([1, 2].map((seq) => `claude-code:${first}:${seq}`));
    }));
});

describe("a fork that copies its parent's compactions", () => {
  it("gives each once, and its lineage", () =>
    using((engine, home) => {
      const shared = [
        piUser("before the compactions"),
        { type: "compaction", summary: "summary of a zebra", firstKeptEntryId: piId("parent", 1), tokensBefore: 9 },
        { type: "compaction", summary: "another zebra", firstKeptEntryId: piId("parent", 1), tokensBefore: 9 },
      ];
      home.write(piPath("parent"), piEntries("parent", shared));
      const copies = piEntries("parent", shared)
        .split("\n")
        .slice(1)
        .filter((line) => line !== "");
      home.write(
        piPath("child"),
        linesOf([
          { type: "session", version: 3, id: "child", timestamp: at(50), cwd: "/home/u/app", parentSession: "parent" },
          ...copies,
          { ...piUser("a heron of its own"), id: "child-4", parentId: piId("parent", 3), timestamp: at(60) },
        ]),
      );
      engine.refresh();
      expect([...engine.search("zebra")].sort()).toEqual(["pi:parent:2", "pi:parent:3"]);
      expect(engine.search("heron")).toEqual(["pi:child:4"]);
      expect(
        nestTrace(engine.reader.traceSession(nothingLive, "pi:child")).ancestors.map((one) => one.session),
      ).toEqual(["pi:parent"]);
      // The copy still reads as one conversation.
      const { events } = engine.reader.transcript(nothingLive, "pi:child");
      expect(events.map(({ copyOf }) => copyOf?.seq ?? null)).toEqual([1, 2, 3, null]);
    }));
});

describe("a conversation resumed twice, each time into a new file", () => {
  const texts = ["zebra one", "zebra two"];
  // Whichever is newer is taken first.
  it.each([
    ["oldest first", [100, 200, 300]],
    ["newest first", [300, 200, 100]],
    ["the middle one last", [300, 100, 200]],
  ])("gives every line once (%s), and knows what the last one has in context", (_, times) =>
    using((engine, home) => {
      const line = (session: string, number: number, text: string) => ({
        ...claudeUser(text),
        parentUuid: number === 1 ? null : claudeId("a", number - 1),
        uuid: claudeId("a", number),
        sessionId: session,
        timestamp: at(number),
        cwd: "/home/u/app",
        isSidechain: false,
      });
      const all = [...texts, "heron three", "ibex four"];
      [first, second, third].forEach((session, index) => {
        const own = all.slice(0, 2 + index).map((text, position) => line(session, position + 1, text));
        const time = times[index] ?? 0;
        utimesSync(home.write(claudePath(session), linesOf(own)), time, time);
      });
      engine.refresh();
      expect([...engine.search("zebra")].sort()).toEqual([1, 2].map((seq) => `claude-code:${first}:${seq}`));
      expect(engine.search("heron")).toEqual([`claude-code:${second}:3`]);
      expect(engine.search("ibex")).toEqual([`claude-code:${third}:4`]);
      const caller = { session: `claude-code:${third}` };
      for (const query of ["zebra", "heron"]) {
        const { hits } = engine.ask({ query, caller, sessions: { excludeIds: [caller.session] } });
        expect(hits.map(({ event }) => event.inContext)).toEqual(hits.map(() => true));
      }
    }),
  );
});

describe("lines without request ids", () => {
  it("are known as copies by their own ids", () =>
    using((engine, home) => {
      const records = [claudeUser("zebra asked"), claudeReply("m1", [{ type: "text", text: "zebra answered" }])];
      home.write(claudePath(first), claudeRecords(first, records));
      home.write(
        claudePath(second),
        claudeRecords(second, [...records, { ...claudeUser("heron"), timestamp: at(90) }]),
      );
      engine.refresh();
      expect([...engine.search("zebra")].sort()).toEqual([1, 2].map((seq) => `claude-code:${first}:${seq}`));
      expect(engine.search("heron")).toEqual([`claude-code:${second}:3`]);
    }));
});

describe("a fork with nothing of its own yet", () => {
  it("is listed and read, and gives no second hit", () =>
    using((engine, home) => {
      home.write(claudePath(first), claudeRecords(first, [claudeUser("zebra")]));
      home.write(
        claudePath(second),
        claudeRecords(second, [
          { ...claudeUser("zebra"), forkedFrom: { sessionId: first, messageUuid: claudeId("a", 1) } },
        ]),
      );
      engine.refresh();
      expect(listed(engine)).toEqual([`claude-code:${first}`, `claude-code:${second}`]);
      expect(engine.search("zebra")).toEqual([`claude-code:${first}:1`]);
      expect(engine.reader.readEvent(nothingLive, { session: `claude-code:${second}`, seq: 1 }).event).toMatchObject({
        document: "zebra",
        copyOf: { session: `claude-code:${first}`, seq: 1 },
      });
    }));
});

describe("one file under two paths", () => {
  it("is one session, whether the folder or the file is linked", () =>
    using((engine, home) => {
      const path = home.write(piPath("zebra"), piEntries("zebra", [piUser("zebra")]));
      symlinkSync(path, `${path.slice(0, -6)}-link.jsonl`);
      symlinkSync(join(home.path, ".pi/agent/sessions/--work-app--"), join(home.path, ".pi/agent/sessions/--linked--"));
      engine.refresh();
      expect(listed(engine)).toEqual(["pi:zebra"]);
      expect(addresses(engine.ask({ query: "zebra" }))).toEqual(["pi:zebra:1"]);
      expect(engine.refresh().decodedBytes).toBe(0);
      rmSync(`${path.slice(0, -6)}-link.jsonl`);
      engine.refresh();
      expect(engine.search("zebra")).toEqual(["pi:zebra:1"]);
    }));
});
