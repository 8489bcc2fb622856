import { fromBytes, readHead } from "@backscroll/wire";
import { describe, expect, it } from "vitest";
import { claudeCodeDecoder } from "../src/index.ts";
import { assistant, jsonLines, line, ownPath, ownSession, text, user } from "./decode-lines.ts";

const detect = (content: string, path = ownPath) =>
  claudeCodeDecoder.detect(readHead(fromBytes(content), { path, place: "/home/u" }, claudeCodeDecoder));

describe("detect", () => {
  it("knows a session from its first conversation line, wherever the file lies", () => {
    expect(detect(jsonLines([user("u1", null, "hello")]), "/elsewhere/copy.log")).toEqual({ kind: "yes" });
  });

  it("knows a session that begins with bookkeeping", () => {
    const rows = Array.from({ length: 20 }, (_, index) => ({ type: "summary", summary: `s${index}`, leafUuid: "x" }));
    expect(detect(jsonLines([...rows, user("u1", null, "hello")]))).toEqual({ kind: "yes" });
  });

  it("knows an export without ids", () => {
    const lines = [
      { type: "user", timestamp: "2024-01-01T10:00:00Z", message: { content: "Fix it" } },
      { type: "assistant", timestamp: "2024-01-01T10:00:05Z", message: { content: [text("Fixed")] } },
    ];
    expect(detect(jsonLines(lines))).toEqual({ kind: "yes" });
    expect(detect(JSON.stringify({ loglines: lines }, null, 2), "/x/session.json")).toEqual({ kind: "yes" });
  });

  it("tells why a file without conversation is empty", () => {
    expect(detect(jsonLines([{ type: "summary", summary: "Old work", leafUuid: "x" }]))).toEqual({
      kind: "empty",
      reason: "no conversation, only bookkeeping lines (summary)",
    });
    expect(detect("")).toEqual({ kind: "empty", reason: "empty file" });
  });

  it("does not call a file empty whose conversation may lie behind what it was shown", () => {
    const rows = Array.from({ length: 60 }, () => ({ type: "mode", mode: "normal", sessionId: ownSession }));
    expect(detect(jsonLines([...rows, user("u1", null, "hello")]))).toEqual({ kind: "yes" });
  });

  it.each([
    ["a Pi session", [{ type: "session", id: "x", timestamp: "2026-01-01T00:00:00Z", cwd: "/x" }]],
    ["a Codex rollout", [{ timestamp: "2026-01-01T00:00:00Z", type: "session_meta", payload: { id: "x" } }]],
    ["a Codex compaction", [{ timestamp: "2026-01-01T00:00:00Z", type: "user", payload: { message: {} } }]],
    [
      "a Qwen session",
      [
        {
          uuid: "a",
          parentUuid: null,
          sessionId: "s",
          type: "system",
          subtype: "x",
          timestamp: "2026-01-01T00:00:00Z",
        },
        { uuid: "b", parentUuid: "a", sessionId: "s", type: "user", message: { role: "user", parts: [{ text: "x" }] } },
      ],
    ],
    ["a Gemini log", [{ id: "1", timestamp: "2026-01-01T00:00:00Z", type: "user", content: "hi" }]],
    ["a Copilot log", [{ type: "session.start", data: { sessionId: "s" } }]],
    ["a prompt history", [{ display: "hi", timestamp: 1, project: "/x", sessionId: "s" }]],
    ["our own log", [{ type: "session", version: 1, id: "x", created_at: "2026-01-01T00:00:00Z", cwd: "/x" }]],
  ])("does not claim %s", (_name, lines) => {
    expect(detect(jsonLines(lines))).toBeNull();
  });

  it("does not claim an empty file elsewhere", () => {
    expect(detect("", "/home/u/.pi/agent/sessions/x.jsonl")).toBeNull();
  });
});

describe("isRecord", () => {
  it("accepts lines and refuses the objects inside them", () => {
    const accepted = [user("u1", null, "x"), assistant("a1", "u1", "m", []), line("progress", "p", null)];
    for (const value of accepted) expect(claudeCodeDecoder.isRecord(value)).toBe(true);
    expect(claudeCodeDecoder.isRecord({ type: "summary", summary: "x", leafUuid: "y" })).toBe(true);
    expect(claudeCodeDecoder.isRecord({ type: "tool_use", id: "x", name: "Bash", input: {} })).toBe(false);
    expect(claudeCodeDecoder.isRecord({ type: "text", text: "x" })).toBe(false);
  });
});

describe("resumeCommand", () => {
  it("reopens sessions, not their agents", () => {
    const of = (nativeId: string) => claudeCodeDecoder.resumeCommand({ nativeId, path: "/x", cwd: null });
    expect(of(ownSession)).toBe(`claude --resume ${ownSession}`);
    expect(of(`${ownSession}.a1`)).toBeNull();
  });
});
