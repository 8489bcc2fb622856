/** Owns `backscroll doctor`. */
import { bringUpToDate, type CommandContext, withCorpus } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../command-error.ts";
import { isoTime } from "../render/age.ts";
import { doctorLines, isHealthy } from "../render/doctor-lines.ts";

/** Ends as failed where the index is damaged; logs that were skipped are reported and are no failure. */
export const doctor = async (options: { readonly json?: boolean }, context: CommandContext): Promise<ExitCode> => {
  const { terminal, signal } = context;
  return withCorpus(context, async (corpus) => {
    await bringUpToDate(context, corpus);
    const report = await corpus.maintenance.inspect({ integrity: true }, { signal });
    const { index } = report;
    if (options.json === true) {
      await terminal.json({
        healthy: isHealthy(report),
        places: report.places,
        skipped: report.skipped,
        index: {
          path: index.path,
          bytes: index.bytes,
          schema_version: index.schemaVersion,
          engine_version: index.engineVersion,
          sessions: index.sessions,
          events: index.events,
          source_bytes: index.sourceBytes,
          refreshed_at: isoTime(index.refreshedAt),
          behind: index.behind,
          integrity: index.integrity,
          ledger_sessions: index.ledgerSessions,
        },
      });
    } else for (const line of doctorLines(report, context.layout())) await terminal.line(line);
    return isHealthy(report) ? exitCodes.done : exitCodes.failed;
  });
};
