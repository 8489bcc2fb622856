/** Owns what a provider offers beside queries: bringing itself up to date and telling its state. */
import type * as Effect from "effect/Effect";
import type { SessionQueryError } from "./errors.ts";
import type { SkippedSource } from "./records.ts";

/** How far a refresh is. Bytes are of the sources that changed; totals are 0 while files are listed. */
export interface RefreshProgress {
  readonly phase: "listing" | "indexing";
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

/** What a refresh does beside taking in what changed; nothing more by default. */
export interface RefreshOptions {
  /** Files or folders to take in besides the known places; remembered. */
  readonly paths?: readonly string[];
  /** Decode every source again. */
  readonly rebuild?: boolean;
  readonly onProgress?: (progress: RefreshProgress) => void;
}

/** What a refresh did. `elapsedMs` is wall-clock milliseconds. */
export interface RefreshReport {
  /** Sessions and events in the index afterwards. */
  readonly sessions: number;
  readonly events: number;
  /** Bytes of all sources, and those decoded by this refresh. */
  readonly bytes: number;
  readonly decodedBytes: number;
  readonly skipped: readonly SkippedSource[];
  /** Added paths, given now or remembered, that are not there. */
  readonly missing: readonly string[];
  readonly elapsedMs: number;
}

/** A place that was looked at, and what was found there. */
export interface PlaceReport {
  readonly wire: string;
  readonly path: string;
  /** `default`, a variable's or setting's name, or `added`. */
  readonly origin: string;
  readonly state: "present" | "missing" | "unreadable";
  readonly files: number;
  readonly sessions: number;
}

/** The state of the index. `bytes` is its size on disk. */
export interface IndexReport {
  readonly path: string;
  readonly bytes: number;
  readonly schemaVersion: number;
  readonly engineVersion: string;
  readonly sessions: number;
  readonly events: number;
  /** Bytes of all files that were looked at, skipped ones too. */
  readonly sourceBytes: number;
  /** Epoch milliseconds, null before the first refresh. */
  readonly refreshedAt: number | null;
  /** Sources that hold more than what is indexed. */
  readonly behind: number;
  /** `ok`, or what the integrity check says. */
  readonly integrity: string;
  /** Sessions whose logs were rewritten and whose addresses the ledger keeps. */
  readonly ledgerSessions: number;
}

/** The state of the corpus, for people who look after it. */
export interface CorpusReport {
  readonly places: readonly PlaceReport[];
  readonly skipped: readonly SkippedSource[];
  readonly index: IndexReport;
}

/**
 * What a provider offers beside queries. Fails with `IndexFailed` or `InvalidConfig`, and with `Aborted` where it is
 * interrupted.
 */
export interface CorpusMaintenance {
  readonly refresh: (options?: RefreshOptions) => Effect.Effect<RefreshReport, SessionQueryError>;
  /** Looks at everything anew; `integrity` also checks the whole index file. */
  readonly inspect: (options?: { readonly integrity?: boolean }) => Effect.Effect<CorpusReport, SessionQueryError>;
}
