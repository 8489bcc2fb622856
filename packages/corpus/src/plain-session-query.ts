/** Owns the session-query service for programs without Effect: the same methods, as Promises that take an AbortSignal. */
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Scope from "effect/Scope";
import * as Stream from "effect/Stream";
import { Aborted, type SessionQueryError } from "./errors.ts";
import type {
  FilterEventsRequest,
  ReadEventRequest,
  SearchEventsRequest,
  SearchRequest,
  SessionFilters,
} from "./requests.ts";
import type {
  CorpusChange,
  CorpusPage,
  DocumentSlice,
  EventPage,
  EventRead,
  EventTrace,
  FilteredEvents,
  Resolution,
  SessionList,
  SessionPage,
  SessionTrace,
  TitleResult,
  TranscriptFacts,
} from "./results.ts";
import type { LiveSession, SessionQueryService } from "./session-query.ts";

/** How a caller gives a query up: it then rejects with `Aborted`. */
export interface QueryControl {
  /** Stops the work where it runs; the Promise rejects with `Aborted`. */
  readonly signal?: AbortSignal;
}

/** `Transcript` for programs without Effect: its readers give promises that reject with a `SessionQueryError`. */
export interface PlainTranscript extends TranscriptFacts {
  document(seq: number, from?: number, to?: number, control?: QueryControl): Promise<DocumentSlice>;
  documents(seqs: readonly number[], control?: QueryControl): Promise<readonly DocumentSlice[]>;
}

/** Every method rejects with a `SessionQueryError` where it fails. */
export interface PlainSessionQuery {
  searchSessions(request: SearchRequest, control?: QueryControl): Promise<SessionPage>;
  searchEvents(request: SearchEventsRequest, control?: QueryControl): Promise<EventPage>;
  searchCorpus(request: SearchRequest, control?: QueryControl): Promise<CorpusPage>;
  listSessions(filters?: SessionFilters, control?: QueryControl): Promise<SessionList>;
  readTitles(ids: readonly string[], control?: QueryControl): Promise<readonly TitleResult[]>;
  filterEvents(request: FilterEventsRequest, control?: QueryControl): Promise<FilteredEvents>;
  openTranscript(session: string, control?: QueryControl): Promise<PlainTranscript>;
  resolveSession(
    selector: string,
    scope?: SessionFilters & { readonly prefixes?: boolean },
    control?: QueryControl,
  ): Promise<Resolution>;
  /** Registered until the function that it gives is called. */
  registerLive(session: LiveSession): Promise<() => Promise<void>>;
  traceSession(session: string, control?: QueryControl): Promise<SessionTrace>;
  traceEvent(session: string, seq: number, control?: QueryControl): Promise<EventTrace>;
  readEvent(request: ReadEventRequest, control?: QueryControl): Promise<EventRead>;
  /** Calls back for each change until the function that it gives is called. */
  changes(listener: (change: CorpusChange) => void): () => void;
}

const run = async <A>(effect: Effect.Effect<A, SessionQueryError>, control: QueryControl | undefined): Promise<A> => {
  const signal = control?.signal;
  const exit =
    signal?.aborted === true
      ? Exit.interrupt()
      : await Effect.runPromiseExit(effect, signal === undefined ? undefined : { signal });
  if (Exit.isSuccess(exit)) return exit.value;
  if (Cause.hasInterruptsOnly(exit.cause)) throw new Aborted({ message: "The query was stopped before it was done." });
  throw Cause.squash(exit.cause);
};

/** The plain form of a service. */
export const plainSessionQuery = (service: SessionQueryService): PlainSessionQuery => ({
  searchSessions: (request, control) => run(service.searchSessions(request), control),
  searchEvents: (request, control) => run(service.searchEvents(request), control),
  searchCorpus: (request, control) => run(service.searchCorpus(request), control),
  listSessions: (filters, control) => run(service.listSessions(filters), control),
  readTitles: (ids, control) => run(service.readTitles(ids), control),
  filterEvents: (request, control) => run(service.filterEvents(request), control),
  openTranscript: async (session, control) => {
    const transcript = await run(service.openTranscript(session), control);
    return {
      ...transcript,
      document: (seq, from, to, readControl) => run(transcript.document(seq, from, to), readControl),
      documents: (seqs, readControl) => run(transcript.documents(seqs), readControl),
    };
  },
  resolveSession: (selector, scope, control) => run(service.resolveSession(selector, scope), control),
  registerLive: async (session) => {
    const scope = Scope.makeUnsafe();
    const release = (): Promise<void> => Effect.runPromise(Scope.close(scope, Exit.void));
    try {
      await run(Scope.provide(service.registerLive(session), scope), undefined);
    } catch (error) {
      await release();
      throw error;
    }
    return release;
  },
  traceSession: (session, control) => run(service.traceSession(session), control),
  traceEvent: (session, seq, control) => run(service.traceEvent(session, seq), control),
  readEvent: (request, control) => run(service.readEvent(request), control),
  changes: (listener) => {
    const stop = new AbortController();
    Effect.runPromise(
      Stream.runForEach(service.changes, (change) => Effect.sync(() => listener(change))),
      { signal: stop.signal },
    ).catch(() => {});
    return () => stop.abort();
  },
});
