/**
 * Owns a session's folded state: which lines the active branch holds, where compaction cut the context, and what
 * the model no longer sees.
 */
import { type Fold, type FoldEvent, inRanges, plainFold, type Ranges, rangesOf, type Window } from "@backscroll/wire";
import { activeLines } from "./active-branch.ts";
import { Chain } from "./chain.ts";
import { type Compaction, compactionsOf } from "./compactions.ts";
import { clearedEvents, summedUpEvents } from "./replacements.ts";

const windowsOf = (compactions: readonly Compaction[]): Window[] => {
  const windows: Window[] = [{ from: 1, to: null, boundary: null, summarySeq: null, firstRetainedSeq: null }];
  for (const compaction of compactions) {
    const before = windows[windows.length - 1] as Window;
    windows[windows.length - 1] = { ...before, to: compaction.from - 1 };
    const [kept] = [...compaction.preserved].sort((one, other) => one - other);
    windows.push({
      from: compaction.from,
      to: null,
      boundary: "compaction",
      summarySeq: compaction.summary,
      firstRetainedSeq: kept ?? null,
    });
  }
  return windows;
};

const seqsWhere = (events: readonly FoldEvent[], holds: (event: FoldEvent) => boolean): Ranges =>
  rangesOf(events.filter(holds).map((event) => event.seq));

/** Folds one session's events, ascending by seq. `head` is a running program's own cursor, where known. */
export const foldSession = (source: Iterable<FoldEvent>, head?: number): Fold => {
  const events = [...source];
  const last = events[events.length - 1];
  if (last === undefined) return plainFold(null);
  const chain = new Chain(events);
  const branch = activeLines(chain, head);
  const isInactive = (seq: number): boolean => !branch.active.has(chain.lineOf(seq)) && chain.isLinked(seq);
  const compactions = compactionsOf(chain, branch.path);
  const latest = compactions[compactions.length - 1];
  const cleared = clearedEvents(chain, events, isInactive);
  const clearedRanges = cleared.map(({ from, to }) => [from, to] as const);
  return {
    inactive: seqsWhere(events, ({ seq }) => isInactive(seq)),
    shadowed: seqsWhere(events, ({ seq }) => {
      if (isInactive(seq)) return false;
      if (inRanges(clearedRanges, seq)) return true;
      return latest !== undefined && seq < latest.from && !latest.preserved.has(chain.lineOf(seq));
    }),
    boundary: latest?.from ?? null,
    windows: windowsOf(compactions),
    replacements: [...summedUpEvents(chain, events, isInactive, compactions), ...cleared],
    head: branch.head ?? last.seq,
    retyped: [],
    flags: [...new Set([...chain.flags, ...branch.flags])],
  };
};
