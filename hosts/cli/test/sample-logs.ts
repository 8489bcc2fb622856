/** Owns small logs of each agent, as lines of text, for tests that run over real files. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

type Line = Record<string, unknown>;

export const writeLines = (path: string, lines: readonly (Line | string)[]): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  return path;
};

/** ISO time of a second on 1 November 2026, 10:00 UTC. */
export const at = (second: number): string => new Date(Date.UTC(2026, 10, 1, 10, 0, second)).toISOString();

export interface PiEntry {
  readonly id: string;
  readonly parentId?: string | null;
  readonly line: Line;
  readonly time?: string;
}

export const piUser = (text: string): Line => ({ type: "message", message: { role: "user", content: text } });

export const piAssistant = (
  text: string,
  call?: { readonly id: string; readonly name: string; readonly arguments: Line },
): Line => ({
  type: "message",
  message: {
    role: "assistant",
    content: [
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...(call === undefined ? [] : [{ type: "toolCall", ...call }]),
    ],
  },
});

export const piResult = (toolCallId: string, toolName: string, text: string): Line => ({
  type: "message",
  message: { role: "toolResult", toolCallId, toolName, content: [{ type: "text", text }], isError: false },
});

/** A Pi session; each entry follows the one before it unless it names a parent. Returns its path. */
export const writePiSession = (
  home: string,
  id: string,
  cwd: string,
  entries: readonly PiEntry[],
  header: Line = {},
): string => {
  let last: string | null = null;
  const lines = entries.map(({ id: entryId, parentId, line, time }, index) => {
    const written = {
      ...line,
      id: entryId,
      parentId: parentId === undefined ? last : parentId,
      timestamp: time ?? at(index + 1),
    };
    last = entryId;
    return written;
  });
  return writeLines(join(home, ".pi", "agent", "sessions", "--project--", `2026-11-01T10-00-00-000Z_${id}.jsonl`), [
    { type: "session", version: 3, id, timestamp: at(0), cwd, ...header },
    ...lines,
  ]);
};

/** A Claude Code session of one prompt and one reply. */
export const writeClaudeCodeSession = (
  home: string,
  id: string,
  cwd: string,
  prompt: string,
  reply: string,
): string => {
  const shared = { sessionId: id, cwd, version: "2.0.0", isSidechain: false, userType: "external" };
  return writeLines(join(home, ".claude", "projects", "-project", `${id}.jsonl`), [
    {
      ...shared,
      type: "user",
      uuid: `${id}-1`,
      parentUuid: null,
      timestamp: at(1),
      message: { role: "user", content: prompt },
    },
    {
      ...shared,
      type: "assistant",
      uuid: `${id}-2`,
      parentUuid: `${id}-1`,
      timestamp: at(2),
      message: { id: `msg-${id}`, role: "assistant", type: "message", content: [{ type: "text", text: reply }] },
    },
  ]);
};

/** A Codex rollout of one prompt and one reply. */
export const writeCodexSession = (home: string, id: string, cwd: string, prompt: string, reply: string): string => {
  const item = (second: number, role: string, type: string, text: string): Line => ({
    timestamp: at(second),
    type: "response_item",
    payload: { type: "message", role, content: [{ type, text }] },
  });
  return writeLines(join(home, ".codex", "sessions", "2026", "11", "01", `rollout-2026-11-01T10-00-00-${id}.jsonl`), [
    {
      timestamp: at(0),
      type: "session_meta",
      payload: { id, timestamp: at(0), cwd, originator: "codex_cli_rs", cli_version: "0.50.0", source: "cli" },
    },
    item(1, "user", "input_text", prompt),
    item(2, "assistant", "output_text", reply),
  ]);
};
