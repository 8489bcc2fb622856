/** Owns folding a log's events: what replaced what, the windows, the boundary. The log is linear and has one branch. */
import {
  asArray,
  asNumber,
  asObject,
  eventTypes,
  type Fold,
  type FoldEvent,
  type Ranges,
  type Replacement,
  type Window,
} from "@backscroll/wire";

interface Relations {
  readonly replaces: readonly [from: number, to: number] | null;
  readonly retained: number | null;
}

const relationsOf = (event: FoldEvent): Relations => {
  const evidence = asObject(event.evidence);
  const references = [...event.referenceSeqs];
  // Where a named record is not known any more, its number is the seq that it had.
  const resolve = (recorded: number): number => references.shift() ?? recorded;
  const range = asArray(evidence.replaces).map((seq) => resolve(asNumber(seq) ?? 0));
  const retained = asNumber(evidence.retained);
  return {
    replaces: range.length === 2 ? [range[0] as number, Math.min(range[1] as number, event.seq - 1)] : null,
    retained: retained === undefined ? null : resolve(retained),
  };
};

const joined = (ranges: readonly (readonly [number, number])[]): Ranges => {
  const result: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((one, other) => one[0] - other[0])) {
    const last = result[result.length - 1];
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else if (from <= to) result.push([from, to]);
  }
  return result;
};

class LogFold {
  readonly #replacements: Replacement[] = [];
  readonly #windows: Window[] = [{ from: 1, to: null, boundary: null, summarySeq: null, firstRetainedSeq: null }];
  /** Seqs of what the model sees, ascending. */
  #context: number[] = [];
  #boundary: number | null = null;
  #head: number | null = null;
  #dangling = false;

  add(event: FoldEvent): void {
    this.#head = event.seq;
    const { replaces, retained } = relationsOf(event);
    if (event.type === eventTypes.contextReset) this.#cut(event.seq, "reset", [1, event.seq - 1]);
    else if (event.type === eventTypes.contextCompaction) this.#compact(event.seq, replaces, retained);
    else if (replaces !== null) this.#replace(event.seq, replaces);
    if (!event.logOnly) this.#context.push(event.seq);
  }

  #compact(seq: number, replaces: Relations["replaces"], recorded: number | null): void {
    const retained = recorded !== null && recorded < seq ? recorded : null;
    if (recorded !== null && retained === null) this.#dangling = true;
    if (replaces === null) this.#cut(seq, "compaction", [1, (retained ?? seq) - 1]);
    else this.#cut(seq, "compaction", [replaces[0], Math.max(replaces[1], (retained ?? 0) - 1)]);
  }

  #replace(by: number, [from, to]: readonly [number, number]): void {
    if (from > to) return;
    this.#replacements.push({ from, to, by });
    this.#context = this.#context.filter((seq) => seq < from || seq > to);
  }

  #cut(seq: number, boundary: "compaction" | "reset", range: readonly [number, number]): void {
    this.#replace(seq, range);
    const firstRetainedSeq = this.#context[0] ?? null;
    const isSuffix = firstRetainedSeq !== null && firstRetainedSeq > range[1];
    this.#boundary = isSuffix ? firstRetainedSeq : seq;
    const previous = this.#windows.pop() as Window;
    if (previous.from < seq) this.#windows.push({ ...previous, to: seq - 1 });
    this.#windows.push({ from: Math.max(seq, previous.from), to: null, boundary, summarySeq: seq, firstRetainedSeq });
  }

  result(): Fold {
    return {
      inactive: [],
      shadowed: joined(this.#replacements.map(({ from, to }) => [from, to])),
      boundary: this.#boundary,
      windows: this.#windows,
      replacements: this.#replacements,
      head: this.#head,
      retyped: [],
      flags: this.#dangling ? ["dangling-compaction"] : [],
    };
  }
}

/** Folds a log's events, ascending by seq. */
export const foldLog = (events: Iterable<FoldEvent>): Fold => {
  const fold = new LogFold();
  for (const event of events) fold.add(event);
  return fold.result();
};
