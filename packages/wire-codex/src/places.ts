/** Owns where Codex keeps rollouts and which names they have. */
import { isAbsolute, join } from "node:path";
import type { Environment, Place } from "@backscroll/wire";

/** The file in which Codex keeps the names of threads, beside the folders of rollouts. */
const threadNamesFile = "session_index.jsonl";

/** `sessions`, `archived_sessions` and the file of names of `CODEX_HOME` (where it is an absolute path) and of `~/.codex`, each path once. */
export const places = ({ home, variables }: Environment): readonly Place[] => {
  const named = variables.CODEX_HOME;
  const homes =
    named !== undefined && isAbsolute(named)
      ? [{ path: named, origin: "CODEX_HOME" }]
      : ([] as { path: string; origin: string }[]);
  homes.push({ path: join(home, ".codex"), origin: "default" });
  const seen = new Set<string>();
  return homes
    .flatMap(({ path, origin }) =>
      ["sessions", "archived_sessions", threadNamesFile].map((name) => ({ path: join(path, name), origin })),
    )
    .filter(({ path }) => !seen.has(path) && seen.add(path));
};

/** Rollouts, compressed or not, and the single JSON files of the first, TypeScript program. */
export const accepts = (relativePath: string): boolean =>
  /\.jsonl(?:\.zst)?$|(?:^|[\\/])rollout-[^\\/]*\.json$/.test(relativePath);
