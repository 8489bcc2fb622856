/**
 * Owns the shape of a session's folded state (branch, surface, windows, boundary) and the range
 * arithmetic that it is written in. Each decoder folds its own format; see `tree.ts` for the
 * walk that tree formats share.
 */
import type { Role } from "./event.ts";
import type { Json } from "./json.ts";

/** Ascending, disjoint, inclusive seq ranges. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** What a fold sees of one event; far smaller than the event, so that a whole session fits in memory. */
export interface FoldEvent {
  readonly seq: number;
  readonly part: number;
  readonly parentSeq: number;
  readonly type: string;
  readonly role: Role | null;
  readonly logOnly: boolean;
  readonly createdAt: number | null;
  /** Hash of the slot's `group`, null where it has none. */
  readonly group: number | null;
  readonly callSeq: number | null;
  readonly referenceSeqs: readonly (number | null)[];
  readonly evidence: Json | undefined;
}

/** A context window: the events between two boundaries. */
export interface Window {
  readonly from: number;
  /** Last seq, null while the window is open. */
  readonly to: number | null;
  /** What began this window; null for the first. */
  readonly boundary: "compaction" | "reset" | null;
  /** Seq of the summary or handoff text that opens the window. */
  readonly summarySeq: number | null;
  /** First earlier seq that stayed in context, null where nothing was kept. */
  readonly firstRetainedSeq: number | null;
}

/** Events that a later one took the place of in the model's context. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** The state of one session that follows from all of its events. */
export interface Fold {
  /** Events that are not on the active branch. */
  readonly inactive: Ranges;
  /** Events on the active branch that the model no longer sees. */
  readonly shadowed: Ranges;
  /**
   * Boundary of the current context: the first retained seq where what is kept is a suffix, else the
   * compaction's or the reset's own seq; null where the context never was cut.
   */
  readonly boundary: number | null;
  /** At least one, ascending. */
  readonly windows: readonly Window[];
  readonly replacements: readonly Replacement[];
  /** Seq of the active branch's last event, null for an empty session. */
  readonly head: number | null;
  /** Events whose type became known only from what followed them. */
  readonly retyped: readonly { readonly seq: number; readonly type: string; readonly role: Role | null }[];
  /** Damage that was folded around: `missing-parent`, `cycle`, `several-roots`, `dangling-compaction`, … */
  readonly flags: readonly string[];
}

/** The fold of a session with one branch and one window. */
export const plainFold = (head: number | null): Fold => ({
  inactive: [],
  shadowed: [],
  boundary: null,
  windows: [{ from: 1, to: null, boundary: null, summarySeq: null, firstRetainedSeq: null }],
  replacements: [],
  head,
  retyped: [],
  flags: [],
});

/** True where `seq` lies in one of `ranges`. */
export const inRanges = (ranges: Ranges, seq: number): boolean => {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle] as readonly [number, number];
    if (seq < range[0]) high = middle - 1;
    else if (seq > range[1]) low = middle + 1;
    else return true;
  }
  return false;
};

/** The ranges that hold exactly the given ascending seqs. */
export const rangesOf = (seqs: Iterable<number>): Ranges => {
  const ranges: [number, number][] = [];
  for (const seq of seqs) {
    const last = ranges[ranges.length - 1];
    if (last !== undefined && seq === last[1] + 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
};
