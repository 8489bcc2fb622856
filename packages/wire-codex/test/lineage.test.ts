import { describe, expect, test } from "vitest";
import { agentEvent, decode, event, type Line, line, meta, readable, rolloutPath, said, thread } from "./rollout.ts";

const parent = "019e0000-0000-7000-8000-0000000000aa";
const segment = "01a00000-0000-7000-8000-0000000000bb";
const numbered = (lines: Line[], from = 0): Line[] => lines.map((one, index) => ({ ...one, ordinal: from + index }));
const spawned = { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1 } } };

describe("parents", () => {
  test.each<[string, Line, unknown]>([
    ["none", {}, null],
    ["a fork", { forked_from_id: parent }, { kind: "fork", nativeId: parent }],
    ["a spawned subagent", { source: spawned, thread_source: "subagent" }, { kind: "subagent", nativeId: parent }],
    [
      "a subagent with its parent's history",
      { source: spawned, forked_from_id: parent },
      { kind: "subagent", nativeId: parent },
    ],
    [
      "a subagent that names its parent apart",
      { source: { subagent: { other: "guardian" } }, parent_thread_id: parent },
      { kind: "subagent", nativeId: parent },
    ],
    ["a review, whose parent is not recorded", { source: { subagent: "review" } }, { kind: "subagent" }],
    ["itself", { forked_from_id: thread }, null],
  ])("%s", (_, header, expected) => {
    expect(decode([meta(header), said(1, "user", "x")]).facts.parent).toEqual(expected);
  });

  test("a session that names itself is flagged", () => {
    expect(decode([meta({ forked_from_id: thread }), said(1, "user", "x")]).facts.flags).toEqual(["self-parent"]);
  });

  test("history by reference names the rollout and where it ends", () => {
    const history_base = { thread_id: parent, end_ordinal_exclusive: 94, end_byte_offset: 42872 };
    const { facts, events } = decode(
      numbered([meta({ forked_from_id: parent, history_base }), said(1, "user", "x")], 94),
    );
    expect(facts).toMatchObject({
      parent: { kind: "fork", nativeId: parent },
      base: { nativeId: parent, endOrdinal: 94 },
    });
    expect(events[0]?.copiedFrom).toBeUndefined();
  });
});

describe("a thread that was reverted goes on in a segment of its own", () => {
  const history_base = { thread_id: thread, end_ordinal_exclusive: 58, end_byte_offset: 1000 };
  const lines = numbered([meta({ history_base }), said(1, "user", "x")], 58);

  test("with the id by which forks name it", () => {
    const { facts } = decode(lines, rolloutPath.replace(".jsonl", `_${segment}.jsonl`));
    expect(facts).toMatchObject({
      nativeId: segment,
      aliases: [thread],
      parent: { kind: "resume", nativeId: thread },
      base: { nativeId: thread, endOrdinal: 58 },
    });
  });

  test("under any file name is not taken for the thread's first file", () => {
    const { facts } = decode(lines, "/elsewhere/copy.jsonl");
    expect(facts).toMatchObject({ nativeId: `${thread}_58`, parent: { kind: "resume", nativeId: thread } });
  });
});

describe("copied history", () => {
  test("of a current subagent ends where its header says", () => {
    const { events, facts } = decode(
      numbered([
        meta({ source: spawned, forked_from_id: parent, subagent_history_start_ordinal: 4 }),
        meta({ id: parent }),
        said(1, "user", "the parent's question", { id: "msg_0000000000000000000p" }),
        event(1, { type: "task_complete" }),
        said(1, "user", "count them", { id: "msg_0000000000000000000c" }),
        agentEvent(2, "three"),
      ]),
    );
    expect(events.map(({ copiedFrom }) => copiedFrom?.session)).toEqual([parent, parent, parent, undefined, undefined]);
    expect(events[1]?.copiedFrom).toEqual({ session: parent, key: "msg_0000000000000000000p" });
    expect(facts.firstPrompt).toBe("count them");
  });

  // Ids of version 7 hold the time of their making; the thread's own is 019f0000…
  const turn = (second: number, id: string): Line => event(second, { type: "task_started", turn_id: id });
  const parentLines = [
    said(1, "user", "t1"),
    said(1, "assistant", "a1"),
    said(1, "user", "t2"),
    said(1, "assistant", "a2"),
  ];

  test("of an older one ends with the first turn younger than the thread", () => {
    const { events, facts } = decode([
      meta({ forked_from_id: parent }),
      meta({ id: parent }),
      turn(1, "019e5000-0000-7000-8000-000000000001"),
      ...parentLines,
      turn(1, "019f0000-0001-7000-8000-000000000002"),
      said(1, "user", "t3"),
    ]);
    expect(events.map(({ text, copiedFrom }) => [text, copiedFrom?.session])).toEqual([
      ["", parent],
      ["", parent],
      ["t1", parent],
      ["a1", parent],
      ["t2", parent],
      ["a2", parent],
      ["", undefined],
      ["t3", undefined],
    ]);
    expect(facts.firstPrompt).toBe("t3");
    // The copies have the keys that their originals have.
    const original = decode([meta({ id: parent }), ...parentLines]).events.map(({ key }) => key);
    expect(events.slice(2, 6).map(({ copiedFrom }) => copiedFrom?.key)).toEqual(original);
  });

  test("without turn ids ends with the first pause", () => {
    const { events } = decode([
      meta({ forked_from_id: parent }),
      meta({ id: parent }),
      ...parentLines,
      said(9, "user", "t3"),
    ]);
    expect(events.map(({ copiedFrom }) => copiedFrom !== undefined)).toEqual([true, true, true, true, true, false]);
  });

  test("is the only source of a first prompt while there is no own", () => {
    expect(decode([meta({ forked_from_id: parent }), meta({ id: parent }), ...parentLines]).facts.firstPrompt).toBe(
      "t1",
    );
  });

  test("a header repeated when the session was resumed copies nothing", () => {
    const { events } = decode([meta(), said(1, "user", "a"), meta(), said(2, "user", "b")]);
    expect(events.map(({ copiedFrom }) => copiedFrom)).toEqual([undefined, undefined, undefined]);
  });
});

describe("titles", () => {
  const named = (second: number, name: Line["x"], more: Line = {}): Line =>
    event(second, { type: "thread_name_updated", thread_name: name ?? null, ...more });

  test("are log-only events, the latest one counts", () => {
    const session = decode([
      meta(),
      said(1, "user", "x"),
      named(2, "first"),
      named(3, "second", { thread_id: thread }),
    ]);
    expect(session.facts).toMatchObject({ title: "second", titleOrigin: "recorded" });
    expect(session.events.slice(1)).toMatchObject([
      { type: "session/title", logOnly: true, role: null, text: "first" },
      { type: "session/title", logOnly: true, role: null, text: "second" },
    ]);
  });

  test("of another thread are not this one's; an empty one takes it back", () => {
    expect(decode([meta(), named(1, "other", { thread_id: parent })]).facts.title).toBeNull();
    expect(decode([meta(), named(1, "mine"), named(2, "")]).facts.title).toBeNull();
  });
});

test("the folder is the header's, else the first turn's, never a later one", () => {
  const context = (second: number, cwd: string): Line => line("turn_context", second, { cwd });
  expect(decode([meta(), context(1, "/other"), said(1, "user", "x")]).facts.cwd).toBe("/home/dev/project");
  expect(decode([meta({ cwd: null }), context(1, "/first"), context(2, "/second")]).facts.cwd).toBe("/first");
});

test("a session without header, id or time is still one", () => {
  const session = decode([{ type: "message", role: "user", content: "hello" }], "/elsewhere/chat.jsonl");
  expect(session.facts).toMatchObject({ nativeId: "chat", createdAt: null, parent: null, flags: ["missing-header"] });
  expect(readable(session)).toEqual([["user/message", "hello"]]);
});
