/** Owns making fold events of a few words. */
import type { FoldEvent } from "../src/fold.ts";

export const foldEvent = (seq: number, more: Partial<FoldEvent> = {}): FoldEvent => ({
  seq,
  part: 0,
  parentSeq: seq - 1,
  type: "user/message",
  role: "user",
  logOnly: false,
  createdAt: null,
  group: null,
  callSeq: null,
  referenceSeqs: [],
  evidence: undefined,
  ...more,
});

export const user = (seq: number, more: Partial<FoldEvent> = {}): FoldEvent => foldEvent(seq, more);

export const assistant = (seq: number, more: Partial<FoldEvent> = {}): FoldEvent =>
  foldEvent(seq, { type: "assistant/message", role: "assistant", ...more });

/** A call in the record at `record`, or a record of its own. */
export const call = (seq: number, record?: number, more: Partial<FoldEvent> = {}): FoldEvent =>
  foldEvent(seq, {
    type: "tool/call",
    role: "tool",
    ...(record === undefined ? {} : { part: seq - record, parentSeq: record }),
    ...more,
  });

export const result = (seq: number, callSeq: number, more: Partial<FoldEvent> = {}): FoldEvent =>
  foldEvent(seq, { type: "tool/result", role: "tool", callSeq, ...more });

export const logOnly = (seq: number, type = "x/bookkeeping"): FoldEvent =>
  foldEvent(seq, { type, role: null, logOnly: true });
