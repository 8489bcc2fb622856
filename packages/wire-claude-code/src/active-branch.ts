/**
 * Owns which lines the active branch holds: the latest tip that leads to a conversation, its ancestors, the
 * siblings of split messages with their results, and trailing queued prompts.
 */
import { type Chain, type ChainLine, evidenceOf, isAssistant, isSpoken, isSummary, isUser } from "./chain.ts";

export interface ActiveBranch {
  /** First slots of the active lines. */
  readonly active: ReadonlySet<number>;
  /** The tip's ancestors and itself, root first. */
  readonly path: readonly number[];
  /** Seq of the branch's last slot, null where no line is linked. */
  readonly head: number | null;
  readonly flags: readonly string[];
}

interface Walk {
  /** Root first. */
  readonly path: readonly number[];
  readonly isCycle: boolean;
}

const walk = (chain: Chain, from: number): Walk => {
  const seen = new Set<number>();
  let seq = from;
  while (seq !== 0 && !seen.has(seq)) {
    seen.add(seq);
    seq = chain.parentOf(seq);
  }
  return { path: [...seen].reverse(), isCycle: seq !== 0 };
};

const leadsToSpeech = (chain: Chain, path: readonly number[]): boolean =>
  path.some((seq) => {
    const line = chain.lines.get(seq);
    return line !== undefined && (isSpoken(line) || isSummary(line));
  });

/** Queued prompts that nothing but queued prompts follows: they end no branch, whatever parent they name. */
const waitingPrompts = (chain: Chain): ReadonlySet<number> => {
  const answered = new Set<number>();
  const waiting = new Set<number>();
  for (const [seq, line] of [...chain.lines].reverse()) {
    if (line.isPassing) continue;
    if (evidenceOf(line.event).queued === true && !answered.has(seq)) waiting.add(seq);
    else answered.add(chain.parentOf(seq));
  }
  return waiting;
};

const tipOf = (chain: Chain, waiting: ReadonlySet<number>): Walk => {
  const lines = [...chain.lines.values()].filter((line) => !line.isPassing).reverse();
  const parents = new Set<number>();
  for (const { event } of lines) if (!waiting.has(event.seq)) parents.add(chain.parentOf(event.seq));
  const tips = lines.filter(({ event }) => !parents.has(event.seq) && !waiting.has(event.seq));
  for (const line of tips) {
    if (evidenceOf(line.event).aside === true) continue;
    const found = walk(chain, line.event.seq);
    if (leadsToSpeech(chain, found.path)) return found;
  }
  const fallback = tips.find((line) => line.event.role !== "context") ?? tips[0] ?? lines[0];
  return fallback === undefined ? { path: [], isCycle: false } : walk(chain, fallback.event.seq);
};

/** The message that a line off the chain goes on with: that of the nearest assistant line above, before any prompt. */
const messageAbove = (chain: Chain, active: ReadonlySet<number>, from: number): number | null => {
  const seen = new Set<number>();
  let line: ChainLine | undefined = chain.lines.get(from);
  while (line !== undefined && active.has(line.event.seq) && !seen.has(line.event.seq)) {
    if (isAssistant(line)) return line.event.group;
    if (isUser(line)) return null;
    seen.add(line.event.seq);
    line = chain.lines.get(chain.parentOf(line.event.seq));
  }
  return null;
};

/** Adds the lines off the chain that are pieces of its messages, and the results of the branch's calls. */
const addSplitMessages = (chain: Chain, active: Set<number>): void => {
  for (const [seq, line] of chain.lines) {
    if (active.has(seq)) continue;
    const { callSeq, group } = line.event;
    if (callSeq !== null && active.has(chain.lineOf(callSeq))) active.add(seq);
    else if (isAssistant(line) && group !== null && messageAbove(chain, active, chain.parentOf(seq)) === group) {
      active.add(seq);
    }
  }
};

/** The active branch; `head` is the slot at which a running program stands, where known. */
export const activeLines = (chain: Chain, head?: number): ActiveBranch => {
  const given = head === undefined ? undefined : chain.lineOf(head);
  const waiting = waitingPrompts(chain);
  const { path, isCycle } = given !== undefined && chain.lines.has(given) ? walk(chain, given) : tipOf(chain, waiting);
  const active = new Set(path);
  addSplitMessages(chain, active);
  let last = chain.lines.get(path[path.length - 1] ?? 0)?.last ?? null;
  const lastSpoken = path.findLast((seq) => {
    const line = chain.lines.get(seq);
    return line !== undefined && isSpoken(line) && !waiting.has(seq);
  });
  for (const seq of given === undefined ? [...waiting].reverse() : []) {
    if (seq < (lastSpoken ?? 0)) continue;
    active.add(seq);
    last = chain.lines.get(seq)?.last ?? last;
  }
  for (const [seq, line] of chain.lines) {
    if (line.isPassing && (active.has(chain.parentOf(seq)) || chain.parentOf(seq) === 0)) active.add(seq);
  }
  return { active, path, head: last, flags: isCycle ? ["cycle"] : [] };
};
