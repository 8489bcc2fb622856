/** Owns what the commands need of a corpus; the provider's own fits it as it is. */
import type { PlainSessionQuery } from "@backscroll/corpus";
import type { Corpus } from "@backscroll/corpus-sqlite";

export type { PlainTranscript, QueryControl } from "@backscroll/corpus";

export type CorpusQuery = Pick<
  PlainSessionQuery,
  "searchCorpus" | "listSessions" | "openTranscript" | "resolveSession" | "traceSession" | "traceEvent" | "readEvent"
>;

export interface OpenCorpus {
  readonly query: CorpusQuery;
  readonly maintenance: Corpus["maintenance"];
  readonly close: () => Promise<void>;
}
