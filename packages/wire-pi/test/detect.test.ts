import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { detectSource, fromBytes, type JsonObject, readHead } from "@backscroll/wire";
import { describe, expect, test } from "vitest";
import { piDecoder } from "../src/index.ts";
import { compaction } from "./compaction-records.ts";
import { assistant, entry, header, type Line, logPath, textOf, user } from "./pi-log.ts";

const detectText = (text: string, path = logPath) => {
  const identity = { path, place: "/logs" };
  return piDecoder.detect(readHead(fromBytes(Buffer.from(text)), identity, piDecoder));
};
const detect = (lines: readonly Line[], path = logPath) => detectText(textOf(lines), path);

describe("recognised logs", () => {
  test.each([
    ["version 3", [header(), user("a", null, 1, "hi")]],
    [
      "no version",
      [{ type: "session", id: "s", timestamp: "2025-11-01T00:00:00Z", cwd: "/w" }, user("a", null, 1, "hi")],
    ],
    ["a title line before the header", [{ type: "title", v: 1, title: "T" }, header(), user("a", null, 1, "hi")]],
    ["a newer version", [header({ version: 9 }), user("a", null, 1, "hi")]],
    ["only records of unknown types", [header(), entry("compact", "a", null, 1)]],
    ["a log that lost its header", [assistant("b", "a", 2, "hello"), user("c", "b", 3, "more")]],
    ["a lost header before a compaction", [compaction("b", "a", 2, "a"), user("c", "b", 3, "more")]],
  ])("%s", (_, lines) => {
    expect(detect(lines)).toEqual({ kind: "yes" });
  });

  test("a BOM before the header costs nothing", () => {
    expect(detectText(`\uFEFF${textOf([header(), user("a", null, 1, "hi")])}`)).toEqual({ kind: "yes" });
  });
});

describe("logs without conversation", () => {
  test("a header alone, and settings alone, are empty with a reason", () => {
    expect(detect([header()])).toEqual({ kind: "empty", reason: "a header and no records" });
    expect(detect([{ type: "title", v: 1, title: "T" }, header()])?.kind).toBe("empty");
    expect(detect([header(), entry("model_change", "a", null, 1), entry("session_info", "b", "a", 2)])).toEqual({
      kind: "empty",
      reason: "no message, only settings",
    });
  });
});

describe("forms that cannot be decoded", () => {
  test("storage version 4", () => {
    expect(detect([{ v: 4, kind: "header", id: "s", storageVersion: 1, createdAt: 1, cwd: "/w" }])).toEqual({
      kind: "unsupported",
      reason: "Pi's short-lived storage version 4",
    });
  });

  test("the event log of August 2025", () => {
    const lines: Line[] = [
      { type: "session", id: "s", timestamp: "2025-08-10T00:00:00Z", cwd: "/w", config: { model: "m" } },
      { type: "event", event: { type: "message_end", message: { role: "user", content: "hi" } } },
    ];
    expect(detect(lines)).toEqual({ kind: "unsupported", reason: "Pi's event log of August 2025" });
  });

  test("a compressed log that OpenClaw put aside", () => {
    const identity = { path: "/c/.openclaw/agents/main/sessions/a.jsonl.reset.1.zst", place: "/c" };
    const head = { ...identity, records: [], bytes: Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0) };
    expect(piDecoder.detect(head)?.kind).toBe("unsupported");
  });
});

describe("logs of other programs", () => {
  test.each<[string, Line[]]>([
    ["our own", [{ type: "session", version: 1, id: "s", created_at: "2026-03-01T10:00:00Z", cwd: "/w" }]],
    [
      "Claude Code",
      [{ type: "user", uuid: "u", parentUuid: null, sessionId: "s", message: { role: "user", content: "hi" } }],
    ],
    ["Codex", [{ type: "session_meta", timestamp: "2026-03-01T10:00:00Z", payload: { id: "s" } }]],
    [
      "old Codex",
      [
        { id: "s", timestamp: "2025-05-01T10:00:00Z", instructions: null },
        { type: "message", role: "user", content: [] },
      ],
    ],
    ["Copilot", [{ type: "session.start", data: {}, id: "e", timestamp: "2026-03-01T10:00:00Z", parentId: null }]],
    ["Droid", [{ type: "session_start", id: "s", title: "t", cwd: "/w" }, user("a", null, 1, "hi")]],
    ["ACP", [{ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }]],
    ["Gemini", [{ sessionId: "s", projectHash: "h", startTime: "2026-03-01T10:00:00Z", messages: [] }]],
    ["bare messages", [{ type: "message", role: "user", content: "hi", timestamp: "2026-03-01T10:00:00Z" }]],
    ["a title in some other folder", [{ type: "title", title: "T" }]],
  ])("%s", (_, lines) => {
    expect(detect(lines)).toBeNull();
  });

  test("nothing parsable is nobody's", () => {
    expect(detectText("")).toBeNull();
    expect(detectText("hello\nworld\n")).toBeNull();
  });
});

test("a file is detected on disk whatever its name", () => {
  const folder = mkdtempSync(join(tmpdir(), "pi-detect-"));
  const path = join(folder, "notes.jsonl");
  writeFileSync(path, textOf([header(), user("a", null, 1, "hi")]));
  expect(detectSource([piDecoder], { path, place: folder })).toMatchObject({ kind: "yes", mode: "lines" });
  rmSync(folder, { recursive: true, force: true });
});

test("only what looks like a record is recovered from a damaged line", () => {
  const isRecord = (value: JsonObject) => piDecoder.isRecord(value);
  expect(isRecord(user("a", null, 1, "hi"))).toBe(true);
  expect(isRecord({ type: "message", timestamp: "2025-11-01T00:00:00Z", message: { role: "user" } })).toBe(true);
  expect(isRecord(header())).toBe(true);
  expect(isRecord({ type: "text", text: "hi" })).toBe(false);
  expect(isRecord({ type: "toolCall", id: "c", name: "bash", arguments: {} })).toBe(false);
  expect(isRecord({ command: "ls" })).toBe(false);
});
