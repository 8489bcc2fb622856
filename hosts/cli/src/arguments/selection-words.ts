/** Owns writing a selection back as options, for commands that are suggested. */
import type { SelectionOptions } from "./selection.ts";

const repeated = (option: string, values: readonly string[] | undefined): string[] =>
  (values ?? []).flatMap((value) => [option, value]);

const single = (option: string, value: string | undefined): string[] => (value === undefined ? [] : [option, value]);

/** Options that select sessions. */
export const sessionWords = (options: SelectionOptions): string[] => [
  ...(options.all === true ? ["--all"] : []),
  ...single("--project", options.project),
  ...(options.sameRepository === true ? ["--same-repository"] : []),
  ...repeated("--session", options.session),
  ...repeated("--wire", options.wire),
  ...single("--title", options.title),
];

/** Options that select events. */
export const eventWords = (options: SelectionOptions): string[] => [
  ...repeated("--role", options.role),
  ...repeated("--type", options.type),
  ...repeated("--surface", options.surface),
  ...repeated("--branch", options.branch),
  ...single("--since", options.since),
  ...single("--until", options.until),
  ...(options.echoes === true ? ["--echoes"] : []),
];

/** Words of a query as arguments; after `--` where one could be taken for an option. */
export const queryWords = (words: readonly string[]): string[] =>
  words.some((word) => word.startsWith("-")) ? ["--", ...words] : [...words];
