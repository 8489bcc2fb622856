/** Owns folding a log's events into branch, surface, windows and boundary. */
import { type Fold, type FoldEvent, plainFold, type Replacement, rangesOf, type Window } from "@backscroll/wire";
import { type ActiveBranch, activeBranch } from "./fold-branch.ts";
import { type BranchContext, type Cut, contextOf } from "./fold-context.ts";

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

/** Slots of the branch that ever were context, ascending, each with its record. */
const contextSlots = (branch: ActiveBranch): { slot: FoldEvent; record: number }[] =>
  branch.path
    .flatMap((record) => (branch.slotsOf.get(record.seq) ?? []).map((slot) => ({ slot, record: record.seq })))
    .filter(({ slot }) => !slot.logOnly)
    .sort((one, other) => one.slot.seq - other.slot.seq);

const replacementsOf = (slots: ReturnType<typeof contextSlots>, context: BranchContext): readonly Replacement[] => {
  const replacements: { from: number; to: number; by: number }[] = [];
  for (const { slot, record } of slots) {
    const by = context.replacedBy.get(record);
    if (by === undefined) continue;
    const last = replacements[replacements.length - 1];
    if (last !== undefined && last.by === by && last.to === slot.seq - 1) last.to = slot.seq;
    else replacements.push({ from: slot.seq, to: slot.seq, by });
  }
  return replacements;
};

/** Folds one session's events, ascending by seq; `head` is the seq at which a running program stands, if known. */
export const foldEvents = (events: Iterable<FoldEvent>, head?: number): Fold => {
  const branch = activeBranch(events, head);
  const leaf = branch.path[branch.path.length - 1];
  if (leaf === undefined) return plainFold(null);
  const context = contextOf(branch);
  const slots = contextSlots(branch);
  const cut = context.cuts[context.cuts.length - 1];
  return {
    inactive: branch.inactive,
    shadowed: rangesOf(slots.filter(({ record }) => !context.inContext.has(record)).map(({ slot }) => slot.seq)),
    boundary: cut === undefined ? null : (cut.firstRetained?.seq ?? cut.compaction.seq),
    windows: windowsOf(context.cuts),
    replacements: replacementsOf(slots, context),
    head: branch.slotsOf.get(leaf.seq)?.at(-1)?.seq ?? leaf.seq,
    retyped: [],
    flags: [...branch.flags, ...context.flags],
  };
};
