/** Owns records of Pi and Claude Code logs of every kind, chained as the programs chain them. */

export type LogRecord = { readonly [key: string]: unknown };

export const linesOf = (records: readonly unknown[]): string =>
  records.map((record) => `${typeof record === "string" ? record : JSON.stringify(record)}\n`).join("");

/** ISO time of a second of 1 October 2026, 10:00 UTC. */
export const at = (second: number): string => new Date(Date.UTC(2026, 9, 1, 10, 0, second)).toISOString();

/** Id of a Pi log's entry, counted from 1. */
export const piId = (session: string, number: number): string => `${session}-${number}`;

/** A Pi v3 log, each entry after the one before it unless it says otherwise. */
export const piEntries = (id: string, entries: readonly LogRecord[], header: LogRecord = {}): string =>
  linesOf([
    { type: "session", version: 3, id, timestamp: at(0), cwd: "/home/u/app", ...header },
    ...entries.map((entry, index) => ({
      id: piId(id, index + 1),
      parentId: index === 0 ? null : piId(id, index),
      timestamp: at(index + 1),
      ...entry,
    })),
  ]);

export const piUser = (text: string): LogRecord => ({ type: "message", message: { role: "user", content: text } });

export const piReply = (text: string, call?: string): LogRecord => ({
  type: "message",
  message: {
    role: "assistant",
    content: [
      { type: "text", text },
      ...(call === undefined ? [] : [{ type: "toolCall", id: call, name: "bash", arguments: { command: call } }]),
    ],
  },
});

export const piResult = (call: string, text: string, tool = "bash"): LogRecord => ({
  type: "message",
  message: {
    role: "toolResult",
    toolCallId: call,
    toolName: tool,
    content: [{ type: "text", text }],
    isError: false,
  },
});

/** Lines of a Claude Code log, each after the one before it unless it says otherwise; uuids begin with `chain`. */
export const claudeRecords = (session: string, records: readonly LogRecord[], chain = "a"): string =>
  linesOf(
    records.map((record, index) => ({
      parentUuid: index === 0 ? null : claudeId(chain, index),
      isSidechain: false,
      userType: "external",
      cwd: "/home/u/app",
      sessionId: session,
      version: "2.1.0",
      uuid: claudeId(chain, index + 1),
      timestamp: at(index + 1),
      ...record,
    })),
  );

export const claudeId = (chain: string, number: number): string =>
  `${chain.padEnd(8, "0")}-0000-4000-8000-${String(number).padStart(12, "0")}`;

export const claudeUser = (content: unknown): LogRecord => ({ type: "user", message: { role: "user", content } });

export const claudeReply = (message: string, content: readonly LogRecord[]): LogRecord => ({
  type: "assistant",
  message: { id: message, role: "assistant", content },
});
