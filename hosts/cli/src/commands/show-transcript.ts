/** Owns printing a session's transcript. */
import type { DocumentSlice, TranscriptEvent } from "@backscroll/corpus";
import type { CommandContext } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../command-error.ts";
import type { OpenCorpus, PlainTranscript } from "../corpus.ts";
import { stateJson } from "../json/event-json.ts";
import { wholeSessionJson } from "../json/session-json.ts";
import { readAhead } from "../read-ahead.ts";
import { isoTime } from "../render/age.ts";
import type { Layout } from "../render/layout.ts";
import { sessionHeader } from "../render/session-header.ts";
import {
  maybeSilent,
  planTranscript,
  type TranscriptItem,
  type TranscriptOptions,
} from "../render/transcript-items.ts";
import { eventLines, inactiveLines, omittedNotes, toolRunLines, windowLines } from "../render/transcript-lines.ts";

const itemLines = async (
  item: TranscriptItem,
  transcript: PlainTranscript,
  full: boolean,
  layout: Layout,
): Promise<string[]> => {
  if (item.kind === "window") return windowLines(item, layout);
  if (item.kind === "inactive") return inactiveLines(item, layout);
  if (item.kind === "event") return eventLines(item.event, await transcript.document(item.event.seq), full, layout);
  const slices: DocumentSlice[] = [];
  for await (const slice of readAhead(item.calls, ({ seq }) => transcript.document(seq, 0, 1))) slices.push(slice);
  return toolRunLines(item, slices, layout);
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

/** Everything in range, whatever `full` says, each result apart from its call. */
const printJson = async (
  transcript: PlainTranscript,
  { branch, from, to }: TranscriptOptions,
  { terminal }: CommandContext,
): Promise<void> => {
  const chosen = transcript.events.filter(
    (event) => event.seq >= from && event.seq <= to && (branch === "all" || event.branch === "active"),
  );
  const events: ReturnType<typeof eventJson>[] = [];
  const read = async (event: TranscriptEvent) => eventJson(event, await transcript.document(event.seq));
  for await (const event of readAhead(chosen, read)) events.push(event);
  await terminal.json({
    session: wholeSessionJson(transcript.session),
    windows: transcript.fold.windows.map((window) => ({
      from: window.from,
      to: window.to,
      boundary: window.boundary,
      summary_seq: window.summarySeq,
      first_retained_seq: window.firstRetainedSeq,
    })),
    events,
    omitted: transcript.events.length - events.length,
  });
};

const silentMessages = async (
  transcript: PlainTranscript,
  { from, to }: TranscriptOptions,
): Promise<ReadonlySet<number>> => {
  const inRange = maybeSilent(transcript.events).filter(({ seq }) => seq >= from && seq <= to);
  const silent = new Set<number>();
  for await (const slice of readAhead(inRange, ({ seq }) => transcript.document(seq, 0, 1))) {
    if (slice.totalChars === 0) silent.add(slice.seq);
  }
  return silent;
};

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
  const plan = planTranscript(
    transcript,
    options,
    options.full ? new Set() : await silentMessages(transcript, options),
  );
  for (const line of [...sessionHeader(transcript.session, layout), ""]) await terminal.line(line);
  const read = (item: TranscriptItem) => itemLines(item, transcript, options.full, layout);
  for await (const lines of readAhead(plan.items, read, 4)) {
    signal.throwIfAborted();
    for (const line of lines) await terminal.line(line);
  }
  if (!found) await terminal.line(`No event in this range; the session has ${transcript.events.length}.`);
  for (const note of omittedNotes(plan)) await terminal.line(layout.styles.faint(note));
  return exitCode;
};
