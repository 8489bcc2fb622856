/** Owns the queries that are measured, by class, made from what a generated corpus holds. */
import { readFileSync } from "node:fs";
import type { SearchRequest } from "@backscroll/corpus";
import { chineseWords, projects, Random, vocabulary, wordsToPlant } from "@backscroll/testkit";

export type QueryClass =
  | "selective"
  | "ordinary"
  | "phrase"
  | "two CJK characters"
  | "identifier parts"
  | "prefix"
  | "two-letter prefix"
  | "most common words"
  | "pairs of common words"
  | `filter: ${string}`;

export interface QuerySet {
  readonly name: QueryClass;
  readonly requests: readonly SearchRequest[];
}

const perClass = 36;
const filtersFrom = Date.UTC(2026, 2, 1);

const words = (from: number, to: number, random: Random): readonly string[] =>
  Array.from({ length: perClass }, () => vocabulary[from + random.below(to - from)] as string);

const queries = (name: QueryClass, texts: readonly string[]): QuerySet => ({
  name,
  requests: texts.map((query) => ({ query })),
});

/** Two neighbouring words of a message in each of some files. */
const phrases = (files: readonly string[], random: Random): readonly string[] => {
  const found: string[] = [];
  for (let attempt = 0; found.length < perClass && attempt < perClass * 20; attempt++) {
    const text = readFileSync(random.pick(files), "utf8");
    const pair = /[a-z]{4,} [a-z]{4,}/.exec(text.slice(random.below(Math.max(1, text.length - 2_000))));
    if (pair !== null) found.push(`"${pair[0]}"`);
  }
  return found;
};

const identifierParts = (random: Random): readonly string[] => {
  const humped = projects
    .flatMap((project) => project.identifiers.slice(0, 200))
    .filter((name) => /[a-z][A-Z]/.test(name));
  return Array.from({ length: perClass }, () => {
    const parts = random.pick(humped).split(/(?=[A-Z])/);
    return parts.slice(-2).join(" ").toLowerCase();
  });
};

const common = vocabulary.slice(0, perClass);

const filtered = (name: string, filter: (index: number) => Omit<SearchRequest, "query">): QuerySet => ({
  name: `filter: ${name}`,
  requests: common.map((query, index) => ({ query, ...filter(index) })),
});

/** Every class with at least 30 requests each. `sessions`: some canonical ids of the corpus. */
export const querySets = (files: readonly string[], sessions: readonly string[]): readonly QuerySet[] => {
  const random = new Random(7);
  const cwdAt = (index: number): string => projects[index % 12]?.cwd ?? "";
  const sessionAt = (index: number): string => sessions[index % sessions.length] ?? "";
  return [
    queries("selective", [...wordsToPlant.map((word) => word.query), ...words(20_000, 45_000, random)]),
    queries(
      "ordinary",
      words(300, 3_000, random).map((word, index) => `${word} ${vocabulary[120 + index * 9]}`),
    ),
    queries("phrase", phrases(files, random)),
    queries(
      "two CJK characters",
      Array.from({ length: perClass }, (_, index) => chineseWords[index * 50] ?? ""),
    ),
    queries("identifier parts", identifierParts(random)),
    queries(
      "prefix",
      words(100, 20_000, random).map((word) => `${word.slice(0, 4)}*`),
    ),
    queries(
      "two-letter prefix",
      words(100, 20_000, random).map((word) => `${word.slice(0, 2)}*`),
    ),
    queries("most common words", common),
    queries(
      "pairs of common words",
      common.map((word, index) => `${word} ${common[(index + 1) % common.length]}`),
    ),
    filtered("agent", (index) => ({ sessions: { wires: [["pi", "claude-code", "codex"][index % 3] as string] } })),
    filtered("folder", (index) => ({ sessions: { cwds: [cwdAt(index)] } })),
    filtered("creation", (index) => ({ sessions: { createdAt: { from: filtersFrom + index * 86_400_000 } } })),
    filtered("one session", (index) => ({ sessions: { ids: [sessionAt(index)] } })),
    filtered("all but one session", (index) => ({ sessions: { excludeIds: [sessionAt(index)] } })),
    filtered("parent", (index) => ({
      sessions: { parents: { ids: [sessionAt(index)], includeRoots: index % 2 === 0 } },
    })),
    filtered("availability", () => ({ sessions: { availability: ["persisted"] } })),
    filtered("session title", (index) => ({ sessions: { title: vocabulary[index] ?? "the" } })),
    filtered("role", (index) => ({
      events: { roles: [(["user", "assistant", "tool"] as const)[index % 3] ?? "user"] },
    })),
    filtered("type", (index) => ({
      events: { types: [["user/message", "tool/result", "context/compaction"][index % 3] ?? ""] },
    })),
    filtered("surface", (index) => ({
      events: { surfaces: [(["current", "shadowed", "log-only"] as const)[index % 3] ?? "current"] },
    })),
    filtered("branch", (index) => ({ events: { branches: [index % 2 === 0 ? "active" : "inactive"] } })),
    filtered("time", (index) => ({
      events: { time: { from: filtersFrom + index * 86_400_000, to: filtersFrom + (index + 7) * 86_400_000 } },
    })),
    filtered("seq", () => ({ events: { seq: { from: 2, to: 40 } } })),
    filtered("newest first", () => ({ order: "newest" })),
  ];
};
