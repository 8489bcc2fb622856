/** Owns where compaction cut the active branch: by a boundary line, in old logs by the summary alone. */
import { type Chain, isBoundary, isSpoken, isSummary } from "./chain.ts";

export interface Compaction {
  /** Seq of the line that opens the new context. */
  readonly from: number;
  /** Seq of the summary, null where it is not recorded. */
  readonly summary: number | null;
  /** Lines before it that stayed in context. */
  readonly preserved: ReadonlySet<number>;
}

/** The kept lines with the pieces of their messages and the results of their calls that are not named. */
const withPieces = (chain: Chain, kept: readonly number[], boundary: number): ReadonlySet<number> => {
  const lines = new Set(kept);
  if (lines.size === 0) return lines;
  for (const [seq, { event }] of chain.lines) {
    if (seq >= boundary) break;
    const call = event.callSeq === null ? undefined : chain.lineOf(event.callSeq);
    if (call !== undefined && lines.has(call)) lines.add(seq);
    const parent = chain.lines.get(chain.parentOf(seq));
    if (event.group !== null && parent?.event.group === event.group && lines.has(parent.event.seq)) lines.add(seq);
  }
  return lines;
};

/** Compactions along the branch, root first. One with no conversation before it cut nothing and is left out. */
export const compactionsOf = (chain: Chain, path: readonly number[]): readonly Compaction[] => {
  const compactions: Compaction[] = [];
  const preserved = new Map(chain.preserved.map((run) => [run.boundary, run.lines]));
  let hasConversation = false;
  /** Whether the last compaction's boundary still waits for its summary. */
  let isOpen = false;
  for (const seq of path) {
    const line = chain.lines.get(seq);
    if (line === undefined) continue;
    const latest = compactions[compactions.length - 1];
    const mayCut = hasConversation && seq > (latest?.from ?? 1);
    if (isBoundary(line)) {
      isOpen = mayCut;
      const kept = preserved.get(seq) ?? [];
      if (mayCut) compactions.push({ from: seq, summary: null, preserved: withPieces(chain, kept, seq) });
    } else if (isSummary(line)) {
      if (isOpen && latest !== undefined) compactions[compactions.length - 1] = { ...latest, summary: seq };
      else if (mayCut) compactions.push({ from: seq, summary: seq, preserved: new Set() });
      isOpen = false;
      hasConversation = true;
    } else if (isSpoken(line)) {
      isOpen = false;
      hasConversation = true;
    }
  }
  return compactions;
};
