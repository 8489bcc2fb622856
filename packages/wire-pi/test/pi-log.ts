/** Builds small Pi logs and decodes them. */
import { type DecodedSession, decodeSource, fromBytes, type Json } from "@backscroll/wire";
import { piDecoder } from "../src/index.ts";

export type Line = { readonly [key: string]: Json };

export const logPath = "/logs/2026-03-01T10-00-00-000Z_session-1.jsonl";

export const header = (more: Line = {}): Line => ({
  type: "session",
  version: 3,
  id: "session-1",
  timestamp: "2026-03-01T10:00:00.000Z",
  cwd: "/home/dev/project",
  ...more,
});

/** A record of the tree; its time counts up with `second`. */
export const entry = (type: string, id: string, parentId: string | null, second: number, more: Line = {}): Line => ({
  type,
  id,
  parentId,
  timestamp: `2026-03-01T10:00:${String(second).padStart(2, "0")}.000Z`,
  ...more,
});

export const message = (id: string, parentId: string | null, second: number, content: Line): Line =>
  entry("message", id, parentId, second, { message: content });

export const user = (id: string, parentId: string | null, second: number, text: string): Line =>
  message(id, parentId, second, { role: "user", content: text });

export const assistant = (
  id: string,
  parentId: string | null,
  second: number,
  text: string,
  calls: string[] = [],
): Line =>
  message(id, parentId, second, {
    role: "assistant",
    content: [
      { type: "text", text },
      ...calls.map((call) => ({ type: "toolCall", id: call, name: "bash", arguments: { command: call } })),
    ],
  });

export const result = (id: string, parentId: string | null, second: number, call: string, more: Line = {}): Line =>
  message(id, parentId, second, {
    role: "toolResult",
    toolCallId: call,
    toolName: "bash",
    content: [{ type: "text", text: `output of ${call}` }],
    isError: false,
    ...more,
  });

export const textOf = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

export const decodeText = (text: string, path = logPath) =>
  decodeSource(piDecoder, fromBytes(Buffer.from(text)), { path, place: "/logs" });

/** The session of a log with these lines. */
export const decode = (lines: readonly Line[], path = logPath): DecodedSession => {
  const session = decodeText(textOf(lines), path).sessions[0];
  if (session === undefined) throw new Error("no session");
  return session;
};
