/**
 * Owns a session's lines as a tree with its damage repaired: missing parents, parents written after their children,
 * compactions that began a new root, runs that a compaction kept and moved behind its summary.
 * Does not own which branch is active.
 */
import { asObject, type FoldEvent, keyHash } from "@backscroll/wire";
import { bookkeepingGroup, type LineEvidence, passingGroup } from "./slots.ts";

const bookkeeping = keyHash(bookkeepingGroup);
const passing = keyHash(passingGroup);

export const evidenceOf = (event: FoldEvent): LineEvidence => asObject(event.evidence) as LineEvidence;

/** One line of the conversation. */
export interface ChainLine {
  readonly event: FoldEvent;
  /** Seq of its last slot. */
  last: number;
  /** Seq of its parent line's first slot, 0 for a root. */
  parent: number;
  /** Whether the chain only passes through it. */
  readonly isPassing: boolean;
}

/** A compaction's boundary line with the run that it kept, in order. */
export interface PreservedRun {
  readonly boundary: number;
  readonly lines: readonly number[];
}

const boundaryType = "claude-code/compact_boundary";

export const isBoundary = (line: ChainLine): boolean => line.event.type === boundaryType;
export const isSummary = (line: ChainLine): boolean => line.event.type === "context/compaction";
export const isUser = (line: ChainLine): boolean => line.event.type === "user/message";
export const isAssistant = (line: ChainLine): boolean => line.event.role === "assistant";

/** Whether a line is a user's, an assistant's or a tool's own, and not only put there by a program. */
export const isSpoken = (line: ChainLine): boolean => line.event.role !== null && line.event.role !== "context";

export class Chain {
  /** Lines by the seq of their first slot, in file order. */
  readonly lines = new Map<number, ChainLine>();
  readonly flags: string[] = [];
  readonly preserved: PreservedRun[] = [];
  readonly #lineOfSlot = new Map<number, number>();
  /** What `parentOf` found above lines that the chain only passes through. */
  readonly #nearest = new Map<number, number>();

  constructor(events: readonly FoldEvent[]) {
    this.#link(events);
    this.#adopt(events);
    for (const line of [...this.lines.values()]) if (isBoundary(line)) this.#movePreserved(line);
  }

  /** Seq of the first slot of the line that a slot belongs to. */
  lineOf(seq: number): number {
    return this.#lineOfSlot.get(seq) ?? seq;
  }

  /** Whether the slot's line stands in the tree; rows about the session do not. */
  isLinked(seq: number): boolean {
    return this.lines.has(this.lineOf(seq));
  }

  /** The nearest line above that the chain does not only pass through; 0 at the root. */
  parentOf(seq: number): number {
    const trail = new Set<number>();
    let parent = this.lines.get(seq)?.parent ?? 0;
    let nearest: number | undefined;
    while (nearest === undefined) {
      const line = this.lines.get(parent);
      if (line === undefined || trail.has(parent)) nearest = 0;
      else if (!line.isPassing) nearest = parent;
      else {
        nearest = this.#nearest.get(parent);
        trail.add(parent);
        parent = line.parent;
      }
    }
    // Runs of passed lines are long; each is climbed once.
    for (const passed of trail) this.#nearest.set(passed, nearest);
    return nearest;
  }

  #setParent(line: ChainLine, parent: number): void {
    line.parent = parent;
    this.#nearest.clear();
  }

  #flag(flag: string): void {
    if (!this.flags.includes(flag)) this.flags.push(flag);
  }

  #link(events: readonly FoldEvent[]): void {
    let previous = 0;
    let links = 0;
    for (const event of events) {
      if (event.part > 0) {
        this.#lineOfSlot.set(event.seq, event.parentSeq);
        const line = this.lines.get(event.parentSeq);
        if (line !== undefined) line.last = event.seq;
        continue;
      }
      if (event.group === bookkeeping && event.logOnly) continue;
      let parent = event.parentSeq;
      if (parent > 0 && !this.lines.has(parent)) parent = previous;
      if (parent > 0) links++;
      const line: ChainLine = { event, last: event.seq, parent, isPassing: event.group === passing && event.logOnly };
      if (parent === -1) line.parent = previous;
      else if (parent === 0 && (isSummary(line) || isBoundary(line))) line.parent = previous;
      if (parent === -1 && isBoundary(line)) this.#flag("dangling-compaction");
      this.lines.set(event.seq, line);
      previous = event.seq;
    }
    const roots = [...this.lines.values()].filter((line) => line.parent === 0);
    if (roots.length > 1) this.#flag("several-roots");
    if (links === 0) this.#string();
  }

  /** Lines that never name a parent follow one another. */
  #string(): void {
    let previous = 0;
    for (const [seq, line] of this.lines) {
      line.parent = previous;
      previous = seq;
    }
  }

  /** Gives lines their parent that was written after them, and tells which parents are missing for good. */
  #adopt(events: readonly FoldEvent[]): void {
    const adopted = new Set<number>();
    for (const event of events) {
      const { adopts } = evidenceOf(event);
      if (adopts === undefined || adopts <= 0) continue;
      for (const child of event.referenceSeqs.slice(-adopts)) {
        const line = child === null ? undefined : this.lines.get(child);
        if (line === undefined || child === event.seq || child === null) continue;
        this.#setParent(line, event.seq);
        adopted.add(child);
      }
    }
    for (const line of this.lines.values()) {
      if (line.event.parentSeq === -1 && !adopted.has(line.event.seq)) this.#flag("missing-parent");
    }
  }

  /** The kept lines as recorded: all of them, or the run between two ends. */
  #keptLines(line: ChainLine): readonly number[] | null {
    const { preserved, preservedCount } = evidenceOf(line.event);
    if (preserved === undefined) return [];
    const [, ...kept] = line.event.referenceSeqs.slice(0, preservedCount ?? 0);
    const known = kept.filter((seq): seq is number => seq !== null && this.lines.has(this.lineOf(seq)));
    if (preserved === "list") return known.length === 0 ? null : known;
    const [head, tail] = known;
    if (head === undefined || tail === undefined) return null;
    const run = [tail];
    while (run[run.length - 1] !== head) {
      const parent = this.parentOf(run[run.length - 1] as number);
      if (parent === 0 || run.includes(parent)) return null;
      run.push(parent);
    }
    return run.reverse();
  }

  /** Where a kept run hangs: the recorded line, else the summary that follows the boundary, else the boundary. */
  #anchorOf(line: ChainLine, run: ReadonlySet<number>): number {
    const recorded = line.event.referenceSeqs[0] ?? null;
    if (recorded !== null && recorded >= line.event.seq && !run.has(recorded)) return recorded;
    for (const other of this.lines.values()) {
      if (other.event.seq > line.event.seq && isSummary(other) && this.parentOf(other.event.seq) === line.event.seq) {
        return other.event.seq;
      }
    }
    return line.event.seq;
  }

  #movePreserved(line: ChainLine): void {
    const boundary = line.event.seq;
    const kept = this.#keptLines(line);
    if (kept === null) this.#flag("dangling-compaction");
    const [head] = kept ?? [];
    const tail = kept?.[kept.length - 1];
    if (kept === null || head === undefined || tail === undefined) return;
    const run = new Set(kept);
    const anchor = this.#anchorOf(line, run);
    const before = this.parentOf(head);
    for (const other of this.lines.values()) {
      // What followed the anchor now follows the run.
      if (other.parent === anchor && !run.has(other.event.seq) && other.event.seq !== boundary)
        this.#setParent(other, tail);
    }
    let previous = anchor;
    for (const seq of kept) {
      const keptLine = this.lines.get(seq);
      if (keptLine !== undefined) this.#setParent(keptLine, previous);
      previous = seq;
    }
    this.#detach(boundary, run, before);
    this.preserved.push({ boundary, lines: kept });
  }

  /** History before a boundary goes past the run that now comes after it: usually the boundary's own parent. */
  #detach(boundary: number, run: ReadonlySet<number>, before: number): void {
    const seen = new Set<number>();
    let seq = boundary;
    while (seq !== 0 && !seen.has(seq)) {
      seen.add(seq);
      const parent = this.parentOf(seq);
      const line = this.lines.get(seq);
      if (run.has(parent) && line !== undefined) {
        this.#setParent(line, before);
        return;
      }
      seq = parent;
    }
  }
}
