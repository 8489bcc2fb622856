/**
 * Owns the provider as hosts see it: two worker threads, one that writes the index and one that reads it, behind the
 * session-query service. Every query first sees what is on disk, or says how far behind it is.
 */
import {
  type CorpusChange,
  type CorpusMaintenance,
  IndexFailed,
  isSessionQueryError,
  type LiveSession,
  type PlainSessionQuery,
  plainSessionQuery,
  type RefreshOptions,
  type RefreshReport,
  type SessionQueryError,
  type SessionQueryService,
  type SessionRecord,
  type SkippedSource,
  SourceConflict,
  type Transcript,
  type TranscriptFacts,
} from "@backscroll/corpus";
import type { Environment } from "@backscroll/wire";
import * as Effect from "effect/Effect";
import * as Queue from "effect/Queue";
import * as Stream from "effect/Stream";
import type { QueryContext } from "./engine.ts";
import { type FlatTrace, nestTrace } from "./flat-trace.ts";
import type { ReaderMethod, RefreshAnswer, RefreshArguments } from "./protocol.ts";
import { DamagedIndex, WorkerClient } from "./worker-client.ts";

/** What a corpus is opened on. */
export interface CorpusOptions {
  /** `BACKSCROLL_HOME`: the index and the ledger lie in it. */
  readonly home: string;
  readonly environment: Environment;
  /** The module that each worker thread runs; it calls `serveCorpus` of `@backscroll/corpus-sqlite/worker`. */
  readonly worker: URL;
  /** How long a query waits for the index to be brought up to date before it answers from it as it is; 15,000 by default. */
  readonly refreshMs?: number;
  /** Receives what is for a log only: paths and causes. Default: nowhere. */
  readonly log?: (message: string) => void;
}

/** Maintenance for programs without Effect. */
export interface PlainMaintenance {
  refresh(options?: RefreshOptions, control?: { readonly signal?: AbortSignal }): Promise<RefreshReport>;
  inspect(
    options?: { readonly integrity?: boolean },
    control?: { readonly signal?: AbortSignal },
  ): ReturnType<typeof Effect.runPromise<Effect.Success<ReturnType<CorpusMaintenance["inspect"]>>, never>>;
}

/** An open corpus: the same queries and maintenance as Effects (`service`) and as promises (`query`). */
export interface Corpus {
  readonly service: SessionQueryService;
  readonly query: PlainSessionQuery;
  readonly maintenance: PlainMaintenance;
  readonly maintenanceService: CorpusMaintenance;
  /** Stops both threads. What was indexed stays. */
  close(): Promise<void>;
}

const defaultRefreshMs = 15_000;
const watchMs = 1000;

const unwritten = "The index could not be updated; answers come from what was indexed before.";

interface Observed {
  readonly behind: number;
  readonly skipped: readonly SkippedSource[];
}

class CorpusHandle {
  readonly #options: CorpusOptions;
  readonly #writer: WorkerClient;
  readonly #reader: WorkerClient;
  readonly #live = new Map<string, LiveSession>();
  readonly #listeners = new Set<(change: CorpusChange) => void>();
  #observed: Observed = { behind: 0, skipped: [] };
  #made: Promise<unknown> | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #filesLeft = 0;
  #watch: ReturnType<typeof setInterval> | null = null;
  #closed = false;

  constructor(options: CorpusOptions) {
    this.#options = options;
    const setup = { home: options.home, environment: options.environment };
    const log = options.log ?? (() => {});
    this.#writer = new WorkerClient(options.worker, { ...setup, role: "writer" }, log);
    this.#reader = new WorkerClient(options.worker, { ...setup, role: "reader" }, log);
  }

  /** One refresh at a time; callers that come while one runs share the next one, which sees what they see. */
  freshen(): Promise<void> {
    if (this.#running === null) return this.#startRefresh();
    if (this.#next === null) {
      const next = (): Promise<void> => {
        this.#next = null;
        return this.#startRefresh();
      };
      this.#next = this.#running.then(next, next);
      this.#next.catch(() => {});
    }
    return this.#next;
  }

  #startRefresh(): Promise<void> {
    const running = this.refresh({}).then(
      () => {},
      (error: unknown) => {
        if (isSessionQueryError(error) && error._tag !== "IndexFailed") throw error;
        const message = isSessionQueryError(error) ? error.message : unwritten;
        this.#observed = { ...this.#observed, skipped: [{ source: "index", wire: null, reason: "failed", message }] };
      },
    );
    this.#running = running.finally(() => {
      this.#running = null;
    });
    // Whoever waits sees the failure; nobody may be waiting.
    this.#running.catch(() => {});
    return this.#running;
  }

  async refresh(options: RefreshOptions, signal?: AbortSignal, damaged: number | null = null): Promise<RefreshReport> {
    const request: RefreshArguments = {
      added: options.paths ?? [],
      live: [...this.#live.values()].map((live) => live.path),
      rebuild: options.rebuild ?? false,
      progress: true,
      damaged,
    };
    this.#make();
    try {
      const answer = (await this.#writer.call("refresh", [request], {
        signal,
        onProgress: (progress) => {
          this.#filesLeft = progress.filesTotal - progress.filesDone;
          options.onProgress?.(progress);
        },
      })) as RefreshAnswer;
      this.#observed = { behind: answer.behind, skipped: answer.skipped };
      for (const change of answer.changes) for (const listener of this.#listeners) listener(change);
      return answer.report;
    } catch (error) {
      this.#observed = { ...this.#observed, behind: Math.max(this.#observed.behind, this.#filesLeft) };
      throw error;
    } finally {
      this.#filesLeft = 0;
    }
  }

  /** Waits until the index is up to date, for as long as a query is ready to wait; false where that was not long enough. */
  async #ready(signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted === true) return false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = (): void => {};
    const stopped = new Promise<false>((resolve) => {
      stop = () => resolve(false);
    });
    const patience = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, this.#options.refreshMs ?? defaultRefreshMs, false);
    });
    signal?.addEventListener("abort", stop, { once: true });
    try {
      // However little patience there is, a first query finds an index, empty as it may be.
      await Promise.race([this.#make(), stopped]);
      return await Promise.race([this.freshen().then(() => true), patience, stopped]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Asked before any refresh, behind which it would wait in the thread. A failure shows in the refresh. */
  #make(): Promise<unknown> {
    this.#made ??= this.#writer.call("open", []).catch(() => {
      this.#made = null;
    });
    return this.#made;
  }

  /** `isCurrent` is false where the query did not wait for the whole index: something is missing then, known or not yet. */
  #context(isCurrent: boolean): QueryContext {
    const live = [...this.#live.values()].map((session) => ({
      session: session.session,
      head: session.head?.() ?? null,
    }));
    const behind = Math.max(this.#observed.behind, this.#filesLeft, isCurrent ? 0 : 1);
    return { live, behind, skipped: this.#observed.skipped };
  }

  async query(method: ReaderMethod, values: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    // A transcript is one observation: its documents are read as they were seen.
    const isCurrent = method === "document" || method === "documents" || (await this.#ready(signal));
    try {
      return await this.#reader.call(method, [this.#context(isCurrent), ...values], { signal });
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      await this.refresh({}, signal, error.inode);
      return this.#reader.call(method, [this.#context(true), ...values], { signal });
    }
  }

  async registerLive(session: LiveSession): Promise<void> {
    this.#live.set(session.session, session);
    try {
      const [title] = (await this.query("readTitles", [[session.session]])) as readonly { header?: SessionRecord }[];
      const header = title?.header;
      if (header === undefined || session.header === undefined) return;
      const { cwd, createdAt } = session.header;
      const field =
        cwd !== undefined && cwd !== header.cwd
          ? "cwd"
          : createdAt !== undefined && createdAt !== header.createdAt
            ? "createdAt"
            : null;
      if (field !== null) {
        throw new SourceConflict({
          session: session.session,
          field,
          message: `The running session "${session.session}" and its stored log disagree on ${field}.`,
        });
      }
    } catch (error) {
      this.#live.delete(session.session);
      throw error;
    }
  }

  dropLive(session: string): void {
    this.#live.delete(session);
  }

  /** Changes are looked for while someone listens. */
  listen(listener: (change: CorpusChange) => void): () => void {
    this.#listeners.add(listener);
    if (this.#watch === null && !this.#closed) {
      this.#watch = setInterval(() => {
        if (this.#running === null) this.freshen().catch(() => {});
      }, watchMs);
      this.#watch.unref();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0 && this.#watch !== null) {
        clearInterval(this.#watch);
        this.#watch = null;
      }
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
    await Promise.all([this.#writer.close(), this.#reader.close()]);
  }
}

const toFailure = (error: unknown): SessionQueryError =>
  isSessionQueryError(error)
    ? error
    : new IndexFailed({ message: "The index could not be read; the log of this process says why." });

const attempt = <A>(work: (signal: AbortSignal) => Promise<unknown>): Effect.Effect<A, SessionQueryError> =>
  Effect.tryPromise({ try: (signal) => work(signal) as Promise<A>, catch: toFailure });

const makeService = (handle: CorpusHandle): SessionQueryService => {
  const ask = <A>(method: ReaderMethod, ...values: readonly unknown[]): Effect.Effect<A, SessionQueryError> =>
    attempt((signal) => handle.query(method, values, signal));
  return {
    searchSessions: (request) => ask("searchSessions", request),
    searchEvents: (request) => ask("searchEvents", request),
    searchCorpus: (request) => ask("searchCorpus", request),
    listSessions: (filters) => ask("listSessions", filters ?? {}),
    readTitles: (ids) => ask("readTitles", ids),
    filterEvents: (request) => ask("filterEvents", request),
    openTranscript: (session) =>
      Effect.map(
        ask<TranscriptFacts>("transcript", session),
        (facts): Transcript => ({
          ...facts,
          document: (seq, from, to) => ask("document", session, seq, facts.generation, from, to),
          documents: (seqs) => ask("documents", session, seqs, facts.generation),
        }),
      ),
    resolveSession: (selector, scope) => ask("resolveSession", selector, scope ?? {}),
    registerLive: (session) =>
      Effect.asVoid(
        Effect.acquireRelease(
          attempt<void>(() => handle.registerLive(session)),
          () => Effect.sync(() => handle.dropLive(session.session)),
        ),
      ),
    traceSession: (session) => Effect.map(ask<FlatTrace>("traceSession", session), nestTrace),
    traceEvent: (session, seq) => ask("traceEvent", session, seq),
    readEvent: (request) => ask("readEvent", request),
    changes: Stream.callback<CorpusChange>((queue) =>
      Effect.acquireRelease(
        Effect.sync(() => handle.listen((change) => Queue.offerUnsafe(queue, change))),
        (stop) => Effect.sync(stop),
      ),
    ),
  };
};

/** Opens the corpus of this machine. Threads start with the first query. */
export const openCorpus = (options: CorpusOptions): Promise<Corpus> => {
  const handle = new CorpusHandle(options);
  const service = makeService(handle);
  const maintenance: PlainMaintenance = {
    refresh: (refresh, control) => handle.refresh(refresh ?? {}, control?.signal),
    inspect: (inspect, control) => handle.query("inspect", [inspect?.integrity ?? false], control?.signal) as never,
  };
  return Promise.resolve({
    service,
    query: plainSessionQuery(service),
    maintenance,
    maintenanceService: {
      refresh: (refresh) => attempt((signal) => maintenance.refresh(refresh, { signal })),
      inspect: (inspect) => attempt((signal) => maintenance.inspect(inspect, { signal })),
    },
    close: () => handle.close(),
  });
};
