/** Owns the active branch of a log: the path from its last record to a root, with damage told. */
import { EventTree, type FoldEvent, type Ranges, rangesOf } from "@backscroll/wire";
import { evidenceOf } from "./fold-evidence.ts";

export interface ActiveBranch {
  /** First slots of the branch's records, root first. */
  readonly path: readonly FoldEvent[];
  /** All slots of a record of the branch, by the seq of its first. */
  readonly slotsOf: ReadonlyMap<number, readonly FoldEvent[]>;
  readonly inactive: Ranges;
  readonly flags: readonly string[];
  /** Records of every branch in log order, the title line left out. */
  readonly records: readonly FoldEvent[];
}

/** A parent may stand after its child where two programs wrote at once; the later record names such children. */
const linkLateParents = (tree: EventTree, records: readonly FoldEvent[]): void => {
  for (const record of records) {
    const { children } = evidenceOf(record.evidence);
    if (children === undefined) continue;
    for (const child of record.referenceSeqs.slice(-children)) {
      if (child !== null && tree.parentOf(child) === -1) tree.setParent(child, record.seq);
    }
  }
};

const treeFlags = (tree: EventTree, records: readonly FoldEvent[]): string[] => {
  const parents = records.map((record) => tree.parentOf(record.seq));
  return [
    ...(parents.includes(-1) ? ["missing-parent"] : []),
    ...(parents.filter((parent) => parent === 0).length > 1 ? ["several-roots"] : []),
    ...(records.some((record) => evidenceOf(record.evidence).self === true) ? ["cycle"] : []),
  ];
};

/** `head` is the seq at which a running program stands; else the last record of any type is the leaf. */
export const activeBranch = (events: Iterable<FoldEvent>, head: number | undefined): ActiveBranch => {
  const tree = new EventTree(events);
  const isTitle = (event: FoldEvent): boolean => evidenceOf(event.evidence).title === true;
  const records = tree.events.filter((event) => event.part === 0 && !isTitle(event));
  linkLateParents(tree, records);
  const bySeq = new Map(records.map((record) => [record.seq, record]));
  const leaf = head !== undefined && bySeq.has(tree.recordOf(head)) ? head : (records[records.length - 1]?.seq ?? 0);
  const walk = tree.pathFrom(leaf);
  const path = walk.path.flatMap((seq) => bySeq.get(seq) ?? []).reverse();
  const slotsOf = new Map<number, FoldEvent[]>(path.map((record) => [record.seq, []]));
  const inactive: number[] = [];
  for (const event of tree.events) {
    const slots = slotsOf.get(tree.recordOf(event.seq));
    if (slots !== undefined) slots.push(event);
    else if (!isTitle(event)) inactive.push(event.seq);
  }
  const flags = [...new Set([...treeFlags(tree, records), ...walk.flags])];
  return { path, slotsOf, inactive: rangesOf(inactive), flags, records };
};
