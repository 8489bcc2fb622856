/** Owns what every command is given, and running one over an open corpus. */
import type { Interface } from "node:readline";
import type { RefreshReport } from "@backscroll/corpus";
import type { ExitCode } from "./command-error.ts";
import type { OpenCorpus } from "./corpus.ts";
import type { Layout } from "./render/layout.ts";
import type { ProgressBar } from "./terminal/progress-bar.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface CommandContext {
  readonly terminal: Terminal;
  readonly cwd: string;
  readonly now: () => number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly openCorpus: () => Promise<OpenCorpus>;
  /** For rendering at this moment. */
  readonly layout: () => Layout;
  readonly makeProgressBar: () => ProgressBar;
  /** A line editor on standard input and output. */
  readonly openLineEditor: () => Interface;
  /** Set while the bundled demonstration sessions stand in for this machine's. */
  readonly demonstration: boolean;
}

/** Opens the corpus for `work` and closes it whatever happens. */
export const withCorpus = async (
  context: CommandContext,
  work: (corpus: OpenCorpus) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const corpus = await context.openCorpus();
  try {
    return await work(corpus);
  } finally {
    await corpus.close();
  }
};

/** Takes in what is new on disk, with a progress line; a query after it answers from everything. */
export const bringUpToDate = async (
  { makeProgressBar, signal }: CommandContext,
  corpus: OpenCorpus,
  options: { readonly paths?: readonly string[]; readonly rebuild?: boolean } = {},
): Promise<RefreshReport> => {
  const bar = makeProgressBar();
  try {
    return await corpus.maintenance.refresh({ ...options, onProgress: bar.update }, { signal });
  } finally {
    bar.end();
  }
};
