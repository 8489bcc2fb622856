/**
 * Owns what of the active branch the model still sees: the newest compaction's summary and what it retained, and
 * context edits in place of their targets. Does not own which records are on the branch.
 */
import { eventTypes, type FoldEvent } from "@backscroll/wire";
import type { ActiveBranch } from "./fold-branch.ts";
import { evidenceOf } from "./fold-evidence.ts";

export interface Cut {
  readonly compaction: FoldEvent;
  /** First retained record, null where nothing was kept. */
  readonly firstRetained: FoldEvent | null;
}

export interface BranchContext {
  /** Seqs of the records that are in the model's context, log-only ones among them. */
  readonly inContext: ReadonlySet<number>;
  /** Seq of the record that took the place of another in context, by the other's seq. */
  readonly replacedBy: ReadonlyMap<number, number>;
  /** Compactions of the branch, oldest first. */
  readonly cuts: readonly Cut[];
  readonly flags: readonly string[];
}

const isCompaction = (event: FoldEvent): boolean => event.type === eventTypes.contextCompaction;

const isSystem = (event: FoldEvent): boolean => evidenceOf(event.evidence).system === true;

/** A record by its ordinal among all records of the log, those without slots counted. */
const atOrdinal = (branch: ActiveBranch, index: number, slotless: readonly number[]): FoldEvent | undefined =>
  slotless.includes(index) ? undefined : branch.records[index - slotless.filter((ordinal) => ordinal < index).length];

/** Position on the path of the first record that a compaction retained; -1 where nothing was kept. */
const retainedFrom = (branch: ActiveBranch, position: number, compaction: FoldEvent, flags: Set<string>): number => {
  const evidence = evidenceOf(compaction.evidence);
  const named =
    evidence.index === undefined
      ? compaction.referenceSeqs[0]
      : atOrdinal(branch, evidence.index, evidence.slotless ?? [])?.seq;
  if (evidence.compaction !== true && evidence.index === undefined) return -1;
  if (named === compaction.seq) return -1;
  const found = branch.path.findIndex((record) => record.seq === named);
  if (found !== -1 && found < position) return found;
  if (evidence.index === undefined) flags.add("dangling-compaction");
  return -1;
};

/** Whether an edit changes what this target gives to the context. */
const isEditable = (target: FoldEvent, edit: "remove" | "replace"): boolean =>
  edit === "remove" ||
  target.type === eventTypes.userMessage ||
  target.type === eventTypes.assistantMessage ||
  target.type === eventTypes.toolResult ||
  (target.type === eventTypes.contextInjected && !isSystem(target));

export const contextOf = (branch: ActiveBranch): BranchContext => {
  const { path } = branch;
  const flags = new Set<string>();
  const cuts: Cut[] = [];
  const replacedBy = new Map<number, number>();
  let context = new Set<number>();
  path.forEach((record, position) => {
    if (isCompaction(record)) {
      const from = retainedFrom(branch, position, record, flags);
      const kept = from === -1 ? [] : path.slice(from, position).filter((one) => !isCompaction(one) && !isSystem(one));
      const retained = new Set(kept.map((one) => one.seq));
      for (const seq of context) if (!retained.has(seq)) replacedBy.set(seq, record.seq);
      // A later compaction may retain what an earlier one had taken out.
      for (const seq of retained) replacedBy.delete(seq);
      context = retained;
      cuts.push({ compaction: record, firstRetained: path[from] ?? null });
    }
    context.add(record.seq);
  });
  applyEdits(path, context, replacedBy, flags);
  return { inContext: context, replacedBy, cuts, flags: [...flags] };
};

const applyEdits = (
  path: readonly FoldEvent[],
  context: Set<number>,
  replacedBy: Map<number, number>,
  flags: Set<string>,
): void => {
  if (path.every((record) => evidenceOf(record.evidence).edit === undefined)) return;
  const positions = new Map(path.map((record, position) => [record.seq, position]));
  const latest = new Map<number, FoldEvent>();
  path.forEach((edit, position) => {
    const kind = evidenceOf(edit.evidence).edit;
    if (kind === undefined) return;
    const target = path[positions.get(edit.referenceSeqs[0] ?? -1) ?? position];
    if (target === undefined || (positions.get(target.seq) ?? position) >= position || !isEditable(target, kind)) {
      flags.add("dangling-edit");
      context.delete(edit.seq);
      return;
    }
    const earlier = latest.get(target.seq);
    if (earlier !== undefined) {
      context.delete(earlier.seq);
      replacedBy.set(earlier.seq, edit.seq);
    }
    latest.set(target.seq, edit);
  });
  for (const [target, edit] of latest) {
    if (context.has(target)) {
      context.delete(target);
      replacedBy.set(target, edit.seq);
      continue;
    }
    // The edit stood for its target, and went with it.
    context.delete(edit.seq);
    const by = replacedBy.get(target);
    if (by !== undefined) replacedBy.set(edit.seq, by);
  }
};
