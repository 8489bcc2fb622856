/** Owns `backscroll index`. */
import { resolve } from "node:path";
import { bringUpToDate, type CommandContext, withCorpus } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../command-error.ts";
import { byteSize } from "../render/byte-size.ts";
import { count } from "../render/count.ts";
import { skippedNote } from "../render/skipped-notes.ts";
import { visibleLine } from "../terminal/visible-text.ts";

export interface IndexOptions {
  readonly rebuild?: boolean;
  readonly json?: boolean;
}

/** Paths that were not found make it end as `nothingFound`, after the rest is done. */
export const indexSources = async (
  paths: readonly string[],
  options: IndexOptions,
  context: CommandContext,
): Promise<ExitCode> => {
  const { terminal } = context;
  return withCorpus(context, async (corpus) => {
    const report = await bringUpToDate(context, corpus, {
      ...(paths.length === 0 ? {} : { paths: paths.map((path) => resolve(context.cwd, path)) }),
      ...(options.rebuild === true ? { rebuild: true } : {}),
    });
    const given = new Map(paths.map((path) => [resolve(context.cwd, path), path]));
    const missing = report.missing.filter((path) => given.has(path));
    const exitCode = missing.length === 0 ? exitCodes.done : exitCodes.nothingFound;
    if (options.json === true) {
      await terminal.json({
        sessions: report.sessions,
        events: report.events,
        bytes: report.bytes,
        decoded_bytes: report.decodedBytes,
        skipped: [
          ...report.skipped.map(({ source, reason }) => ({ source, reason })),
          ...report.missing.map((source) => ({ source, reason: "missing" })),
        ],
        elapsed_ms: report.elapsedMs,
      });
      return exitCode;
    }
    await terminal.line(
      `${count(report.sessions, "session")}, ${count(report.events, "event")} in ${byteSize(report.bytes)} of logs.`,
    );
    await terminal.line(
      `Read ${byteSize(report.decodedBytes)} that were new, in ${(report.elapsedMs / 1000).toFixed(1)} s.`,
    );
    for (const line of skippedNote(report.skipped, context.layout())) await terminal.line(line);
    if (report.sessions === 0)
      await terminal.line("No agent's sessions were found; backscroll doctor lists where was looked.");
    for (const path of report.missing) {
      terminal.note(`warning: not found: ${visibleLine(given.get(path) ?? path)}`);
    }
    return exitCode;
  });
};
