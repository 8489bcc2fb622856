import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  claudeId,
  claudeRecords,
  claudeReply,
  claudeUser,
  piEntries,
  piId,
  piReply,
  piResult,
  piUser,
} from "./log-records.ts";
import { addresses, claudePath, piPath, testHome } from "./open-test-corpus.ts";
import { nothingLive, type TestEngine, testEngine } from "./open-test-engine.ts";

const compacted = "11111111-1111-4111-8111-111111111111";
const sides = "22222222-2222-4222-8222-222222222222";

let engine: TestEngine;
const home = testHome(afterAll);

beforeAll(() => {
  home.write(
    piPath("branches"),
    piEntries("branches", [
      piUser("the question"),
      piReply("an abandoned answer about otters"),
      { ...piReply("the kept answer about herons"), parentId: piId("branches", 1) },
      piUser("thanks"),
    ]),
  );
  home.write(
    piPath("compacted"),
    piEntries("compacted", [
      piUser("dropped badger"), // 1
      piReply("dropped reply", "call-1"), // 2, call 3
      piResult("call-1", "output of a dropped badger"), // 4
      piUser("kept badger"), // 5
      { type: "compaction", summary: "summary of the badger", firstKeptEntryId: piId("compacted", 4), tokensBefore: 9 }, // 6
      piUser("later badger"), // 7
    ]),
  );
  home.write(
    piPath("chained"),
    piEntries("chained", [
      piUser("begin"), // 1
      piReply("calling", "call-1"), // 2, call 3
      piUser("middle"), // 4
      { type: "compaction", summary: "first", firstKeptEntryId: piId("chained", 2), tokensBefore: 9 }, // 5
      piResult("call-1", "an unpaired wolverine"), // 6
      // Keeps the result and not its call.
      { type: "compaction", summary: "second", firstKeptEntryId: piId("chained", 5), tokensBefore: 9 }, // 7
      piUser("end"), // 8
    ]),
  );
  home.write(
    piPath("echo"),
    piEntries("echo", [
      piUser("an osprey"),
      piReply("searching", "call-1"),
      piResult("call-1", "1 session: an osprey", "mcp__backscroll__session_search"),
    ]),
  );
  home.write(
    claudePath(compacted),
    claudeRecords(
      compacted,
      [
        claudeUser("early badger"), // 1
        claudeReply("m1", [{ type: "text", text: "reply" }]), // 2
        {
          type: "system",
          subtype: "compact_boundary",
          content: "Conversation compacted",
          parentUuid: null,
          logicalParentUuid: claudeId("c", 2),
          compactMetadata: { trigger: "auto", preTokens: 9 },
        }, // 3
        { ...claudeUser("This session is being continued. A summary of the badger."), isCompactSummary: true }, // 4
        claudeUser("late badger"), // 5
      ],
      "c",
    ),
  );
  home.write(
    claudePath(sides),
    claudeRecords(
      sides,
      [
        claudeUser("main question"), // 1
        claudeReply("m1", [{ type: "thinking", thinking: "secretly thinking of a pelican" }]), // 2
        claudeReply("m1", [{ type: "text", text: "the streamed pelican" }]), // 3
        claudeReply("m1", [
          { type: "tool_use", id: "call-1", name: "Task", input: { description: "look", prompt: "look at it" } },
        ]), // 4, call 5
        { ...claudeUser("sideways pelican"), isSidechain: true, parentUuid: null },
        { ...claudeReply("m2", [{ type: "text", text: "sideways reply" }]), isSidechain: true },
        {
          ...claudeUser([{ type: "tool_result", tool_use_id: "call-1", content: "agent done" }]),
          parentUuid: claudeId("d", 4),
        }, // 6
      ],
      "d",
    ),
  );
  engine = testEngine(home);
  expect(engine.refresh().failure).toBe(null);
});
afterAll(() => engine.close());

const hit = (query: string, session: string) => {
  const [first] = engine.ask({ query, sessions: { ids: [session] } }).hits;
  return first?.event;
};

describe("a hit on an abandoned branch", () => {
  it("says so, and one on the active branch does not", () => {
    expect(hit("otters", "pi:branches")).toMatchObject({ seq: 2, branch: "inactive", surface: "shadowed" });
    expect(hit("herons", "pi:branches")).toMatchObject({ seq: 3, branch: "active", surface: "current" });
  });

  it("can be left out and be asked for", () => {
    expect(addresses(engine.ask({ query: "answer", events: { branches: ["active"] } }))).toEqual(["pi:branches:3"]);
    expect(addresses(engine.ask({ query: "answer", events: { branches: ["inactive"] } }))).toEqual(["pi:branches:2"]);
  });
});

describe("a hit in a compacted session", () => {
  it("says whether it is still in context", () => {
    const marks = engine
      .ask({ query: "badger", sessions: { ids: ["pi:compacted"] }, caller: { session: "pi:compacted" } })
      .hits.map(({ event }) => [event.seq, event.surface, event.beforeCompaction, event.inContext] as const)
      .sort(([one], [other]) => one - other);
    expect(marks).toEqual([
      [1, "shadowed", true, false],
      [4, "shadowed", true, false],
      [5, "current", false, true],
      [6, "current", false, true],
      [7, "current", false, true],
    ]);
  });

  it("is found in Claude Code's form too, its summary among them", () => {
    const id = `claude-code:${compacted}`;
    expect(hit('"early badger"', id)).toMatchObject({ seq: 1, surface: "shadowed", beforeCompaction: true });
    expect(hit('"summary of the badger"', id)).toMatchObject({ seq: 4, surface: "current", role: "context" });
    expect(hit('"late badger"', id)).toMatchObject({ seq: 5, surface: "current", beforeCompaction: false });
  });

  it("stands where its call went with a second compaction, and is read", () => {
    expect(hit("wolverine", "pi:chained")).toMatchObject({ seq: 6, surface: "current", callSeq: 3 });
    expect(engine.reader.readEvent(nothingLive, { session: "pi:chained", seq: 6 }).event.document).toBe(
      "an unpaired wolverine",
    );
    expect(hit("calling", "pi:chained")).toMatchObject({ surface: "shadowed" });
  });
});

it("the results of searches are no hits, and are counted", () => {
  const page = engine.ask({ query: "osprey" });
  expect(addresses(page)).toEqual(["pi:echo:1"]);
  expect(page.coverage.echoes).toBe(1);
  const included = engine.ask({ query: "osprey", events: { echo: "include" } });
  expect(included.hits.map(({ event }) => [event.seq, event.echo]).sort()).toEqual([
    [1, false],
    [4, true],
  ]);
});

it("a reply that was streamed over three lines is one hit; what it thought is none", () => {
  const page = engine.ask({ query: "pelican", sessions: { ids: [`claude-code:${sides}`] } });
  expect(addresses(page)).toEqual([`claude-code:${sides}:3`]);
});

it("a sidechain is found apart, marked with whose it is", () => {
  const [found] = engine.ask({ query: '"sideways pelican"' }).hits;
  expect(found?.event.session).toMatch(new RegExp(`^claude-code:${sides}\\.`));
  expect(found?.event).toMatchObject({ seq: 1, subagentOf: `claude-code:${sides}` });
  expect(engine.ask({ query: '"agent done"' }).hits[0]?.event).toMatchObject({ seq: 6, callSeq: 5 });
});

it("an address is the same in a hit, a trace, a read and a transcript, and after the index is built anew", () => {
  const look = () => {
    const found = hit('"output of a dropped badger"', "pi:compacted");
    const address = { session: "pi:compacted", seq: found?.seq ?? 0 };
    return [
      found?.key,
      engine.reader.traceEvent(nothingLive, address.session, address.seq).target.key,
      engine.reader.readEvent(nothingLive, address).event.key,
      engine.reader.transcript(nothingLive, address.session).events[address.seq - 1]?.seq,
    ];
  };
  const before = look();
  expect(before).toEqual([piId("compacted", 3), piId("compacted", 3), piId("compacted", 3), 4]);
  engine.refresh({ rebuild: true });
  expect(look()).toEqual(before);
});
