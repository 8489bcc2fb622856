/**
 * Owns the session-query service: the one way in which tools, hosts and commands reach earlier sessions.
 * Imports no provider and no engine.
 */
import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import type * as Stream from "effect/Stream";
import type { SessionQueryError } from "./errors.ts";
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

type Answer<A> = Effect.Effect<A, SessionQueryError>;

/** A transcript that reads its documents from the same observation. */
export interface Transcript extends TranscriptFacts {
  /**
   * Code points `from` to `to` (default: the whole) of an event's document; a paired call's document holds its result.
   * Fails with `StaleCursor` once the session's log was rewritten.
   */
  readonly document: (seq: number, from?: number, to?: number) => Answer<DocumentSlice>;
  /** Whole documents of several events, in the order asked; for views of a whole session. */
  readonly documents: (seqs: readonly number[]) => Answer<readonly DocumentSlice[]>;
}

/** A session that is running in this process or under its eyes. */
export interface LiveSession {
  readonly session: string;
  /** Its log. */
  readonly path: string;
  /** Header fields that the running program knows; a stored log that disagrees is a `SourceConflict`. */
  readonly header?: { readonly cwd?: string | null; readonly createdAt?: number };
  /** Key of the record at which the program's own cursor stands, null for the log's own end. */
  readonly head?: () => string | null;
}

/**
 * Every question that can be asked of the corpus. Each answer is made from one observation of it; each fails with a
 * `SessionQueryError` only.
 */
export interface SessionQueryService {
  /** One hit a session, its strongest event, best first. */
  readonly searchSessions: (request: SearchRequest) => Answer<SessionPage>;
  /** Hits within one session. */
  readonly searchEvents: (request: SearchEventsRequest) => Answer<EventPage>;
  /** Hits of every session in scope, several a session where several match. */
  readonly searchCorpus: (request: SearchRequest) => Answer<CorpusPage>;
  readonly listSessions: (filters?: SessionFilters) => Answer<SessionList>;
  /** For each id its header and latest title, or why not; in the order asked. */
  readonly readTitles: (ids: readonly string[]) => Answer<readonly TitleResult[]>;
  readonly filterEvents: (request: FilterEventsRequest) => Answer<FilteredEvents>;
  readonly openTranscript: (session: string) => Answer<Transcript>;
  /**
   * One session by canonical id, by native id, or by a prefix of at least 6 characters of either where `prefixes` is true;
   * among the sessions that `scope` admits.
   */
  readonly resolveSession: (
    selector: string,
    scope?: SessionFilters & { readonly prefixes?: boolean },
  ) => Answer<Resolution>;
  /** Registered until the scope closes. */
  readonly registerLive: (session: LiveSession) => Effect.Effect<void, SessionQueryError, Scope.Scope>;
  readonly traceSession: (session: string) => Answer<SessionTrace>;
  readonly traceEvent: (session: string, seq: number) => Answer<EventTrace>;
  readonly readEvent: (request: ReadEventRequest) => Answer<EventRead>;
  /** What is indexed from now on. */
  readonly changes: Stream.Stream<CorpusChange>;
}

/** The service's tag. */
export class SessionQuery extends Context.Service<SessionQuery, SessionQueryService>()(
  "@backscroll/corpus/SessionQuery",
) {}
