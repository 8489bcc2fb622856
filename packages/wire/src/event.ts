/**
 * Owns the vocabulary of events: what one slot of a session is, before and after it has a seq.
 * Does not own any native format, nor how events are stored or searched.
 */
import type { Json } from "./json.ts";

/** Who speaks: a person, a model, a tool, or the program itself (machine-written context). */
export type Role = "user" | "assistant" | "tool" | "context";
/**
 * Whether the model sees an event now: `current`, `shadowed` (replaced, or on an inactive branch), `log-only` (it
 * never did).
 */
export type Surface = "current" | "shadowed" | "log-only";
/** Whether an event is on the branch that the conversation goes on from. */
export type Branch = "active" | "inactive";
/** How a call ended, as the log says it. */
export type ToolStatus = "ok" | "error" | "unfinished";

/** Event types with a shared meaning. The set is open: any other string is `<wire>/<kind>`. */
export const eventTypes = {
  userMessage: "user/message",
  assistantMessage: "assistant/message",
  toolCall: "tool/call",
  toolResult: "tool/result",
  contextCompaction: "context/compaction",
  contextReset: "context/reset",
  contextInjected: "context/injected",
  sessionTitle: "session/title",
  turnStart: "turn/start",
  turnEnd: "turn/end",
  stepStart: "step/start",
  stepEnd: "step/end",
} as const;

/** One call that ran inside another tool's call. Its result is never recorded. */
export interface NestedCall {
  readonly id: string;
  readonly name: string;
  readonly status: ToolStatus | null;
  readonly durationMs: number | null;
  readonly error: string | null;
  /** Arguments JSON as recorded, or null where only a size was kept. */
  readonly arguments: string | null;
  /** Bytes of the arguments where they were not kept. */
  readonly argumentsBytes: number | null;
}

/** Calls that ran inside one tool call, in recorded order. */
export interface NestedCalls {
  readonly calls: readonly NestedCall[];
  /** False where the program says that it dropped some. */
  readonly complete: boolean;
}

/** What is recorded of a tool call or of its result; nothing here is inferred. */
export interface ToolFacts {
  readonly name: string | null;
  /** On a call: the arguments verbatim (JSON text where the log holds JSON), null where none were recorded. */
  readonly arguments?: string | null;
  /** On a result. */
  readonly status?: ToolStatus;
  /** True where the tool that ran says that it cut its own output. */
  readonly outputTruncated?: boolean;
  /** Where the tool says the uncut output was put; often a path that is gone. */
  readonly fullOutputPath?: string;
  readonly nestedCalls?: NestedCalls;
}

/**
 * One slot as a decoder reads it from a record, before it has a seq.
 *
 * The slots of one record come in order; the first one's `key` is the record's key, by which
 * other records name it as parent.
 */
export interface Slot {
  /** Identity within the session, kept by rewrites and by copies of the record. */
  readonly key: string;
  readonly type: string;
  /** Null only for log-only slots. */
  readonly role: Role | null;
  /** Epoch milliseconds, null where the log has no time. */
  readonly createdAt: number | null;
  /**
   * Readable text of this slot alone: a message's text, a result's output, a title. Empty for a
   * call (its text is made from `tool`). Media are replaced by `mediaPlaceholder`; thinking is left out.
   * May hold marks of large strings (`large-string.ts`).
   */
  readonly text: string;
  /** Never was model context (titles, bookkeeping, unknown records). */
  readonly logOnly?: true;
  /** JSON pointer of this slot in its record; "" is the whole record. */
  readonly pointer: string;
  /** Key of the parent record; null for a root. Absent: it follows the lane's previous record. */
  readonly parent?: string | null;
  /** The session of a file that holds several; absent is the file's own session. */
  readonly lane?: string;
  readonly tool?: ToolFacts;
  /** Set on a call: the id that its result will name. */
  readonly callId?: string;
  /** Set on a result: the id of the call that it answers. */
  readonly resultOf?: string;
  /** Who wrote it, where the log says so. */
  readonly author?: string;
  /** A result of one of Backscroll's own tools. */
  readonly echo?: true;
  /** The record says that it copies another session's record. `session` is a native id. */
  readonly copiedFrom?: { readonly session: string; readonly key: string };
  /** Keys of earlier records that this one directly came from (a summary's range ends, say), recorded order. */
  readonly sources?: readonly string[];
  /** Keys of earlier records that `fold` needs; they arrive there as seqs, null where unknown. */
  readonly references?: readonly string[];
  /** Slots that belong together for the decoder's `fold` (an API message written on many lines). */
  readonly group?: string;
  /** What else the decoder's `fold` needs of this slot; small, absent for almost all. */
  readonly evidence?: Json;
}

/** Byte range of a record in its source. */
export interface Origin {
  /** Offset of the record's first byte. */
  readonly start: number;
  /** Offset after its last byte. */
  readonly end: number;
}

/** A slot with its address. */
export interface WireEvent extends Slot {
  readonly seq: number;
  /** Ordinal of the slot in its record, 0 for the first. */
  readonly part: number;
  readonly origin: Origin;
  /** Seq of the parent record's first slot; 0 for a root; -1 where the named parent is missing. */
  readonly parentSeq: number;
  /** Seq of the call that this result answers, null where there is none. */
  readonly callSeq: number | null;
  /** `sources` as seqs, unknown keys left out. */
  readonly sourceSeqs: readonly number[];
  /** `references` as seqs, in the same order. */
  readonly referenceSeqs: readonly (number | null)[];
}
