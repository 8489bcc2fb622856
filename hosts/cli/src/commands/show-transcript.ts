/** Owns printing a session's transcript. */
import type { DocumentSlice, TranscriptEvent } from "@backscroll/corpus";
import type { CommandContext } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../command-error.ts";
import type { OpenCorpus, PlainTranscript } from "../corpus.ts";
import { stateJson } from "../json/event-json.ts";
import { wholeSessionJson } from "../json/session-json.ts";
import { isoTime } from "../render/age.ts";
import type { Layout } from "../render/layout.ts";
import { sessionHeader } from "../render/session-header.ts";
import { planTranscript, type TranscriptOptions } from "../render/transcript-items.ts";
import { eventLines, inactiveLines, omittedNotes, toolRunLines, windowLines } from "../render/transcript-lines.ts";
import { visibleJson } from "../terminal/visible-text.ts";
import { type ReadItem, readDocuments, readItems } from "./read-transcript.ts";

const itemLines = (item: ReadItem, full: boolean, layout: Layout): string[] => {
  if (item.kind === "window") return windowLines(item, layout);
  if (item.kind === "inactive") return inactiveLines(item, layout);
  if (item.kind === "event") return eventLines(item.event, item.document, full, layout);
  return toolRunLines(item, item.names, layout);
};

const eventJson = (event: TranscriptEvent, slice: DocumentSlice) => ({
  seq: event.seq,
  key: slice.key,
  type: event.type,
  role: event.role,
  surface: event.surface,
  ...stateJson(event),
  result_seq: event.resultSeq,
  parent_seq: event.parentSeq,
  created_at: isoTime(event.createdAt),
  text: slice.text,
});

/** Everything in range, whatever `full` says, each result apart from its call; piece by piece, whatever its size. */
const printJson = async (
  transcript: PlainTranscript,
  { branch, from, to }: TranscriptOptions,
  { terminal, signal }: CommandContext,
): Promise<void> => {
  const chosen = transcript.events.filter(
    (event) => event.seq >= from && event.seq <= to && (branch === "all" || event.branch === "active"),
  );
  const windows = transcript.fold.windows.map((window) => ({
    from: window.from,
    to: window.to,
    boundary: window.boundary,
    summary_seq: window.summarySeq,
    first_retained_seq: window.firstRetainedSeq,
  }));
  const json = (value: unknown): string => visibleJson(JSON.stringify(value));
  await terminal.write(
    `{"session":${json(wholeSessionJson(transcript.session))},\n"windows":${json(windows)},\n"events":[`,
  );
  const bySeq = new Map(chosen.map((event) => [event.seq, event]));
  let separator = "\n";
  for await (const slice of readDocuments(transcript, [...bySeq.keys()], { signal })) {
    const event = bySeq.get(slice.seq);
    if (event === undefined) continue;
    await terminal.write(`${separator}${json(eventJson(event, slice))}`);
    separator = ",\n";
  }
  await terminal.write(`\n],\n"omitted":${transcript.events.length - chosen.length}}\n`);
};

/** Ends as `nothingFound` where no event is in the range. */
export const showTranscript = async (
  corpus: OpenCorpus,
  session: string,
  options: TranscriptOptions,
  json: boolean,
  context: CommandContext,
): Promise<ExitCode> => {
  const { terminal, signal } = context;
  const transcript = await corpus.query.openTranscript(session, { signal });
  const found = transcript.events.some(({ seq }) => seq >= options.from && seq <= options.to);
  const exitCode = found ? exitCodes.done : exitCodes.nothingFound;
  if (json) {
    await printJson(transcript, options, context);
    return exitCode;
  }
  const layout = context.layout();
  const plan = planTranscript(transcript, options);
  for (const line of [...sessionHeader(transcript.session, layout), ""]) await terminal.line(line);
  for await (const item of readItems(plan.items, transcript, { signal })) {
    for (const line of itemLines(item, options.full, layout)) await terminal.line(line);
  }
  if (!found) await terminal.line(`No event in this range; the session has ${transcript.events.length}.`);
  for (const note of omittedNotes(plan)) await terminal.line(layout.styles.faint(note));
  return exitCode;
};
