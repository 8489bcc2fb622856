import { describe, expect, test } from "vitest";
import {
  agentEvent,
  at,
  call,
  decode,
  decodeText,
  event,
  item,
  type Line,
  line,
  meta,
  output,
  readable,
  said,
  textOf,
  thread,
} from "./rollout.ts";

describe("the envelope", () => {
  test("a record takes one slot; the header and thinking take none", () => {
    const { events } = decode([
      meta(),
      said(1, "user", "hello"),
      item(2, { type: "reasoning", summary: [{ type: "summary_text", text: "hidden thought" }], content: null }),
      event(2, { type: "agent_reasoning", text: "hidden thought" }),
      event(2, { type: "item_completed", item: { type: "Reasoning", id: "rs", summary_text: ["hidden thought"] } }),
      line("turn_context", 3, { cwd: "/elsewhere" }),
      said(4, "assistant", "hi"),
      line("brand_new", 5, { text: "unknown" }),
      item(6, { type: "brand_new_item", text: "unknown" }),
      event(7, { type: "brand_new_event", text: "unknown" }),
    ]);
    expect(events.map(({ seq, type, role, text, createdAt }) => [seq, type, role, text, createdAt])).toEqual([
      [1, "user/message", "user", "hello", at(1)],
      [2, "codex/turn_context", null, "", at(3)],
      [3, "assistant/message", "assistant", "hi", at(4)],
      [4, "codex/brand_new", null, "", at(5)],
      [5, "codex/brand_new_item", null, "", at(6)],
      [6, "codex/brand_new_event", null, "", at(7)],
    ]);
    expect(events.filter(({ logOnly }) => logOnly === true).map(({ seq }) => seq)).toEqual([2, 4, 5, 6]);
  });

  test("the first header is the file's own, later ones are log-only", () => {
    const { events, facts } = decode([meta(), meta({ id: "other", cwd: "/other" }), said(1, "user", "hello")]);
    expect(facts).toMatchObject({ nativeId: thread, cwd: "/home/dev/project", programVersion: "0.171.0", flags: [] });
    expect(events[0]).toMatchObject({ type: "codex/session_meta", logOnly: true, text: "" });
  });

  test("a line without a time keeps none", () => {
    const { timestamp: _, ...timeless } = said(1, "user", "hello");
    expect(decode([meta(), timeless]).events[0]?.createdAt).toBeNull();
  });

  test("an item written long after it was made keeps the time of its making", () => {
    const made = at(10) / 1000 - 3600;
    const copied = said(10, "user", "hello", {
      internal_chat_message_metadata_passthrough: { create_time: made + 0.25 },
    });
    expect(decode([meta(), copied]).events[0]?.createdAt).toBe(at(10) - 3_600_000 + 250);
    const fresh = said(10, "user", "hello", {
      internal_chat_message_metadata_passthrough: { create_time: at(10) / 1000 - 2 },
    });
    expect(decode([meta(), fresh]).events[0]?.createdAt).toBe(at(10));
  });

  test("a message whose type an export left out is still one", () => {
    const bare = item(1, { role: "user", content: [{ type: "input_text", text: "hello" }] });
    expect(readable(decode([meta(), bare]))).toEqual([["user/message", "hello"]]);
  });
});

describe("a damaged first line", () => {
  const torn = `{"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{"id":"${thread}"\n`;

  test("hides neither the session nor its id", () => {
    const { sessions, problems } = decodeText(torn + textOf([said(1, "user", "hello"), said(2, "assistant", "hi")]));
    expect(problems).toHaveLength(1);
    expect(sessions[0]?.facts).toMatchObject({
      nativeId: thread,
      firstPrompt: "hello",
      createdAt: at(1),
      flags: ["missing-header"],
    });
    expect(sessions[0]?.events.map(({ type }) => type)).toEqual(["user/message", "assistant/message"]);
  });

  test("does not let a copied header take its place", () => {
    const { sessions } = decodeText(
      torn + textOf([meta({ id: "019e0000-0000-7000-8000-00000000000f" }), said(1, "user", "hello")]),
    );
    expect(sessions[0]?.facts.nativeId).toBe(thread);
    expect(sessions[0]?.events[0]?.type).toBe("codex/session_meta");
  });
});

describe("before the envelope", () => {
  const lines: Line[] = [
    {
      id: "5973b6c0-94b8-487b-a530-2aeb6098ae0e",
      timestamp: "2025-05-07T17:24:21.123Z",
      instructions: "be brief",
      git: { branch: "main" },
    },
    { record_type: "state" },
    {
      type: "message",
      id: null,
      role: "user",
      content: [
        {
          type: "input_text",
          text: "<environment_context>\nCurrent working directory: /old/project\nApproval policy: never\n</environment_context>",
        },
      ],
    },
    { type: "message", id: null, role: "user", content: [{ type: "input_text", text: "list the files" }] },
    { record_type: "state" },
    { type: "reasoning", id: "rs_1", summary: [] },
    { type: "function_call", id: "fc_1", name: "shell", arguments: '{"command":["ls"]}', call_id: "call_1" },
    {
      type: "function_call_output",
      call_id: "call_1",
      output: '{"output":"a.txt\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
    },
    { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "One file." }] },
  ];

  test("bare items are read, without times", () => {
    const { events, facts } = decode(
      lines,
      "/codex/sessions/rollout-2025-05-07-5973b6c0-94b8-487b-a530-2aeb6098ae0e.jsonl",
    );
    expect(events.map(({ type, text, createdAt, callSeq }) => [type, text, createdAt, callSeq])).toEqual([
      ["codex/state", "", null, null],
      ["context/injected", expect.stringContaining("/old/project"), null, null],
      ["user/message", "list the files", null, null],
      ["codex/state", "", null, null],
      ["tool/call", "", null, null],
      ["tool/result", "a.txt\n", null, 5],
      ["assistant/message", "One file.", null, null],
    ]);
    expect(facts).toMatchObject({
      nativeId: "5973b6c0-94b8-487b-a530-2aeb6098ae0e",
      createdAt: Date.parse("2025-05-07T17:24:21.123Z"),
      cwd: "/old/project",
      firstPrompt: "list the files",
      flags: [],
    });
  });

  test("the TypeScript program's single object", () => {
    const [, , , ...items] = lines;
    const text = JSON.stringify(
      { session: { id: "ts-1", timestamp: "2025-04-20T10:00:00.000Z", instructions: "" }, items },
      null,
      2,
    );
    const { sessions } = decodeText(text, "/codex/sessions/rollout-2025-04-20-ts-1.json");
    expect(sessions[0]?.facts).toMatchObject({
      nativeId: "ts-1",
      createdAt: Date.parse("2025-04-20T10:00:00.000Z"),
      firstPrompt: "list the files",
    });
    expect(sessions[0]?.events.map(({ type }) => type)).toEqual([
      "user/message",
      "codex/state",
      "tool/call",
      "tool/result",
      "assistant/message",
    ]);
  });
});

test("a rollout printed over many lines reads as the same rollout", () => {
  const lines = [
    meta(),
    said(1, "user", "hello"),
    call(2, "call_1", "shell", "{}"),
    output(3, "call_1", "done"),
    agentEvent(4, "hi"),
  ];
  const pretty = lines.map((one) => `${JSON.stringify(one, null, 2)}\n`).join("");
  const shape = (text: string) =>
    decodeText(text).sessions[0]?.events.map(({ type, text: said, key, callSeq }) => [type, said, key, callSeq]);
  expect(shape(pretty)).toEqual(shape(textOf(lines)));
});
