/** Owns which sessions a corpus has: their formats, sizes, times, relations and planted words. Writes nothing. */
import { wordsToPlant } from "./planted-words.ts";
import { Random } from "./random.ts";

export interface CorpusSize {
  readonly sessions: number;
  /** Bytes of all logs together, kept to within a few per cent. */
  readonly bytes: number;
}

/** The corpora that measurements are made on. */
export const corpusSizes = {
  "15m": { sessions: 80, bytes: 15_000_000 },
  "220m": { sessions: 800, bytes: 220_000_000 },
  "2g": { sessions: 10_000, bytes: 2_000_000_000 },
} as const satisfies Record<string, CorpusSize>;

export type CorpusSizeName = keyof typeof corpusSizes;

export type GeneratedWire = "pi" | "claude-code" | "codex";

export interface SessionPlan {
  readonly index: number;
  readonly wire: GeneratedWire;
  readonly nativeId: string;
  readonly project: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly bytes: number;
  /** Index of the session that it was forked from or started by. */
  readonly parent: number | null;
  readonly kind: "main" | "fork" | "subagent";
  /** Indexes into `wordsToPlant`. */
  readonly planted: readonly number[];
}

const year = 365 * 86_400_000;
const firstStart = Date.UTC(2025, 10, 30);
const wires: readonly GeneratedWire[] = ["pi", "pi", "claude-code", "claude-code", "codex"];

/** Relations repeat every 20 sessions: place in the twenty → kind and distance to the parent. */
const relations: Readonly<Record<number, { kind: "fork" | "subagent"; distance: number }>> = {
  6: { kind: "fork", distance: 1 },
  13: { kind: "subagent", distance: 1 },
  19: { kind: "subagent", distance: 5 },
};

/** Forks copy their parents' beginnings, so that a word planted in either would occur twice. */
const canHoldPlanted = (index: number): boolean => ![5, 6].includes(index % 20);

const plantedIn = (sessions: number): ReadonlyMap<number, readonly number[]> => {
  const places = new Map<number, number[]>();
  const subagents = Array.from({ length: sessions }, (_, index) => index).filter(
    (index) => relations[index % 20]?.kind === "subagent",
  );
  for (const [number, word] of wordsToPlant.entries()) {
    let index = (number * 7 + Math.floor((number * sessions) / wordsToPlant.length)) % sessions;
    while (!canHoldPlanted(index)) index = (index + 1) % sessions;
    if (word.place === "subagent") {
      if (subagents[0] === undefined) continue;
      index = subagents[0];
    }
    places.set(index, [...(places.get(index) ?? []), number]);
  }
  return places;
};

/** The sessions of a corpus, oldest first, parents before their children. */
export const planSessions = (size: CorpusSize, seed: number): readonly SessionPlan[] => {
  const random = new Random(seed, 1);
  const weights = Array.from({ length: size.sessions }, () => random.spread(1, 0.8));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const planted = plantedIn(size.sessions);
  const plans: SessionPlan[] = [];
  for (const [index, weight] of weights.entries()) {
    const relation = relations[index % 20];
    const parent = relation === undefined ? undefined : plans[index - relation.distance];
    const wire = wires[index % wires.length] as GeneratedWire;
    const ownStart = firstStart + Math.floor(((index + random.below(900) / 1_000) * year) / size.sessions);
    const subagentOfClaudeCode = wire === "claude-code" && parent !== undefined;
    plans.push({
      index,
      wire,
      nativeId: subagentOfClaudeCode ? random.hex(8) : random.uuid(),
      project: parent?.project ?? Math.min(random.below(40), random.below(40)),
      startedAt: parent === undefined ? ownStart : Math.max(ownStart, parent.startedAt + 60_000),
      bytes: Math.floor((size.bytes * weight) / total),
      parent: parent?.index ?? null,
      kind: relation?.kind ?? "main",
      planted: planted.get(index) ?? [],
    });
  }
  return plans;
};
