/**
 * Owns the provider as one synchronous object: a writer that refreshes, a reader that answers. Runs in a worker thread,
 * or in the caller's own thread where a test wants that. Does not own threads.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import {
  type CorpusReport,
  type Coverage,
  checkFilterEvents,
  checkReadEvent,
  checkSearch,
  checkSearchEvents,
  checkSessionFilters,
  discoverSources,
  type FilterEventsRequest,
  IndexFailed,
  type ReadEventRequest,
  type RefreshReport,
  type SearchEventsRequest,
  type SearchRequest,
  type SessionFilters,
  type SkippedSource,
} from "@backscroll/corpus";
import type { Decoder, Environment } from "@backscroll/wire";
import { EventReader } from "./events.ts";
import { flattenTrace } from "./flat-trace.ts";
import { inspectIndex } from "./inspect.ts";
import { LedgerStore } from "./ledger.ts";
import { type LiveMark, Reader } from "./reader.ts";
import { listSkipped, type RefreshOutcome, type RefreshRequest, refreshIndex } from "./refresh.ts";
import { type IndexDatabase, inodeOf, openIndex, openIndexReader, replaceDamagedIndex } from "./schema.ts";
import { type Observation, Searcher } from "./search.ts";
import { SessionReader } from "./sessions.ts";
import { codeOf, isDamage, storageFailure } from "./storage-failure.ts";

export interface EngineOptions {
  /** `BACKSCROLL_HOME`. */
  readonly home: string;
  readonly environment: Environment;
  readonly decoders: readonly Decoder[];
}

const indexPath = (home: string): string => join(home, "index.sqlite");

const unwritableHome = "The folder of the index cannot be written; answers come from what was indexed before.";

/** Changes with everything that is written to an index. */
const stampOf = (path: string): string =>
  [path, `${path}-wal`]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((status) => `${status?.ino}:${status?.size}:${status?.mtimeMs}`)
    .join(" ");

/** Brings the index up to date. */
export class IndexWriter {
  readonly #options: EngineOptions;
  #database: IndexDatabase | null = null;
  #inode = -1;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Makes the index where there is none, so that readers have one to read. */
  open(): void {
    this.#open();
  }

  #open(): IndexDatabase {
    const path = indexPath(this.#options.home);
    // Another process may have put a new file in the place of a damaged one.
    if (this.#database !== null && inodeOf(path) !== this.#inode) this.close();
    if (this.#database === null) {
      this.#database = openIndex(path);
      this.#inode = inodeOf(path);
    }
    return this.#database;
  }

  /**
   * Takes in what changed. `damaged` is the inode of an index in which a reader found damage: it is replaced first.
   * Throws `IndexFailed` where the index cannot be opened for writing.
   */
  refresh(request: RefreshRequest, damaged: number | null = null): RefreshOutcome {
    const { home, environment, decoders } = this.#options;
    const run = (): RefreshOutcome => refreshIndex({ database: this.#open(), home, environment, decoders }, request);
    const replace = (inode: number): void => {
      this.close();
      replaceDamagedIndex(indexPath(home), inode);
    };
    try {
      if (damaged !== null) replace(damaged);
      const inode = inodeOf(indexPath(home));
      try {
        return run();
      } catch (error) {
        if (!isDamage(error)) throw error;
        replace(inode);
        return run();
      }
    } catch (error) {
      const message =
        storageFailure(error) ?? (codeOf(error) === "EACCES" || codeOf(error) === "EPERM" ? unwritableHome : null);
      if (message === null) throw error;
      this.close();
      throw new IndexFailed({ message });
    }
  }

  /** What a person is told after a refresh. */
  report(outcome: RefreshOutcome, startedAt: number): RefreshReport {
    const database = this.#open();
    const totals = database
      .prepare(
        "SELECT (SELECT count(*) FROM session) AS sessions, (SELECT coalesce(sum(events), 0) FROM session) AS events, (SELECT coalesce(sum(size), 0) FROM source) AS bytes",
      )
      .get() as { sessions: number; events: number; bytes: number };
    return {
      ...totals,
      decodedBytes: outcome.decodedBytes,
      skipped: listSkipped(database, outcome.discovery),
      missing: outcome.discovery.missing,
      elapsedMs: Math.round(performance.now() - startedAt),
    };
  }

  close(): void {
    this.#database?.close();
    this.#database = null;
  }
}

/** What each query is told beside its request. */
export interface QueryContext {
  readonly live: readonly LiveMark[];
  readonly behind: number;
  /** Skips that only looking at the disk shows, and why the index could not be written. */
  readonly skipped: readonly SkippedSource[];
}

interface OpenReader {
  readonly reader: Reader;
  /** Which file it is; for a copy, which state of it. */
  readonly stamp: string;
  readonly isCopy: boolean;
  readonly searcher: Searcher;
  readonly sessions: SessionReader;
  readonly events: EventReader;
}

/** Answers queries from the index as it is. */
export class IndexReader {
  readonly #options: EngineOptions;
  readonly #isAborted: () => boolean;
  #open: OpenReader | null = null;

  constructor(options: EngineOptions, isAborted: () => boolean) {
    this.#options = options;
    this.#isAborted = isAborted;
  }

  #reader(): OpenReader {
    const path = indexPath(this.#options.home);
    if (this.#open !== null && this.#open.stamp !== (this.#open.isCopy ? stampOf(path) : String(inodeOf(path))))
      this.close();
    if (this.#open === null) {
      const inode = inodeOf(path);
      const copied = stampOf(path);
      let database: IndexDatabase;
      let isCopy: boolean;
      try {
        ({ database, isCopy } = openIndexReader(path));
      } catch (error) {
        if (isDamage(error)) throw error;
        throw new IndexFailed({
          message: "There is no index that can be read, and none could be made; see `backscroll doctor`.",
        });
      }
      const reader = new Reader(database, this.#options.decoders, this.#isAborted);
      this.#open = {
        reader,
        stamp: isCopy ? copied : String(inode),
        isCopy,
        searcher: new Searcher(reader),
        sessions: new SessionReader(reader),
        events: new EventReader(reader),
      };
    }
    return this.#open;
  }

  #query<A>(context: QueryContext, work: (open: OpenReader) => A): A {
    const open = this.#reader();
    try {
      return open.reader.snapshot(context.live, () => work(open));
    } finally {
      open.reader.closeSources();
    }
  }

  #observation(open: OpenReader, context: QueryContext): Observation {
    return { behind: context.behind, skipped: [...context.skipped, ...listSkipped(open.reader.database, null)] };
  }

  /** A page may come from an earlier answer; what is missing from it is told as of now. */
  #search<A extends { readonly coverage: Coverage }>(
    context: QueryContext,
    work: (open: OpenReader, observed: Observation) => A,
  ): A {
    return this.#query(context, (open) => {
      const observed = this.#observation(open, context);
      const page = work(open, observed);
      return { ...page, coverage: { ...page.coverage, ...observed } };
    });
  }

  searchCorpus(context: QueryContext, request: SearchRequest) {
    checkSearch(request);
    return this.#search(context, (open, observed) => open.searcher.searchCorpus(request, observed));
  }

  searchSessions(context: QueryContext, request: SearchRequest) {
    checkSearch(request);
    return this.#search(context, (open, observed) => open.searcher.searchSessions(request, observed));
  }

  searchEvents(context: QueryContext, request: SearchEventsRequest) {
    checkSearchEvents(request);
    return this.#search(context, (open, observed) => open.searcher.searchEvents(request, observed));
  }

  listSessions(context: QueryContext, filters: SessionFilters) {
    checkSessionFilters(filters);
    return this.#query(context, (open) => open.sessions.listSessions(filters, this.#observation(open, context)));
  }

  readTitles(context: QueryContext, ids: readonly string[]) {
    return this.#query(context, (open) => open.sessions.readTitles(ids));
  }

  resolveSession(context: QueryContext, selector: string, scope: SessionFilters & { readonly prefixes?: boolean }) {
    return this.#query(context, (open) => open.sessions.resolveSession(selector, scope));
  }

  traceSession(context: QueryContext, session: string) {
    return this.#query(context, (open) => flattenTrace(open.sessions.traceSession(session)));
  }

  filterEvents(context: QueryContext, request: FilterEventsRequest) {
    checkFilterEvents(request);
    return this.#query(context, (open) => open.events.filterEvents(request));
  }

  readEvent(context: QueryContext, request: ReadEventRequest) {
    checkReadEvent(request);
    return this.#query(context, (open) => open.events.readEvent(request));
  }

  traceEvent(context: QueryContext, session: string, seq: number) {
    return this.#query(context, (open) => open.events.traceEvent(session, seq));
  }

  transcript(context: QueryContext, session: string) {
    return this.#query(context, (open) => open.events.transcript(session));
  }

  document(context: QueryContext, session: string, seq: number, generation: string, from?: number, to?: number) {
    return this.#query(context, (open) => open.events.document(session, seq, generation, from, to));
  }

  documents(context: QueryContext, session: string, seqs: readonly number[], generation: string) {
    return this.#query(context, (open) => seqs.map((seq) => open.events.document(session, seq, generation)));
  }

  inspect(context: QueryContext, integrity: boolean): CorpusReport {
    return this.#query(context, ({ reader }) => {
      const { home, environment, decoders } = this.#options;
      const added = reader.database.prepare("SELECT path FROM place ORDER BY path").pluck().all() as string[];
      const discovery = discoverSources(decoders, environment, added);
      const skipped = [
        ...context.skipped.filter((one) => one.reason === "failed"),
        ...listSkipped(reader.database, discovery),
      ];
      return inspectIndex(reader.database, new LedgerStore(home), discovery, skipped, {
        integrity,
        behind: context.behind,
      });
    });
  }

  /** Inode of the index that is open, or of the one that would be. */
  get inode(): number {
    return this.#open === null || this.#open.isCopy ? inodeOf(indexPath(this.#options.home)) : Number(this.#open.stamp);
  }

  close(): void {
    this.#open?.reader.closeSources();
    this.#open?.reader.database.close();
    this.#open = null;
  }
}
