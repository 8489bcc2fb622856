/** Owns `backscroll sessions`. */
import type { SessionRecord } from "@backscroll/corpus";
import { parseNumber } from "../arguments/parse-number.ts";
import { scopeTest } from "../arguments/project-scope.ts";
import { checkSelection, filterTexts, type SessionOptions, scopeText } from "../arguments/selection.ts";
import { bringUpToDate, type CommandContext, withCorpus } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../command-error.ts";
import { sessionJson, skippedJson } from "../json/session-json.ts";
import { count } from "../render/count.ts";
import { folderText } from "../render/layout.ts";
import { sessionLines } from "../render/session-lines.ts";
import { skippedNote } from "../render/skipped-notes.ts";
import { visibleLine } from "../terminal/visible-text.ts";

export interface SessionsOptions extends SessionOptions {
  readonly limit?: string;
  readonly json?: boolean;
}

const defaultLimit = 30;

/** Whether a session was at work within a range of time; one without any time is not. */
const wasActive = (session: SessionRecord, time: { readonly from?: number; readonly to?: number } | null): boolean => {
  if (time === null) return true;
  const first = session.createdAt ?? session.lastEventAt;
  const last = session.lastEventAt ?? session.createdAt;
  if (first === null || last === null) return false;
  return last >= (time.from ?? Number.NEGATIVE_INFINITY) && first <= (time.to ?? Number.POSITIVE_INFINITY);
};

/** Ends as `nothingFound` where none is in the selection. */
export const listSessions = async (options: SessionsOptions, context: CommandContext): Promise<ExitCode> => {
  const { terminal, signal } = context;
  const limit = options.limit === undefined ? null : parseNumber("--limit", options.limit, 1, Number.MAX_SAFE_INTEGER);
  const { scope, sessions: filters, time } = checkSelection(options, context);
  return withCorpus(context, async (corpus) => {
    await bringUpToDate(context, corpus);
    const listed = await corpus.query.listSessions(filters, { signal });
    const inScope = scopeTest(scope);
    const active = listed.sessions.filter((session) => wasActive(session, time));
    const selected = active.filter((session) => inScope(session.cwd));
    const untimed =
      time === null
        ? 0
        : listed.sessions.filter((one) => one.createdAt === null && one.lastEventAt === null && inScope(one.cwd))
            .length;
    const exitCode = selected.length === 0 ? exitCodes.nothingFound : exitCodes.done;
    if (options.json === true) {
      const shown = limit === null ? selected : selected.slice(0, limit);
      await terminal.json({
        sessions: shown.map(sessionJson),
        skipped: listed.coverage.skipped.map(skippedJson),
      });
      return exitCode;
    }
    const layout = context.layout();
    const shown = selected.slice(0, limit ?? defaultLimit);
    for (const session of shown) {
      for (const line of sessionLines(session, layout)) await terminal.line(line);
    }
    const where = [
      scopeText({ scope, ids: null }, (path) => folderText(path, layout)),
      ...filterTexts({ sessions: filters, events: time === null ? {} : { time } }),
    ];
    if (shown.length > 0) await terminal.line();
    const heading = selected.length === 0 ? "No session" : count(selected.length, "session");
    const notes = [`${heading}: ${visibleLine(where.join("; "))}`];
    if (shown.length < selected.length) {
      notes.push(`${selected.length - shown.length} older ones are not shown: --limit ${selected.length}`);
    }
    const hidden = active.length - selected.length;
    if (hidden > 0) notes.push(`${count(hidden, "session")} in other folders: add --all`);
    if (untimed > 0) notes.push(`${count(untimed, "session")} without a time left out by --since or --until`);
    if (listed.coverage.behind > 0) {
      notes.push(
        `${count(listed.coverage.behind, "source holds", "sources hold")} more than is indexed yet: run backscroll index`,
      );
    }
    notes.push(...skippedNote(listed.coverage.skipped, layout));
    for (const note of notes) await terminal.line(layout.styles.faint(note));
    return exitCode;
  });
};
