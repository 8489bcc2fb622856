/** Owns `backscroll export`: a session, every branch of it, as Markdown or as JSON with the native records. */
import { resolve } from "node:path";
import type { EventContent } from "@backscroll/corpus";
import { didYouMean } from "../arguments/closest-word.ts";
import { findSession } from "../arguments/find-address.ts";
import { bringUpToDate, type CommandContext, withCorpus } from "../command-context.ts";
import { CommandError, type ExitCode, exitCodes } from "../command-error.ts";
import type { OpenCorpus, PlainTranscript } from "../corpus.ts";
import { inBatches } from "../in-batches.ts";
import { eventJson, stateJson } from "../json/event-json.ts";
import { wholeSessionJson } from "../json/session-json.ts";
import { markdownEvent, markdownHeader } from "../render/markdown.ts";
import { visibleJson, visibleLine } from "../terminal/visible-text.ts";
import { writeNewFile } from "../write-new-file.ts";
import { readDocuments } from "./read-transcript.ts";

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

/** A record each, which can be large; few are held at once. */
const recordsAtOnce = 4;

/** The export piece by piece, so that its size does not matter. */
async function* pieces(
  format: Format,
  transcript: PlainTranscript,
  query: OpenCorpus["query"],
  { signal, layout }: CommandContext,
): AsyncGenerator<string> {
  const { session, events } = transcript;
  const seqs = events.map(({ seq }) => seq);
  if (format === "markdown") {
    yield markdownHeader(session, layout().home);
    const bySeq = new Map(events.map((event) => [event.seq, event]));
    for await (const slice of readDocuments(transcript, seqs, { signal })) {
      const event = bySeq.get(slice.seq);
      if (event !== undefined) yield markdownEvent(event, slice);
    }
    return;
  }
  const contents = inBatches(seqs, recordsAtOnce, (batch) =>
    Promise.all(batch.map(async (seq) => (await query.readEvent({ session: session.session, seq }, { signal })).event)),
  );
  if (format === "jsonl") {
    yield `${json({ session: wholeSessionJson(session) })}\n`;
    for await (const event of contents) yield `${json(fullJson(event))}\n`;
    return;
  }
  yield `{"session":${json(wholeSessionJson(session))},"events":[`;
  let separator = "\n";
  for await (const event of contents) {
    yield `${separator}${json(fullJson(event))}`;
    separator = ",\n";
  }
  yield "\n]}\n";
}

/** Writes to standard output, or to a file that is whole or not there. Throws `CommandError`. */
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
    const transcript = await corpus.query.openTranscript(session.session, { signal });
    const content = pieces(format, transcript, corpus.query, context);
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
