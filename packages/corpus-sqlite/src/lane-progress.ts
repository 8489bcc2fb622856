/** Owns what is known of one session of a source while its events are being indexed. */
import type { CopyMatcher } from "@backscroll/corpus";
import { type FoldEvent, foldEventOf, type LinkedEvent } from "@backscroll/wire";
import type { SessionLedger } from "./ledger.ts";
import type { SessionRow } from "./session-row.ts";

export interface LaneProgress {
  readonly lane: string;
  readonly session: number;
  readonly row: SessionRow | null;
  firstSeq: number;
  lastSeq: number;
  events: number;
  lastEventAt: number | null;
  firstEventAt: number | null;
  previousRecord: number;
  /** Every new event follows the one before, so that the fold only grows at its end. */
  linear: boolean;
  ledger: SessionLedger | null;
  matcher: CopyMatcher | null;
  /** Under which its events are indexed. */
  readonly cwd: string | null;
  /** Its events as a fold wants them, while they are few and all of them were decoded just now; else they are read back. */
  remembered: FoldEvent[] | null;
  /** Only events that say so themselves are copies: equal keys may be chance. */
  markedCopies: boolean;
}

const linearRoles: ReadonlySet<string | null> = new Set(["user", "assistant", "tool"]);

const mostRemembered = 50_000;

/** Before the first event of a session (`row` null), or before what was added to it. */
export const startLane = (
  lane: string,
  session: number,
  row: SessionRow | null,
  ledger: SessionLedger | null,
  matcher: CopyMatcher | null,
  cwd: string | null,
): LaneProgress => ({
  cwd,
  lane,
  session,
  row,
  firstSeq: Number.MAX_SAFE_INTEGER,
  lastSeq: row?.last_seq ?? 0,
  events: row?.events ?? 0,
  lastEventAt: row?.last_event_at ?? null,
  firstEventAt: row?.first_event_at ?? null,
  previousRecord: 0,
  linear: row !== null,
  ledger,
  matcher,
  remembered: row === null && ledger === null ? [] : null,
  markedCopies: false,
});

/** Takes an event into account. */
export const advanceLane = (lane: LaneProgress, event: LinkedEvent): void => {
  if (
    event.evidence !== undefined ||
    event.referenceSeqs.length > 0 ||
    !linearRoles.has(event.role) ||
    (event.part === 0 && event.parentSeq !== lane.previousRecord)
  ) {
    lane.linear = false;
  }
  if (lane.remembered !== null && lane.remembered.push(foldEventOf(event)) > mostRemembered) lane.remembered = null;
  if (event.part === 0) lane.previousRecord = event.seq;
  lane.firstSeq = Math.min(lane.firstSeq, event.seq);
  lane.lastSeq = Math.max(lane.lastSeq, event.seq);
  lane.events++;
  if (event.createdAt !== null) {
    lane.lastEventAt = Math.max(lane.lastEventAt ?? event.createdAt, event.createdAt);
    lane.firstEventAt = Math.min(lane.firstEventAt ?? event.createdAt, event.createdAt);
  }
};
