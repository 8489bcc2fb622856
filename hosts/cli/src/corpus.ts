/** Owns what the commands need of a corpus; the provider's plain query and maintenance fit it as they are. */
import type {
  CorpusPage,
  CorpusReport,
  DocumentSlice,
  EventRead,
  EventTrace,
  ReadEventRequest,
  RefreshOptions,
  RefreshReport,
  Resolution,
  SearchRequest,
  SessionFilters,
  SessionList,
  SessionTrace,
  TranscriptFacts,
} from "@backscroll/corpus";

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface PlainTranscript extends TranscriptFacts {
  readonly document: (seq: number, from?: number, to?: number) => Promise<DocumentSlice>;
}

export interface CorpusQuery {
  readonly searchCorpus: (request: SearchRequest, options?: CallOptions) => Promise<CorpusPage>;
  readonly listSessions: (filters?: SessionFilters, options?: CallOptions) => Promise<SessionList>;
  readonly openTranscript: (session: string, options?: CallOptions) => Promise<PlainTranscript>;
  readonly resolveSession: (
    selector: string,
    scope?: SessionFilters & { readonly prefixes?: boolean },
    options?: CallOptions,
  ) => Promise<Resolution>;
  readonly traceSession: (session: string, options?: CallOptions) => Promise<SessionTrace>;
  readonly traceEvent: (session: string, seq: number, options?: CallOptions) => Promise<EventTrace>;
  readonly readEvent: (request: ReadEventRequest, options?: CallOptions) => Promise<EventRead>;
}

export interface OpenCorpus {
  readonly query: CorpusQuery;
  readonly maintenance: {
    readonly refresh: (options?: RefreshOptions, call?: CallOptions) => Promise<RefreshReport>;
    readonly inspect: (options?: { readonly integrity?: boolean }, call?: CallOptions) => Promise<CorpusReport>;
  };
  readonly close: () => Promise<void>;
}
