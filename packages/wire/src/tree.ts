/** Owns the walk that formats with parent links share: from a leaf to its root, with damage told. */
import { type FoldEvent, type Ranges, rangesOf } from "./fold.ts";

/** A session's records as a tree. Indexes are seqs; every slot after a record's first belongs to that first one. */
export class EventTree {
  readonly events: readonly FoldEvent[];
  /** Seq of the record's first slot, by the seq of each slot. */
  readonly #record = new Map<number, number>();
  readonly #parent = new Map<number, number>();

  constructor(events: Iterable<FoldEvent>) {
    this.events = [...events];
    for (const event of this.events) {
      if (event.part === 0) this.#parent.set(event.seq, event.parentSeq);
      this.#record.set(event.seq, event.part === 0 ? event.seq : event.parentSeq);
    }
  }

  /** Parent record of a record; 0 for a root, -1 where it is missing. */
  parentOf(record: number): number {
    return this.#parent.get(record) ?? 0;
  }

  /** Places a record below another, as a decoder's own repair. */
  setParent(record: number, parent: number): void {
    this.#parent.set(record, parent);
  }

  recordOf(seq: number): number {
    return this.#record.get(seq) ?? seq;
  }

  /** Records from `leaf` to its root, leaf first. A cycle ends the walk and is flagged, as is a missing parent. */
  pathFrom(leaf: number): { readonly path: readonly number[]; readonly flags: readonly string[] } {
    const path: number[] = [];
    const seen = new Set<number>();
    let record = this.recordOf(leaf);
    while (record > 0) {
      if (seen.has(record)) return { path, flags: ["cycle"] };
      seen.add(record);
      path.push(record);
      record = this.recordOf(this.parentOf(record));
    }
    return { path, flags: record === -1 ? ["missing-parent"] : [] };
  }

  /** Seqs of every slot whose record is not among `records`, as ranges. */
  outside(records: ReadonlySet<number>): Ranges {
    return rangesOf(
      (function* (tree) {
        for (const event of tree.events) if (!records.has(tree.recordOf(event.seq))) yield event.seq;
      })(this),
    );
  }
}
