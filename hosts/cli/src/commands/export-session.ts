/** Owns `backscroll export`: a session, every branch of it, as Markdown or as JSON with the native records. */
import { resolve } from "node:path";
import type { EventContent, SessionRecord } from "@backscroll/corpus";
import { didYouMean } from "../arguments/closest-word.ts";
import { findSession } from "../arguments/find-address.ts";
import { bringUpToDate, type CommandContext, withCorpus } from "../command-context.ts";
import { CommandError, type ExitCode, exitCodes } from "../command-error.ts";
import type { OpenCorpus } from "../corpus.ts";
import { eventJson, stateJson } from "../json/event-json.ts";
import { wholeSessionJson } from "../json/session-json.ts";
import { readAhead } from "../read-ahead.ts";
import { markdownEvent, markdownHeader } from "../render/markdown.ts";
import { visibleJson, visibleLine } from "../terminal/visible-text.ts";
import { writeNewFile } from "../write-new-file.ts";

export interface ExportOptions {
  readonly format?: string;
  readonly output?: string;
  readonly force?: boolean;
}

const formats = ["markdown", "json", "jsonl"] as const;
type Format = (typeof formats)[number];

const formatOption = (text: string | undefined): Format => {
  const format = formats.find((known) => known === (text ?? "markdown").toLowerCase());
  if (format !== undefined) return format;
  throw new CommandError(
    "unknown_value",
    `--format "${text}": there is no such format.${didYouMean(text ?? "", formats)}`,
    `--format takes: ${formats.join(", ")}.`,
  );
};

const fullJson = (event: EventContent) => ({ ...eventJson(event), ...stateJson(event) });

const json = (value: unknown): string => visibleJson(JSON.stringify(value));

interface ExportedEvent {
  readonly event: EventContent;
  /** Whether it is a result whose call's document holds it. */
  readonly inCall: boolean;
}

/** The export piece by piece, so that its size does not matter. */
async function* pieces(
  format: Format,
  session: SessionRecord,
  events: AsyncIterable<ExportedEvent>,
  home: string,
): AsyncGenerator<string> {
  if (format === "markdown") {
    yield markdownHeader(session, home);
    for await (const { event, inCall } of events) yield markdownEvent(event, inCall);
    return;
  }
  if (format === "jsonl") {
    yield `${json({ session: wholeSessionJson(session) })}\n`;
    for await (const { event } of events) yield `${json(fullJson(event))}\n`;
    return;
  }
  yield `{"session":${json(wholeSessionJson(session))},"events":[`;
  let separator = "\n";
  for await (const { event } of events) {
    yield `${separator}${json(fullJson(event))}`;
    separator = ",\n";
  }
  yield "\n]}\n";
}

async function* eventsOf(corpus: OpenCorpus, session: string, signal: AbortSignal): AsyncGenerator<ExportedEvent> {
  const { events } = await corpus.query.openTranscript(session, { signal });
  const results = new Set(events.map(({ resultSeq }) => resultSeq));
  const read = async (seq: number): Promise<ExportedEvent> => {
    const { event } = await corpus.query.readEvent({ session, seq }, { signal });
    return { event, inCall: results.has(seq) };
  };
  yield* readAhead(
    events.map(({ seq }) => seq),
    read,
    8,
  );
}

export const exportSession = async (
  selector: string,
  options: ExportOptions,
  context: CommandContext,
): Promise<ExitCode> => {
  const { terminal, signal } = context;
  const format = formatOption(options.format);
  if (options.force === true && options.output === undefined) {
    throw new CommandError("contradicting_options", "--force is for --output.", "Name the file with --output.");
  }
  return withCorpus(context, async (corpus) => {
    await bringUpToDate(context, corpus);
    const session = await findSession(corpus.query, selector, { signal });
    const content = pieces(format, session, eventsOf(corpus, session.session, signal), context.layout().home);
    if (options.output === undefined) {
      for await (const piece of content) await terminal.write(piece);
      return exitCodes.done;
    }
    const path = resolve(context.cwd, options.output);
    await writeNewFile(path, content, options.force === true);
    terminal.note(`Wrote ${visibleLine(path)}`);
    return exitCodes.done;
  });
};
