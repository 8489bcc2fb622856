/** Owns printing one event exactly: for reading, as JSON, or as the bytes of its native record. */
import type { EventContent, EventRead, Neighbour } from "@backscroll/corpus";
import type { CommandContext } from "../command-context.ts";
import { CommandError, type ExitCode, exitCodes } from "../command-error.ts";
import type { OpenCorpus } from "../corpus.ts";
import { eventFactsJson, eventJson } from "../json/event-json.ts";
import { neighbourLines, wholeEventLines } from "../render/event-lines.ts";
import { visibleJson, visibleText } from "../terminal/visible-text.ts";

interface ShowEventOptions {
  /** Events before and after, null for none. */
  readonly neighbours: number | null;
  readonly raw: boolean;
  readonly json: boolean;
}

const neighbourJson = (neighbour: Neighbour) => ({ ...eventFactsJson(neighbour), text: neighbour.text });

/** The bytes as they lie in the log; a log that is kept packed is unpacked by its decoder. */
const rawRecord = async (event: EventContent, wire: string): Promise<Buffer> => {
  const [{ openSource, readRange }, { decoders }] = await Promise.all([
    import("@backscroll/wire"),
    import("../decoders.ts"),
  ]);
  const decoder = decoders.find((candidate) => candidate.wire === wire);
  if (decoder === undefined) throw new CommandError("read_failed", `No decoder for ${wire}.`, null, exitCodes.failed);
  const source = openSource(decoder, event.origin.path);
  try {
    const bytes = readRange(source, event.origin.start, event.origin.end);
    if (bytes.byteLength !== event.origin.end - event.origin.start) {
      throw new CommandError(
        "read_failed",
        "The log became shorter while it was read.",
        "Run it again.",
        exitCodes.failed,
      );
    }
    return bytes;
  } finally {
    source.close();
  }
};

const printRaw = async (read: EventRead, { terminal }: CommandContext): Promise<void> => {
  const bytes = await rawRecord(read.event, read.session.wire);
  if (!terminal.outputIsTerminal) return terminal.write(bytes);
  const text = bytes.toString("utf8");
  await terminal.line(/^\s*[{[]/.test(text) ? visibleJson(text) : visibleText(text));
};

/** Throws `EventNotFound` with the seqs that there are. */
export const showEvent = async (
  corpus: OpenCorpus,
  { session, seq }: { readonly session: string; readonly seq: number },
  { neighbours, raw, json }: ShowEventOptions,
  context: CommandContext,
): Promise<ExitCode> => {
  const { terminal, signal } = context;
  const window = neighbours === null ? {} : { before: neighbours, after: neighbours };
  const read = await corpus.query.readEvent({ session, seq, ...window }, { signal });
  if (raw) await printRaw(read, context);
  else if (json) {
    await terminal.json({
      ...eventJson(read.event),
      ...(neighbours === null ? {} : { before: read.before.map(neighbourJson), after: read.after.map(neighbourJson) }),
    });
  } else {
    const layout = context.layout();
    const lines = [
      ...read.before.flatMap((neighbour) => neighbourLines(neighbour, layout)),
      ...wholeEventLines(read, layout),
      ...read.after.flatMap((neighbour) => neighbourLines(neighbour, layout)),
    ];
    for (const line of lines) await terminal.line(line);
  }
  return exitCodes.done;
};
