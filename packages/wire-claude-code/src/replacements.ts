/**
 * Owns which events a later one took the place of in the model's context: what a compaction summed up, results and
 * lines that were cleared.
 */
import { eventTypes, type FoldEvent, type Replacement } from "@backscroll/wire";
import { type Chain, evidenceOf } from "./chain.ts";
import type { Compaction } from "./compactions.ts";

type IsInactive = (seq: number) => boolean;

/** Results and lines that a later line says were cleared or cut out, ascending. */
export const clearedEvents = (
  chain: Chain,
  events: readonly FoldEvent[],
  isInactive: IsInactive,
): readonly Replacement[] => {
  const results = new Map<number, number>();
  const cleared = new Map<number, Replacement>();
  for (const event of events) {
    if (event.type === eventTypes.toolResult && event.group !== null) results.set(event.group, event.seq);
    const { replaced, adopts } = evidenceOf(event);
    if (replaced === undefined || isInactive(event.seq)) continue;
    for (const group of replaced) {
      const seq = results.get(group);
      if (seq !== undefined) cleared.set(seq, { from: seq, to: seq, by: event.seq });
    }
    for (const seq of event.referenceSeqs.slice(0, event.referenceSeqs.length - (adopts ?? 0))) {
      if (seq !== null) cleared.set(seq, { from: seq, to: chain.lines.get(seq)?.last ?? seq, by: event.seq });
    }
  }
  return [...cleared.values()].sort((one, other) => one.from - other.from);
};

/** What each compaction summed up: the context before it without what it kept, as runs of the branch. */
export const summedUpEvents = (
  chain: Chain,
  events: readonly FoldEvent[],
  isInactive: IsInactive,
  compactions: readonly Compaction[],
): readonly Replacement[] => {
  const replacements: Replacement[] = [];
  let before: Compaction | undefined;
  for (const compaction of compactions) {
    const by = compaction.summary ?? compaction.from;
    let from = 0;
    let to = 0;
    for (const { seq, logOnly } of events) {
      if (seq >= compaction.from) break;
      const line = chain.lineOf(seq);
      const wasInContext = before === undefined || seq >= before.from || before.preserved.has(line);
      if (isInactive(seq) || !wasInContext || compaction.preserved.has(line)) {
        if (from > 0) replacements.push({ from, to, by });
        from = 0;
      } else if (!logOnly) {
        to = seq;
        if (from === 0) from = seq;
      }
    }
    if (from > 0) replacements.push({ from, to, by });
    before = compaction;
  }
  return replacements;
};
