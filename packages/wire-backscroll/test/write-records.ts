/** Owns making logs of a few words, and decoding them. */
import { type DecodedSession, decodeSource, type FrameProblem, fromBytes } from "@backscroll/wire";
import { backscrollDecoder } from "../src/backscroll-decoder.ts";

export const header = {
  type: "session",
  version: 1,
  id: "one",
  created_at: "2026-03-01T10:00:00.000Z",
  cwd: "/project",
};

export const identity = { path: "/home/sessions/one.jsonl", place: "/home/sessions" };

/** A record as the writer writes it; `seq` is its number and gives its time. */
export const record = (seq: number, type: string, data: object = {}, more: object = {}): object => ({
  seq_key: seq,
  type,
  time: new Date(Date.UTC(2026, 2, 1, 10, 0, seq)).toISOString(),
  data,
  ...more,
});

export const linesOf = (records: readonly unknown[]): string =>
  records.map((value) => `${typeof value === "string" ? value : JSON.stringify(value)}\n`).join("");

export const decodeText = (text: string): DecodedSession & { problems: readonly FrameProblem[] } => {
  const { sessions, problems } = decodeSource(backscrollDecoder, fromBytes(text), identity);
  return { ...(sessions[0] as DecodedSession), problems };
};

/** Decodes a header and records numbered from 1. */
export const decode = (...records: (readonly [type: string, data?: object, more?: object])[]) =>
  decodeText(linesOf([header, ...records.map(([type, data, more], index) => record(index + 1, type, data, more))]));
