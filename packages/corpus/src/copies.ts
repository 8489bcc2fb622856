/**
 * Owns recognising copied history: which of two sessions that share records has the original, and which events of
 * the other are copies of which. Pure; where sessions and keys are stored is the provider's.
 */

/** One session of a pair that shares records. */
export interface CopySide {
  readonly session: string;
  /** Canonical id of the parent that it declares. */
  readonly parent: string | null;
  /** Time of the first event that the other session does not have, null where it has none of its own. */
  readonly firstOwnAt: number | null;
  /** True where it has no conversation event of its own at all. */
  readonly onlyShared: boolean;
}

/** Whether `one` has the originals of what it shares with `other`. Exactly one of the two orders is true. */
export const isOrigin = (one: CopySide, other: CopySide): boolean => {
  if (other.parent === one.session) return true;
  if (one.parent === other.session) return false;
  if (one.onlyShared !== other.onlyShared) return one.onlyShared;
  const oneAt = one.firstOwnAt ?? Number.POSITIVE_INFINITY;
  const otherAt = other.firstOwnAt ?? Number.POSITIVE_INFINITY;
  if (oneAt !== otherAt) return oneAt < otherAt;
  return one.session < other.session;
};

/** The next event of a session that may copy another. */
export interface CopyCandidate {
  readonly seq: number;
  /** The key under which the original would be known. */
  readonly key: number;
  readonly logOnly: boolean;
  /** Whether it says the same as the origin's event of that seq: a key alone may be given twice. */
  readonly isSame: (originSeq: number) => boolean;
}

/** Events `from` to `to` are copies of the origin's `originFrom` and following. */
export interface CopyRange {
  readonly from: number;
  readonly to: number;
  readonly originFrom: number;
}

/**
 * Finds the copied beginning of a session, event by event: every event whose key the origin has, up to the first
 * conversation event that it has not. Equal keys are matched in order.
 */
export class CopyMatcher {
  readonly #originSeqs: (key: number) => readonly number[];
  readonly #ranges: { from: number; to: number; originFrom: number }[];
  #last: number;
  #ended = false;

  /** `originSeqs` gives the origin's seqs of a key, ascending; `known` is what an earlier matcher found. */
  constructor(originSeqs: (key: number) => readonly number[], known: readonly CopyRange[] = []) {
    this.#originSeqs = originSeqs;
    this.#ranges = known.map((range) => ({ ...range }));
    const last = this.#ranges[this.#ranges.length - 1];
    this.#last = last === undefined ? 0 : last.originFrom + (last.to - last.from);
  }

  /** Seq of the original of the session's next event, null where it is no copy. */
  take({ seq, key, logOnly, isSame }: CopyCandidate): number | null {
    if (this.#ended) return null;
    const seqs = this.#originSeqs(key);
    if (seqs.length === 0) {
      if (!logOnly) this.#ended = true;
      return null;
    }
    const origin = seqs.find((candidate) => candidate > this.#last && isSame(candidate)) ?? seqs.findLast(isSame);
    if (origin === undefined) return null;
    this.#last = origin;
    const range = this.#ranges[this.#ranges.length - 1];
    if (range !== undefined && range.to + 1 === seq && range.originFrom + (range.to - range.from) + 1 === origin)
      range.to = seq;
    else this.#ranges.push({ from: seq, to: seq, originFrom: origin });
    return origin;
  }

  get ranges(): readonly CopyRange[] {
    return this.#ranges;
  }

  copied(seq: number): boolean {
    return originalOf(this.#ranges, seq) !== null;
  }
}

/** Seq of the original of `seq`, null where it is no copy. */
export const originalOf = (ranges: readonly CopyRange[], seq: number): number | null => {
  for (const range of ranges) if (seq >= range.from && seq <= range.to) return range.originFrom + (seq - range.from);
  return null;
};
