/**
 * Owns what a transcript is made of: events, folded runs, boundaries and gaps, in order. Pure; reads no text.
 */

import type { TranscriptEvent, TranscriptFacts } from "@backscroll/corpus";
import { eventTypes, type Window } from "@backscroll/wire";

export interface TranscriptOptions {
  readonly branch: "active" | "all";
  /** Inclusive seqs. */
  readonly from: number;
  readonly to: number;
  /** Everything apart and whole, log-only events too. */
  readonly full: boolean;
}

export type TranscriptItem =
  | { readonly kind: "window"; readonly ordinal: number; readonly total: number; readonly window: Window }
  | { readonly kind: "event"; readonly event: TranscriptEvent }
  /** A run of tool events; `calls` are their calls and results whose call is not shown. */
  | { readonly kind: "tools"; readonly from: number; readonly to: number; readonly calls: readonly TranscriptEvent[] }
  /** Events that are not shown because they are on an inactive branch. */
  | { readonly kind: "inactive"; readonly from: number; readonly to: number; readonly events: number };

export interface TranscriptPlan {
  readonly items: readonly TranscriptItem[];
  /** Log-only events in range that are left out. */
  readonly logOnly: number;
  /** Events in range on inactive branches that are left out. */
  readonly inactive: number;
  /** Events outside `from` to `to`. */
  readonly outside: number;
}

const isTool = (event: TranscriptEvent): boolean =>
  event.type === eventTypes.toolCall || event.type === eventTypes.toolResult;

/** A result is part of its call's document; only one whose call is not shown stands for itself. */
const isOwnItem = (event: TranscriptEvent, shown: ReadonlySet<number>): boolean =>
  event.type !== eventTypes.toolResult || event.callSeq === null || !shown.has(event.callSeq);

/** The items of the chosen events, and how many events they leave out. */
export const planTranscript = (
  { events, fold }: Pick<TranscriptFacts, "events" | "fold">,
  { branch, from, to, full }: TranscriptOptions,
): TranscriptPlan => {
  const items: TranscriptItem[] = [];
  const inRange = events.filter(({ seq }) => seq >= from && seq <= to);
  const shownCalls = new Set(
    inRange
      .filter((event) => event.type === eventTypes.toolCall && (branch === "all" || event.branch === "active"))
      .map(({ seq }) => seq),
  );
  let logOnly = 0;
  let inactive = 0;
  let tools: { from: number; to: number; calls: TranscriptEvent[] } | null = null;
  let gap: { from: number; to: number; events: number } | null = null;
  const close = (): void => {
    if (tools !== null) items.push({ kind: "tools", ...tools });
    if (gap !== null) items.push({ kind: "inactive", ...gap });
    tools = null;
    gap = null;
  };
  let nextWindow = fold.windows.findIndex((window) => window.boundary !== null);
  for (const event of inRange) {
    let window = nextWindow < 0 ? undefined : fold.windows[nextWindow];
    while (window !== undefined && window.from <= event.seq) {
      const following = fold.windows[nextWindow + 1];
      // Of windows that begin before the range only the one it lies in is told.
      if (window.boundary !== null && (following === undefined || following.from > event.seq)) {
        close();
        items.push({ kind: "window", ordinal: nextWindow + 1, total: fold.windows.length, window });
      }
      nextWindow += 1;
      window = following;
    }
    if (branch === "active" && event.branch === "inactive") {
      inactive += 1;
      if (tools !== null) close();
      gap ??= { from: event.seq, to: event.seq, events: 0 };
      gap.to = event.seq;
      gap.events += 1;
      continue;
    }
    if (!full && event.logOnly) {
      logOnly += 1;
      continue;
    }
    if (gap !== null) close();
    if (!full && isTool(event)) {
      tools ??= { from: event.seq, to: event.seq, calls: [] };
      tools.to = event.seq;
      if (isOwnItem(event, shownCalls)) tools.calls.push(event);
      continue;
    }
    if (tools !== null) close();
    if (isOwnItem(event, shownCalls)) items.push({ kind: "event", event });
  }
  close();
  return { items, logOnly, inactive, outside: events.length - inRange.length };
};
