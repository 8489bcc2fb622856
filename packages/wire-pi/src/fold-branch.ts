/** Owns the active branch of a log: the path from its last record to a root, with damage told. */
import { EventTree, type FoldEvent, type Ranges, rangesOf } from "@backscroll/wire";
import { evidenceOf } from "./fold-evidence.ts";

export interface ActiveBranch {
  /** First slots of the branch's records, root first. */
  readonly path: readonly FoldEvent[];
  /** Slots of the branch's records, in log order. */
  readonly slots: readonly FoldEvent[];
  /** Seq of the first slot of a slot's record. */
  readonly recordOf: (slot: FoldEvent) => number;
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
  let roots = 0;
  let orphans = 0;
  let selves = 0;
  for (const record of records) {
    const parent = tree.parentOf(record.seq);
    if (parent === 0) roots++;
    else if (parent === -1) orphans++;
    if (evidenceOf(record.evidence).self === true) selves++;
  }
  return [
    ...(orphans > 0 ? ["missing-parent"] : []),
    ...(roots > 1 ? ["several-roots"] : []),
    ...(selves > 0 ? ["cycle"] : []),
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
  const onBranch = new Set(walk.path);
  const slots: FoldEvent[] = [];
  const inactive: number[] = [];
  for (const event of tree.events) {
    if (isTitle(event)) continue;
    if (onBranch.has(tree.recordOf(event.seq))) slots.push(event);
    else inactive.push(event.seq);
  }
  const flags = [...new Set([...treeFlags(tree, records), ...walk.flags])];
  return { path, slots, recordOf: (slot) => tree.recordOf(slot.seq), inactive: rangesOf(inactive), flags, records };
};
