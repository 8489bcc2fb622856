/** Owns folding a log's events into branch, surface, windows and boundary. */
import { type Fold, type FoldEvent, plainFold, type Replacement, rangesOf, type Window } from "@backscroll/wire";
import { activeBranch } from "./fold-branch.ts";
import { type Cut, contextOf } from "./fold-context.ts";

const windowsOf = (cuts: readonly Cut[]): readonly Window[] => {
  const starts: Omit<Window, "to">[] = cuts
    .map(({ compaction, firstRetained }) => ({
      from: compaction.seq,
      boundary: "compaction" as const,
      summarySeq: compaction.seq,
      firstRetainedSeq: firstRetained?.seq ?? null,
    }))
    .sort((one, other) => one.from - other.from);
  if (starts[0]?.from !== 1) starts.unshift({ from: 1, boundary: null, summarySeq: null, firstRetainedSeq: null });
  return starts.map((start, index) => {
    const next = starts[index + 1];
    return { ...start, to: next === undefined ? null : next.from - 1 };
  });
};

const replacementsOf = (slots: readonly FoldEvent[], by: (slot: FoldEvent) => number | undefined): Replacement[] => {
  const replacements: { from: number; to: number; by: number }[] = [];
  for (const slot of slots) {
    const replacing = by(slot);
    if (replacing === undefined) continue;
    const last = replacements[replacements.length - 1];
    if (last !== undefined && last.by === replacing && last.to === slot.seq - 1) last.to = slot.seq;
    else replacements.push({ from: slot.seq, to: slot.seq, by: replacing });
  }
  return replacements;
};

/** Folds one session's events, ascending by seq; `head` is the seq at which a running program stands, if known. */
export const foldEvents = (events: Iterable<FoldEvent>, head?: number): Fold => {
  const branch = activeBranch(events, head);
  const leaf = branch.path[branch.path.length - 1];
  if (leaf === undefined) return plainFold(null);
  const context = contextOf(branch);
  const slots = branch.slots.filter((slot) => !slot.logOnly);
  const cut = context.cuts[context.cuts.length - 1];
  return {
    inactive: branch.inactive,
    shadowed: rangesOf(slots.filter((slot) => !context.inContext.has(branch.recordOf(slot))).map((slot) => slot.seq)),
    boundary: cut === undefined ? null : (cut.firstRetained?.seq ?? cut.compaction.seq),
    windows: windowsOf(context.cuts),
    replacements: replacementsOf(slots, (slot) => context.replacedBy.get(branch.recordOf(slot))),
    head: branch.slots.findLast((slot) => branch.recordOf(slot) === leaf.seq)?.seq ?? leaf.seq,
    retyped: [],
    flags: [...branch.flags, ...context.flags],
  };
};
