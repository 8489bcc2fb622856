/**
 * Owns a session's folded state: which lines the active branch holds, where compaction cut the context, and what
 * the model no longer sees.
 */
import {
  type Fold,
  type FoldEvent,
  plainFold,
  type Ranges,
  type Replacement,
  rangesOf,
  type Window,
} from "@backscroll/wire";
import { activeLines } from "./active-branch.ts";
import { Chain, evidenceOf } from "./chain.ts";
import { type Compaction, compactionsOf } from "./compactions.ts";

const windowsOf = (compactions: readonly Compaction[]): Window[] => {
  const windows: Window[] = [{ from: 1, to: null, boundary: null, summarySeq: null, firstRetainedSeq: null }];
  for (const compaction of compactions) {
    const before = windows[windows.length - 1] as Window;
    windows[windows.length - 1] = { ...before, to: compaction.from - 1 };
    const kept = Math.min(...compaction.preserved);
    windows.push({
      from: compaction.from,
      to: null,
      boundary: "compaction",
      summarySeq: compaction.summary,
      firstRetainedSeq: Number.isFinite(kept) ? kept : null,
    });
  }
  return windows;
};

/** Results that a later line took out of the model's context, by the calls that they answered. */
const replacementsOf = (events: readonly FoldEvent[], inactive: (seq: number) => boolean): Replacement[] => {
  const results = new Map<number, number>();
  const replacements = new Map<number, Replacement>();
  for (const event of events) {
    if (event.type === "tool/result" && event.group !== null) results.set(event.group, event.seq);
    const { replaced, adopts } = evidenceOf(event);
    if (replaced === undefined || inactive(event.seq)) continue;
    const cleared = event.referenceSeqs.slice(0, event.referenceSeqs.length - (adopts ?? 0));
    for (const seq of [...replaced.map((group) => results.get(group)), ...cleared]) {
      if (typeof seq === "number") replacements.set(seq, { from: seq, to: seq, by: event.seq });
    }
  }
  return [...replacements.values()].sort((one, other) => one.from - other.from);
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
  const replacements = replacementsOf(events, isInactive);
  const replaced = new Set(replacements.map(({ from }) => from));
  return {
    inactive: seqsWhere(events, ({ seq }) => isInactive(seq)),
    shadowed: seqsWhere(events, ({ seq }) => {
      if (isInactive(seq)) return false;
      if (replaced.has(seq)) return true;
      return latest !== undefined && seq < latest.from && !latest.preserved.has(chain.lineOf(seq));
    }),
    boundary: latest?.from ?? null,
    windows: windowsOf(compactions),
    replacements,
    head: branch.head ?? last.seq,
    retyped: [],
    flags: [...new Set([...chain.flags, ...branch.flags])],
  };
};
