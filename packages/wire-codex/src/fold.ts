/** Owns folding a rollout's events: turns that were rolled back, compactions, and what only later records tell. */
import {
  eventTypes,
  type Fold,
  type FoldEvent,
  plainFold,
  type Ranges,
  type Replacement,
  type Window,
} from "@backscroll/wire";
import { evidenceOf } from "./fold-evidence.ts";

type Retyped = Fold["retyped"][number];
type MutableRange = [from: number, to: number];

/** What became of the types of earlier events. */
const retypedBy = (event: FoldEvent): Retyped | null => {
  const { summary, typed } = evidenceOf(event.evidence);
  const seq = event.referenceSeqs[0] ?? null;
  if (seq === null) return null;
  if (summary === "answer") return { seq, type: eventTypes.contextCompaction, role: "context" };
  return typed === true ? { seq, type: eventTypes.userMessage, role: "user" } : null;
};

/** Appends a range after all others, joined to what it overlaps. */
const cutOff = (ranges: MutableRange[], from: number, to: number): void => {
  let start = from;
  for (
    let last = ranges[ranges.length - 1];
    last !== undefined && last[1] >= start - 1;
    last = ranges[ranges.length - 1]
  ) {
    start = Math.min(start, last[0]);
    ranges.pop();
  }
  ranges.push([start, to]);
};

interface Compaction {
  readonly seq: number;
  readonly summarySeq: number | null;
}

interface Story {
  readonly inactive: MutableRange[];
  readonly compactions: readonly Compaction[];
  readonly retyped: ReadonlyMap<number, Retyped>;
  readonly head: number | null;
}

/** Goes through the log once: prompts are turns, a rollback takes back the last of them with all that followed. */
const readStory = (events: readonly FoldEvent[]): Story => {
  const inactive: MutableRange[] = [];
  const retyped = new Map<number, Retyped>();
  const prompts: number[] = [];
  let compactions: Compaction[] = [];
  let head: number | null = null;
  for (const event of events) {
    const { rollback, summary } = evidenceOf(event.evidence);
    const change = retypedBy(event);
    if (change !== null) {
      retyped.set(change.seq, change);
      if (change.role === "user") prompts.push(change.seq);
    }
    if (event.type === eventTypes.userMessage && event.role === "user" && !event.logOnly) prompts.push(event.seq);
    if (summary !== undefined) {
      const own = summary === "own" ? event.seq : null;
      compactions.push({ seq: event.seq, summarySeq: summary === "answer" ? (change?.seq ?? null) : own });
    }
    if (rollback !== undefined && rollback >= 1) {
      const from = prompts[Math.max(0, prompts.length - Math.floor(rollback))];
      if (from !== undefined) {
        cutOff(inactive, from, event.seq - 1);
        prompts.splice(Math.max(0, prompts.length - Math.floor(rollback)));
        compactions = compactions.filter(({ seq }) => seq < from);
      }
    }
    head = event.seq;
  }
  return { inactive, compactions, retyped, head };
};

/** What each compaction took out of the context: all that was in it and was context at all. */
const replacementsOf = (events: readonly FoldEvent[], { inactive, compactions }: Story): readonly Replacement[] => {
  const replacements: { from: number; to: number; by: number }[] = [];
  let range = 0;
  let next = 0;
  for (const { seq, logOnly } of events) {
    while (next < compactions.length && (compactions[next]?.seq ?? 0) <= seq) next++;
    while (range < inactive.length && (inactive[range]?.[1] ?? 0) < seq) range++;
    const by = compactions[next]?.seq;
    if (by === undefined) break;
    if (logOnly || seq >= (inactive[range]?.[0] ?? Number.POSITIVE_INFINITY)) continue;
    const last = replacements[replacements.length - 1];
    if (last !== undefined && last.by === by && last.to === seq - 1) last.to = seq;
    else replacements.push({ from: seq, to: seq, by });
  }
  return replacements;
};

const joined = (replacements: readonly Replacement[]): Ranges => {
  const ranges: MutableRange[] = [];
  for (const { from, to } of replacements) {
    const last = ranges[ranges.length - 1];
    if (last !== undefined && last[1] === from - 1) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
};

const windowsOf = (compactions: readonly Compaction[]): readonly Window[] => {
  const starts: Omit<Window, "to">[] = compactions.map(({ seq, summarySeq }) => ({
    from: seq,
    boundary: "compaction",
    summarySeq,
    firstRetainedSeq: null,
  }));
  if (starts[0]?.from !== 1) starts.unshift({ from: 1, boundary: null, summarySeq: null, firstRetainedSeq: null });
  return starts.map((start, index) => {
    const next = starts[index + 1];
    return { ...start, to: next === undefined ? null : next.from - 1 };
  });
};

/** Folds one session's events, ascending by seq. A rollout is a line, so its end is the only cursor. */
export const foldEvents = (source: Iterable<FoldEvent>): Fold => {
  const events = [...source];
  const story = readStory(events);
  if (story.head === null) return plainFold(null);
  const replacements = replacementsOf(events, story);
  return {
    inactive: story.inactive,
    shadowed: joined(replacements),
    boundary: story.compactions[story.compactions.length - 1]?.seq ?? null,
    windows: windowsOf(story.compactions),
    replacements,
    head: story.head,
    retyped: [...story.retyped.values()].filter(
      ({ seq, type }) => events.find((event) => event.seq === seq)?.type !== type,
    ),
    flags: [],
  };
};
