/** Owns what the corpus answers. */
import type { Fold, Role, ToolFacts } from "@backscroll/wire";
import type { Coverage, EventAddress, EventContent, EventRecord, EventState, SessionRecord } from "./records.ts";

/** At most 240 code points around the first match, white space collapsed. */
export interface Excerpt {
  readonly text: string;
  /** Matches as code-point offsets into `text`, [from, to). */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** An event that matches, with the part of its text that does. */
export interface EventHit extends EventRecord {
  readonly excerpt: Excerpt;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** A session with its strongest event. */
export interface SessionHit {
  readonly session: SessionRecord;
  readonly event: EventHit;
}

/** What every page of a search carries. `nextCursor` is null on the last one. */
export interface Page {
  readonly nextCursor: string | null;
  readonly coverage: Coverage;
}

/** Hits one a session. */
export interface SessionPage extends Page {
  readonly hits: readonly SessionHit[];
}

/** Hits of one session, with the session as it was when they were found. */
export interface EventPage extends Page {
  readonly session: SessionRecord;
  readonly hits: readonly EventHit[];
}

/** Hits of any session, each with its session. */
export interface CorpusPage extends Page {
  readonly hits: readonly { readonly session: SessionRecord; readonly event: EventHit }[];
}

/** The sessions that a filter admits, all of them. */
export interface SessionList {
  /** By `createdAt` descending (unknown last), then id ascending. */
  readonly sessions: readonly SessionRecord[];
  readonly coverage: Coverage;
}

/** A session's header and latest recorded title, or the code and message of why there is none. */
export type TitleResult =
  | { readonly session: string; readonly header: SessionRecord; readonly title: string | null }
  | { readonly session: string; readonly code: string; readonly message: string };

/** A page of one session's events. `nextCursor` is null on the last one. */
export interface FilteredEvents {
  readonly session: SessionRecord;
  /** Ascending by seq. */
  readonly events: readonly EventRecord[];
  readonly nextCursor: string | null;
}

/** An event beside the one that was read. */
export interface Neighbour extends EventRecord {
  /** Readable text, at most 1000 code points. */
  readonly text: string;
}

/** An event, whole, between its neighbours; both lists ascend by seq. */
export interface EventRead {
  readonly session: SessionRecord;
  readonly event: EventContent;
  readonly before: readonly Neighbour[];
  readonly after: readonly Neighbour[];
}

/** A session with its descendants. */
export interface SessionNode {
  readonly session: SessionRecord;
  /** By creation, then id. */
  readonly children: readonly SessionNode[];
}

/** A session's family. */
export interface SessionTrace {
  readonly target: SessionRecord;
  /** Nearest first. */
  readonly ancestors: readonly SessionRecord[];
  readonly descendants: readonly SessionNode[];
  /** True where the chain of ancestors reaches a session without parent. */
  readonly complete: boolean;
  /** The first ancestor that the corpus does not have: its id, or null where the log names only a file. */
  readonly missingParent: string | null;
}

/** An event's relations. */
export interface EventTrace {
  readonly session: SessionRecord;
  readonly target: EventRecord;
  /** The event that took this one's place in context. */
  readonly replacedBy: EventRecord | null;
  /** `replacedBy`, then what replaced that, to the end. */
  readonly replacementChain: readonly EventRecord[];
  /** What this event took the place of. */
  readonly replaces: readonly EventRecord[];
  /** What it directly came from, in recorded order; copies name their original, also in another session. */
  readonly sources: readonly EventAddress[];
  /** Later events that name it as source. */
  readonly derived: readonly EventAddress[];
  /** False where the log's format does not record such relations. */
  readonly recorded: boolean;
}

/** One event of a transcript: facts only, its text is read with `document`. */
export interface TranscriptEvent extends EventState {
  readonly seq: number;
  /** On a call: the seq of its result, null where none. */
  readonly resultSeq: number | null;
  readonly parentSeq: number;
  readonly type: string;
  readonly role: Role | null;
  readonly createdAt: number | null;
  readonly logOnly: boolean;
}

/** Text of an event, whole or a slice. */
export interface DocumentSlice {
  readonly seq: number;
  readonly text: string;
  readonly key: string;
  readonly tool: ToolFacts | null;
  readonly author: string | null;
  /** Code points of the whole document. */
  readonly totalChars: number;
}

/** One observation of a session. */
export interface TranscriptFacts {
  readonly session: SessionRecord;
  readonly fold: Fold;
  /** Every slot of every branch, ascending by seq. */
  readonly events: readonly TranscriptEvent[];
  /** Names the decoding that the seqs come from: kept while the log grows, another once it was rewritten. */
  readonly generation: string;
}

/** What a selector stands for. `total` counts the sessions that it fits. */
export type Resolution =
  | { readonly kind: "found"; readonly session: SessionRecord }
  | { readonly kind: "unknown" }
  /** At most 10 candidates. */
  | { readonly kind: "ambiguous"; readonly candidates: readonly SessionRecord[]; readonly total: number };

/** One change of what is indexed. */
export interface CorpusChange {
  readonly session: string;
  /** Seqs that are new or changed. */
  readonly from: number;
  readonly to: number;
}
