/** Owns reading the documents of a transcript in order, and what of them its items show. */
import type { DocumentSlice, TranscriptEvent } from "@backscroll/corpus";
import { eventTypes } from "@backscroll/wire";
import type { PlainTranscript, QueryControl } from "../corpus.ts";
import { inBatches } from "../in-batches.ts";
import type { TranscriptItem } from "../render/transcript-items.ts";

const batchSize = 100;

/** The whole documents of `seqs`, in that order. */
export const readDocuments = (
  transcript: Pick<PlainTranscript, "documents">,
  seqs: readonly number[],
  control: QueryControl,
): AsyncGenerator<DocumentSlice> => inBatches(seqs, batchSize, (batch) => transcript.documents(batch, control));

type Kind<Name extends TranscriptItem["kind"]> = Extract<TranscriptItem, { readonly kind: Name }>;

/** Items with what is shown of their documents: an event's is whole, of a run of tools only the names. */
export type ReadItem =
  | Kind<"window">
  | Kind<"inactive">
  | (Kind<"event"> & { readonly document: DocumentSlice })
  | (Kind<"tools"> & { readonly names: readonly (string | null)[] });

const seqsOf = (item: TranscriptItem): readonly number[] => {
  if (item.kind === "event") return [item.event.seq];
  return item.kind === "tools" ? item.calls.map(({ seq }) => seq) : [];
};

/** Whether a message without text stands for the calls that follow it. */
const callsOnly = ({ type }: TranscriptEvent, next: TranscriptItem | undefined): boolean =>
  type === eventTypes.assistantMessage && next?.kind === "tools";

/**
 * `items` with their documents. A message without text before a run of tools, which holds nothing but the calls that
 * follow it, becomes part of that run, so that it does not cut one run into many.
 */
export async function* readItems(
  items: readonly TranscriptItem[],
  transcript: Pick<PlainTranscript, "documents">,
  control: QueryControl,
): AsyncGenerator<ReadItem> {
  const documents = readDocuments(transcript, items.flatMap(seqsOf), control);
  let run: { from: number; to: number; calls: TranscriptEvent[]; names: (string | null)[] } | null = null;
  try {
    for (const [index, item] of items.entries()) {
      const read: DocumentSlice[] = [];
      for (const _ of seqsOf(item)) {
        const { value, done } = await documents.next();
        if (done !== true) read.push(value);
      }
      const [document] = read;
      if (item.kind === "tools") {
        run ??= { from: item.from, to: item.to, calls: [], names: [] };
        run.to = item.to;
        run.calls.push(...item.calls);
        run.names.push(...read.map(({ tool }) => tool?.name ?? null));
      } else if (item.kind === "event" && document?.totalChars === 0 && callsOnly(item.event, items[index + 1])) {
        run ??= { from: item.event.seq, to: item.event.seq, calls: [], names: [] };
      } else {
        if (run !== null) yield { kind: "tools", ...run };
        run = null;
        if (item.kind !== "event") yield item;
        else if (document !== undefined) yield { ...item, document };
      }
    }
    if (run !== null) yield { kind: "tools", ...run };
  } finally {
    await documents.return(undefined);
  }
}
