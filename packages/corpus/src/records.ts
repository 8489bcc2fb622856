/** Owns what the corpus says of a session and of an event. Does not own how either is found. */
import type { Branch, Json, Origin, ParentKind, Ranges, Role, Surface, ToolFacts, Window } from "@backscroll/wire";

/** `live` while a program runs it, `persisted` while its log is on disk; both may hold. */
export type Availability = "live" | "persisted";

/** Where a session came from. */
export interface SessionParent {
  readonly kind: ParentKind;
  /** Canonical id of the parent, whether or not the corpus has it; null where the log names only a file that is gone. */
  readonly session: string | null;
  /** True where the corpus does not have the parent. */
  readonly missing: boolean;
}

/** What is known of a session without reading its log. */
export interface SessionRecord {
  /** Canonical id, `<wire>:<native id>`. */
  readonly session: string;
  readonly wire: string;
  readonly nativeId: string;
  readonly cwd: string | null;
  /** Latest recorded title, null where none. */
  readonly title: string | null;
  /** First genuine prompt, for people's lists where there is no title. */
  readonly firstPrompt: string | null;
  /** Epoch milliseconds, as are all times. */
  readonly createdAt: number | null;
  readonly lastEventAt: number | null;
  /** Number of slots; the highest seq, unless the log was rewritten. */
  readonly events: number;
  readonly parent: SessionParent | null;
  /** At least one. */
  readonly availability: readonly Availability[];
  /** The native log, for people only: never shown to a model. */
  readonly path: string | null;
  readonly programVersion: string | null;
  /** The program's own command to reopen it, null where it has none. */
  readonly resumeCommand: string | null;
  readonly flags: readonly string[];
}

/** The address of an event, the same everywhere: canonical session id and seq. */
export interface EventAddress {
  readonly session: string;
  readonly seq: number;
}

/** What a reader must know of an event before believing it. Marks that do not apply are false or null. */
export interface EventState {
  readonly branch: Branch;
  readonly surface: Surface;
  readonly beforeCompaction: boolean;
  /** Whether it is in the caller's context now; null without a caller or where unknown. */
  readonly inContext: boolean | null;
  /** Parent session, where this event's session is a subagent. */
  readonly subagentOf: string | null;
  /** The event that this one is a copy of. */
  readonly copyOf: EventAddress | null;
  /** On a result: the seq of its call. */
  readonly callSeq: number | null;
  /** The tool that ran says that it cut its output. */
  readonly truncated: boolean;
  /** A result of one of Backscroll's own tools. */
  readonly echo: boolean;
}

/** What is known of an event, without its text. Times are epoch milliseconds. */
export interface EventRecord extends EventAddress, EventState {
  /** The record's own identity in its log. */
  readonly key: string;
  readonly type: string;
  readonly role: Role | null;
  readonly createdAt: number | null;
  readonly tool: ToolFacts | null;
  readonly author: string | null;
}

/** An event with everything that is recorded of it. */
export interface EventContent extends EventRecord {
  /** Byte range of the native record in its source. */
  readonly origin: Origin & { readonly path: string };
  /** JSON pointer of the event in its record. */
  readonly pointer: string;
  /** The native record, whole. */
  readonly record: Json;
  readonly document: string;
}

/** One context window of a session, with what began it. */
export type SessionWindow = Window;

/** A source that gives less than it holds, or nothing, and why. */
export interface SkippedSource {
  /** Path, for people only. */
  readonly source: string;
  /** The wire that it belongs to, null where none knows it. */
  readonly wire: string | null;
  /** `unreadable`, `vanished`, `empty`, `unsupported`, `unknown`, `malformed`, `oversized`, `duplicate`, `hidden`, `looping`, `missing`, `failed`. */
  readonly reason: string;
  /** One sentence. */
  readonly message: string;
}

/** What an answer covers and what it does not: read with every result, and above all with an empty one. */
export interface Coverage {
  /** Sessions in scope, and their events. */
  readonly sessions: number;
  readonly events: number;
  /** Sources known to hold more than what is indexed yet. */
  readonly behind: number;
  readonly skipped: readonly SkippedSource[];
  /** Matches that the session filters hid; counted only where `countHidden` asks, else null. `hiddenCapped`: at least that many. */
  readonly hidden: number | null;
  readonly hiddenCapped: boolean;
  /** Matches left out because they are results of Backscroll's own tools. */
  readonly echoes: number;
  /** Matches left out by a time filter because they have no time. */
  readonly untimed: number;
  /** True where only the newest matches were ranked. */
  readonly windowed: boolean;
  /** With zero hits: the query's terms that are found nowhere in scope. */
  readonly missingTerms: readonly string[];
  /** With zero hits: the largest set of terms that does match, with its count. */
  readonly largestSubset: { readonly terms: readonly string[]; readonly count: number } | null;
}

/** Ranges of seqs, ascending and disjoint. */
export type SeqRanges = Ranges;
