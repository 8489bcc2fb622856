/**
 * Owns the provider that says what every answer means: everything in memory, decoded whole whenever a source changed.
 * Right before fast; not for a machine's whole history.
 */
import { dirname } from "node:path";
import { type Decoder, type Environment, fromBytes, openSource } from "@backscroll/wire";
import * as Effect from "effect/Effect";
import * as Queue from "effect/Queue";
import * as Stream from "effect/Stream";
import {
  checkFilterEvents,
  checkReadEvent,
  checkSearch,
  checkSearchEvents,
  checkSeq,
  checkSessionFilters,
  defaultPerPage,
} from "./check-request.ts";
import { type Discovery, discoverSources } from "./discover.ts";
import { IndexFailed, isSessionQueryError, type SessionQueryError, SourceConflict } from "./errors.ts";
import type { CorpusMaintenance, CorpusReport, RefreshOptions, RefreshReport } from "./maintenance.ts";
import { AnswerPages } from "./reference/answer-pages.ts";
import { type DecodedSources, decodeSources, type ReadableSource } from "./reference/decode-sources.ts";
import { listSessions, readTitles, resolveSession, traceSession } from "./reference/find-sessions.ts";
import { MemoryLedger } from "./reference/memory-ledger.ts";
import { documentSlice, filterEvents, readEvent, traceEvent, transcriptOf } from "./reference/read-events.ts";
import { type ReferenceSession, relateSessions } from "./reference/relate-sessions.ts";
import { hitOf, type RankRule, search, strongestBySession } from "./reference/search.ts";
import { Snapshot } from "./reference/snapshot.ts";
import type { CorpusChange } from "./results.ts";
import type { LiveSession, SessionQueryService } from "./session-query.ts";

/** A log that is held in memory. */
export interface MemorySource {
  /** Absolute; names the log, nothing is read there. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** What the reference provider reads. */
export interface ReferenceOptions {
  readonly decoders: readonly Decoder[];
  /** The machine whose known places are searched; default: none. */
  readonly environment?: Environment;
  /** Logs held in memory, looked at anew with each query. */
  readonly sources?: () => readonly MemorySource[];
  /** `bm25` by default. */
  readonly rank?: RankRule;
}

/** The reference provider: the whole corpus in memory, decoded anew when something changed. */
export interface ReferenceCorpus {
  readonly query: SessionQueryService;
  readonly maintenance: CorpusMaintenance;
}

const nothingFound: Discovery = { files: [], places: [], skipped: [], missing: [] };

const hasChanged = (before: ReferenceSession | undefined, after: ReferenceSession): number | null => {
  const at = after.events.findIndex(({ event, text }, index) => {
    const old = before?.events[index];
    return old === undefined || old.event.seq !== event.seq || old.event.key !== event.key || old.text !== text;
  });
  return at === -1 ? null : (after.events[at]?.event.seq ?? null);
};

const lastSeq = (session: ReferenceSession): number => session.events[session.events.length - 1]?.event.seq ?? 0;

class ReferenceProvider {
  readonly #options: ReferenceOptions;
  readonly #ledger = new MemoryLedger();
  readonly #live: LiveSession[] = [];
  readonly #listeners = new Set<(change: CorpusChange) => void>();
  #added: string[] = [];
  #seen = "";
  #discovery = nothingFound;
  #decoded: DecodedSources = { logs: [], titles: [], skipped: [], bytes: 0 };
  #sessions: readonly ReferenceSession[] = [];
  #refreshedAt: number | null = null;
  readonly pages = new AnswerPages();

  constructor(options: ReferenceOptions) {
    this.#options = options;
  }

  #discover(): Discovery {
    const { decoders, environment } = this.#options;
    const paths = [...this.#added, ...this.#live.map((live) => live.path)];
    const places = environment === undefined ? [] : decoders;
    const looked = { home: "", variables: {}, platform: process.platform, ...environment };
    const found = discoverSources(places, looked, paths);
    return { ...found, missing: found.missing.filter((path) => this.#added.includes(path)) };
  }

  #sources(): { readonly fingerprint: string; readonly sources: readonly ReadableSource[] } {
    this.#discovery = this.#discover();
    const inMemory = this.#options.sources?.() ?? [];
    const fingerprint = JSON.stringify([this.#discovery.files, inMemory.map(({ path, content }) => [path, content])]);
    const sources = [
      ...this.#discovery.files.map(({ path, place }) => ({
        path,
        place,
        open: (decoder: Decoder) => openSource(decoder, path),
      })),
      ...inMemory.map(({ path, content }) => ({ path, place: dirname(path), open: () => fromBytes(content) })),
    ];
    return { fingerprint, sources };
  }

  #tell(change: CorpusChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** Decodes everything where anything changed; gives the number of bytes decoded. */
  refresh(rebuild = false): number {
    const { fingerprint, sources } = this.#sources();
    if (fingerprint === this.#seen && !rebuild) return 0;
    this.#seen = fingerprint;
    this.#decoded = decodeSources(this.#options.decoders, sources, this.#ledger);
    const before = new Map(this.#sessions.map((session) => [session.record.session, session]));
    this.#sessions = relateSessions(this.#decoded);
    this.#refreshedAt = Date.now();
    for (const session of this.#sessions) {
      const name = session.record.session;
      const from = hasChanged(before.get(name), session);
      if (from !== null) this.#tell({ session: name, from, to: lastSeq(session) });
      before.delete(name);
    }
    for (const [name, session] of before) this.#tell({ session: name, from: 1, to: lastSeq(session) });
    return this.#decoded.bytes;
  }

  /** What is there now. */
  observe(): Snapshot {
    this.refresh();
    const heads = new Map(this.#live.map((live) => [live.session, live.head?.() ?? null]));
    return new Snapshot(this.#sessions, [...this.#discovery.skipped, ...this.#decoded.skipped], heads);
  }

  get rule(): RankRule {
    return this.#options.rank ?? "bm25";
  }

  report(options: RefreshOptions): RefreshReport {
    const started = performance.now();
    this.#added = [...new Set([...this.#added, ...(options.paths ?? [])])];
    const decodedBytes = this.refresh(options.rebuild);
    const { missing } = this.#discovery;
    this.#added = this.#added.filter((path) => !missing.includes(path));
    const { sessions, skipped } = this.observe();
    const bytesTotal = this.#decoded.bytes;
    const files = this.#discovery.files.length;
    options.onProgress?.({ phase: "indexing", filesDone: files, filesTotal: files, bytesDone: bytesTotal, bytesTotal });
    return {
      sessions: sessions.length,
      events: sessions.reduce((sum, session) => sum + session.record.events, 0),
      bytes: bytesTotal,
      decodedBytes,
      skipped,
      missing,
      elapsedMs: Math.round(performance.now() - started),
    };
  }

  inspect(): CorpusReport {
    const { sessions, skipped } = this.observe();
    const places = this.#discovery.places.map((place) => ({
      wire: place.wire ?? "any",
      path: place.path,
      origin: place.origin,
      state: place.state,
      files: place.files,
      sessions: sessions.filter(({ log }) => log.source.place === place.path).length,
    }));
    const index = {
      path: "",
      bytes: 0,
      schemaVersion: 0,
      engineVersion: "memory",
      sessions: sessions.length,
      events: sessions.reduce((sum, session) => sum + session.record.events, 0),
      sourceBytes: this.#decoded.bytes,
      refreshedAt: this.#refreshedAt,
      behind: 0,
      integrity: "ok",
      ledgerSessions: 0,
    };
    return { places, skipped, index };
  }

  addLive(live: LiveSession): void {
    this.#live.push(live);
    const stored = this.observe().find(live.session)?.record;
    for (const field of ["cwd", "createdAt"] as const) {
      const said = live.header?.[field];
      if (stored === undefined || said === undefined || said === stored[field]) continue;
      this.dropLive(live);
      throw new SourceConflict({
        session: live.session,
        field,
        message: `The running session "${live.session}" and its stored log disagree on ${field}.`,
      });
    }
  }

  dropLive(live: LiveSession): void {
    const at = this.#live.indexOf(live);
    if (at !== -1) this.#live.splice(at, 1);
  }

  listen(listener: (change: CorpusChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const toFailure = (error: unknown): SessionQueryError =>
  isSessionQueryError(error) ? error : new IndexFailed({ message: "The corpus could not be read." });

const answer = <A>(work: () => A): Effect.Effect<A, SessionQueryError> => Effect.try({ try: work, catch: toFailure });

const makeService = (provider: ReferenceProvider): SessionQueryService => {
  const { pages, rule } = provider;
  return {
    searchSessions: (request) =>
      answer(() => {
        checkSearch(request);
        const found = () => search(provider.observe(), request, rule);
        const page = pages.page("searchSessions", request, defaultPerPage, found, (one) =>
          strongestBySession(one.matches),
        );
        const hits = page.items.map((match) => ({
          session: match.member.session.record,
          event: hitOf(page.answer, match, request.caller),
        }));
        return { hits, nextCursor: page.nextCursor, coverage: page.answer.coverage };
      }),
    searchCorpus: (request) =>
      answer(() => {
        checkSearch(request);
        const found = () => search(provider.observe(), request, rule);
        const page = pages.page("searchCorpus", request, defaultPerPage, found, (one) => one.matches);
        const hits = page.items.map((match) => ({
          session: match.member.session.record,
          event: hitOf(page.answer, match, request.caller),
        }));
        return { hits, nextCursor: page.nextCursor, coverage: page.answer.coverage };
      }),
    searchEvents: (request) =>
      answer(() => {
        checkSearchEvents(request);
        const found = () => {
          const snapshot = provider.observe();
          snapshot.session(request.session);
          return search(snapshot, { ...request, sessions: { ids: [request.session] } }, rule);
        };
        const page = pages.page("searchEvents", request, defaultPerPage, found, (one) => one.matches);
        return {
          session: page.answer.snapshot.session(request.session).record,
          hits: page.items.map((match) => hitOf(page.answer, match, request.caller)),
          nextCursor: page.nextCursor,
          coverage: page.answer.coverage,
        };
      }),
    listSessions: (filters = {}) =>
      answer(() => {
        checkSessionFilters(filters);
        return listSessions(provider.observe(), filters);
      }),
    readTitles: (ids) => answer(() => readTitles(provider.observe(), ids)),
    filterEvents: (request) =>
      answer(() => {
        checkFilterEvents(request);
        const found = () => {
          const snapshot = provider.observe();
          return { snapshot, events: filterEvents(snapshot, request) };
        };
        const page = pages.page("filterEvents", request, defaultPerPage, found, (one) => one.events);
        const { snapshot } = page.answer;
        const session = snapshot.session(request.session);
        return {
          session: session.record,
          events: page.items.map((event) => snapshot.record({ session, event }, request.caller)),
          nextCursor: page.nextCursor,
        };
      }),
    openTranscript: (session) =>
      answer(() => {
        const snapshot = provider.observe();
        return {
          ...transcriptOf(snapshot, session),
          document: (seq, from, to) => answer(() => documentSlice(snapshot, session, seq, from, to)),
          documents: (seqs) => answer(() => seqs.map((seq) => documentSlice(snapshot, session, seq))),
        };
      }),
    resolveSession: (selector, scope = {}) =>
      answer(() => {
        checkSessionFilters(scope);
        return resolveSession(provider.observe(), selector, scope);
      }),
    registerLive: (live) =>
      Effect.asVoid(
        Effect.acquireRelease(
          answer(() => provider.addLive(live)),
          () => Effect.sync(() => provider.dropLive(live)),
        ),
      ),
    traceSession: (session) => answer(() => traceSession(provider.observe(), session)),
    traceEvent: (session, seq) =>
      answer(() => {
        checkSeq(seq);
        return traceEvent(provider.observe(), session, seq);
      }),
    readEvent: (request) =>
      answer(() => {
        checkReadEvent(request);
        return readEvent(provider.observe(), request);
      }),
    changes: Stream.callback<CorpusChange>((queue) =>
      Effect.acquireRelease(
        Effect.sync(() => provider.listen((change) => Queue.offerUnsafe(queue, change))),
        (stop) => Effect.sync(stop),
      ),
    ),
  };
};

/** A corpus in memory over the logs of a machine, or over logs in memory, or both. */
export const makeReferenceCorpus = (options: ReferenceOptions): ReferenceCorpus => {
  const provider = new ReferenceProvider(options);
  return {
    query: makeService(provider),
    maintenance: {
      refresh: (refresh = {}) => answer(() => provider.report(refresh)),
      inspect: () => answer(() => provider.inspect()),
    },
  };
};
