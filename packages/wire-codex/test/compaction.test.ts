import { describe, expect, test } from "vitest";
import {
  agentEvent,
  call,
  decode,
  event,
  item,
  type Line,
  line,
  meta,
  output,
  readable,
  said,
  userEvent,
} from "./rollout.ts";

const prefix = "Another language model started to solve this problem. Here is the summary:\n";
const turn: Line[] = [said(1, "user", "hello"), userEvent(1, "hello"), agentEvent(2, "hi"), said(2, "assistant", "hi")];
const compacted = (second: number, payload: Line): Line => line("compacted", second, payload);

describe("a compaction", () => {
  test("is a boundary; the history that it repeats is not read", () => {
    const history = [{ type: "message", role: "user", content: [{ type: "input_text", text: "hello" }] }];
    const { events, fold } = decode([
      meta(),
      ...turn,
      compacted(3, {
        message: "So far: greetings.",
        replacement_history: history,
        retained_context: { user_messages: [{ text: "hello" }] },
      }),
      said(4, "user", "go on"),
    ]);
    expect(events.map(({ type, text }) => [type, text])).toEqual([
      ["user/message", "hello"],
      ["codex/user_message", ""],
      ["assistant/message", "hi"],
      ["codex/message", ""],
      ["context/compaction", "So far: greetings."],
      ["user/message", "go on"],
    ]);
    expect(fold).toEqual({
      inactive: [],
      // Seqs 2 and 4 are log-only and never were context.
      shadowed: [
        [1, 1],
        [3, 3],
      ],
      boundary: 5,
      windows: [
        { from: 1, to: 4, boundary: null, summarySeq: null, firstRetainedSeq: null },
        { from: 5, to: null, boundary: "compaction", summarySeq: 5, firstRetainedSeq: null },
      ],
      replacements: [
        { from: 1, to: 1, by: 5 },
        { from: 3, to: 3, by: 5 },
      ],
      head: 6,
      retyped: [],
      flags: [],
    });
  });

  test("whose summary is encrypted has no text", () => {
    const { events, fold } = decode([
      meta(),
      ...turn,
      item(3, { type: "compaction", encrypted_content: "abc" }),
      compacted(3, { message: "" }),
    ]);
    expect(events[4]).toMatchObject({ type: "codex/compaction", logOnly: true, text: "" });
    expect(events[5]).toMatchObject({ type: "context/compaction", role: "context", text: "" });
    expect(fold.windows[1]).toMatchObject({ from: 6, summarySeq: null });
  });

  test("twice makes three windows", () => {
    const { fold } = decode([
      meta(),
      said(1, "user", "a"),
      compacted(2, { message: "A" }),
      said(3, "user", "b"),
      compacted(4, { message: "B" }),
    ]);
    expect(fold.boundary).toBe(4);
    expect(fold.windows.map(({ from, to }) => [from, to])).toEqual([
      [1, 1],
      [2, 3],
      [4, null],
    ]);
    expect(fold.replacements).toEqual([
      { from: 1, to: 1, by: 2 },
      { from: 2, to: 3, by: 4 },
    ]);
    expect(fold.shadowed).toEqual([[1, 3]]);
  });

  test("that a copied history begins with makes the first window", () => {
    const { fold } = decode([meta(), compacted(1, { message: "A" }), said(2, "user", "b")]);
    expect(fold.windows).toEqual([
      { from: 1, to: null, boundary: "compaction", summarySeq: 1, firstRetainedSeq: null },
    ]);
  });
});

describe("the answer to the compaction prompt is the summary", () => {
  const summary = "SUMMARY: greetings were made.";

  test("where the line says so", () => {
    const answer = said(3, "assistant", summary, { id: "msg_s" });
    const { events, fold } = decode([
      meta(),
      ...turn,
      { ...answer, metadata: { compaction_output: true } },
      compacted(4, { message: prefix + summary, compaction_response_id: "resp_1" }),
    ]);
    expect(events[4]).toMatchObject({ type: "context/compaction", role: "context", text: summary });
    expect(events[5]).toMatchObject({ type: "context/compaction", role: "context", text: "" });
    expect(fold.windows[1]).toMatchObject({ from: 6, summarySeq: 5 });
    expect(fold.retyped).toEqual([]);
  });

  test("where only the response's id tells", () => {
    const { fold } = decode([
      meta(),
      ...turn,
      said(3, "assistant", summary, { id: "msg_s" }),
      line("token_usage_record", 3, { response_id: "resp_1" }),
      event(3, { type: "token_count", info: null }),
      compacted(4, { message: "", compaction_response_id: "resp_1" }),
    ]);
    expect(fold.retyped).toEqual([{ seq: 5, type: "context/compaction", role: "context" }]);
    expect(fold.windows[1]?.summarySeq).toBe(5);
  });

  test("where the compaction repeats it, it is said once", () => {
    const session = decode([
      meta(),
      ...turn,
      said(3, "assistant", summary),
      compacted(4, { message: prefix + summary }),
    ]);
    expect(readable(session).filter(([, text]) => text.includes("SUMMARY"))).toEqual([["assistant/message", summary]]);
    expect(session.fold.retyped).toEqual([{ seq: 5, type: "context/compaction", role: "context" }]);
  });

  test.each<[string, Line[]]>([
    ["an answer that was said to the person", [agentEvent(3, summary), said(3, "assistant", summary)]],
    ["another response", [said(3, "assistant", summary), line("token_usage_record", 3, { response_id: "resp_0" })]],
    ["an answer before a call", [said(3, "assistant", summary), call(3, "c1", "ls", "{}"), output(3, "c1", "x")]],
  ])("%s is not", (_, lines) => {
    const { fold } = decode([
      meta(),
      ...turn,
      ...lines,
      compacted(4, { message: "", compaction_response_id: "resp_1" }),
    ]);
    expect(fold.retyped).toEqual([]);
    expect(fold.windows[1]?.summarySeq).toBeNull();
  });
});
