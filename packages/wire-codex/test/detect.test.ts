import { type Detection, frameModeOf, fromBytes, type JsonObject, readHead } from "@backscroll/wire";
import { describe, expect, test } from "vitest";
import { codexDecoder } from "../src/index.ts";
import { agentEvent, call, event, item, type Line, line, meta, rolloutPath, said, textOf } from "./rollout.ts";

const detectText = (text: string, path = rolloutPath): Detection | null =>
  codexDecoder.detect(readHead(fromBytes(text), { path, place: "/codex/sessions" }, codexDecoder));
const detect = (lines: readonly Line[], path?: string): Detection | null => detectText(textOf(lines), path);

describe("rollouts", () => {
  test.each<[string, Line[]]>([
    ["with a header and an item", [meta(), said(1, "user", "hi")]],
    ["with events only", [meta(), agentEvent(1, "hi")]],
    ["that lost their header", [said(1, "user", "hi")]],
    ["whose first line is of a kind that is not known", [line("new_kind", 0, {}), meta(), said(1, "user", "hi")]],
    [
      "of the versions without envelope",
      [
        { id: "a", timestamp: "2025-05-01T10:00:00Z", instructions: null },
        { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
      ],
    ],
    ["that begin with a bare call", [{ type: "function_call", name: "shell", arguments: "{}", call_id: "c" }]],
  ])("%s are known", (_, lines) => {
    expect(detect(lines)).toEqual({ kind: "yes" });
  });

  test("the TypeScript program's single object is known, its items are the records", () => {
    const text = JSON.stringify({
      session: { id: "a", timestamp: "2025-04-20T10:00:00Z", instructions: "" },
      items: [{ type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] }],
    });
    expect(frameModeOf(fromBytes(text), codexDecoder.wrappers)).toBe("values");
    expect(detectText(text, "/codex/sessions/rollout-2025-04-20-a.json")).toEqual({ kind: "yes" });
  });

  test.each<[string, Line[]]>([
    ["header alone", [meta()]],
    [
      "bookkeeping alone",
      [meta(), line("turn_context", 1, { cwd: "/w" }), event(2, { type: "token_count", info: null })],
    ],
    [
      "thinking alone",
      [meta(), item(1, { type: "reasoning", summary: [] }), event(2, { type: "agent_reasoning", text: "x" })],
    ],
  ])("%s is empty", (_, lines) => {
    expect(detect(lines)).toEqual({ kind: "empty", reason: "no conversation in it" });
  });

  test("what recognition did not see to its end is not called empty", () => {
    const many = Array.from({ length: 60 }, (_, second) => event(second % 60, { type: "token_count", info: null }));
    expect(detect([meta(), ...many])).toEqual({ kind: "yes" });
    expect(detect([meta({ base_instructions: "x".repeat(400_000) })])).toEqual({ kind: "yes" });
  });

  test("what `codex exec --json` prints is no log", () => {
    expect(detect([{ type: "thread.started", thread_id: "a" }, { type: "turn.started" }])).toMatchObject({
      kind: "unsupported",
    });
  });
});

describe("other programs' logs", () => {
  test.each<[string, Line[]]>([
    ["Pi", [{ type: "session", version: 3, id: "a", timestamp: "2026-03-01T10:00:00Z", cwd: "/w" }]],
    [
      "Pi's messages",
      [
        {
          type: "message",
          id: "a",
          parentId: null,
          timestamp: "2026-03-01T10:00:00Z",
          message: { role: "user", content: [] },
        },
      ],
    ],
    [
      "Claude Code",
      [{ type: "user", sessionId: "s", uuid: "u", parentUuid: null, message: { role: "user", content: "hi" } }],
    ],
    ["Copilot", [{ type: "session.start", id: "a", timestamp: "2026-03-01T10:00:00Z", data: {} }]],
    ["a list of names", [{ id: "a", timestamp: "2026-03-01T10:00:00Z", thread_name: "x" }]],
  ])("%s", (_, lines) => {
    expect(detect(lines)).toBeNull();
  });

  test("an empty file is nobody's", () => {
    expect(detectText("")).toBeNull();
  });
});

test.each<[JsonObject, boolean]>([
  [meta(), true],
  [call(1, "c", "shell", "{}"), true],
  [{ record_type: "state" }, true],
  [{ type: "text", text: "x" }, false],
  [{ type: "input_text", text: "x" }, false],
  [{ type: "message" }, false],
  [{ type: "message", role: "user", content: [{ type: "input_text", text: "x" }] }, true],
  [{ type: "message", role: "user", content: [{ type: "text", text: "x" }] }, false],
  [{ type: "reasoning", summary: [] }, false],
])("%j can stand as a record: %s", (value, expected) => {
  expect(codexDecoder.isRecord(value)).toBe(expected);
});
