/**
 * Owns the memory of which records were repeats, by which a stored address reads the same later. It is kept as
 * runs, of which ordinary logs have a handful. A log with more runs than fit has everything told whole from then on:
 * said twice rather than lost.
 */
import type { SpeechRuns } from "./codex-state.ts";
import { type Utterance, utterance } from "./draft.ts";

const runLimit = 2048;

/** What the record at an offset gave. */
export const saidAt = (runs: SpeechRuns, start: number): Utterance => {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.[0] ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return (runs[low - 1]?.[1] ?? utterance.whole) as Utterance;
};

/** Notes what the record at an offset, later than all before it, gives; answers what it must give. */
export const noteSaid = (runs: SpeechRuns, start: number, said: Utterance): Utterance => {
  const current = (runs[runs.length - 1]?.[1] ?? utterance.whole) as Utterance;
  const next = runs.length >= runLimit ? utterance.whole : said;
  if (next !== current) runs.push([start, next]);
  return next;
};
