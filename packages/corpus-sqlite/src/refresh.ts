/**
 * Owns bringing the index up to date with what is on disk: what changed, in which order it is taken, in which
 * transactions. Work is proportional to what changed. Does not own how one source is indexed.
 */
import { realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type CorpusChange,
  type Discovery,
  discoverSources,
  type FoundFile,
  type RefreshProgress,
  type SkippedSource,
} from "@backscroll/corpus";
import { type Decoder, type Environment, keyHash } from "@backscroll/wire";
import Database from "better-sqlite3";
import { Addresses } from "./address.ts";
import { EventTypeTable } from "./event-row.ts";
import { SourceIndexer } from "./index-source.ts";
import { LedgerStore } from "./ledger.ts";
import { withRefreshLock } from "./refresh-lock.ts";
import { type IndexDatabase, isDamage } from "./schema.ts";
import { isUnchanged, type SourceRow } from "./source-row.ts";
import { TextRows } from "./text-rows.ts";

/**
 * A transaction takes sources of about this many bytes together: small at first, so that the first results come at once,
 * then larger, so that the full-text index has fewer parts to merge.
 */
const firstBatchBytes = 2_097_152;
const largestBatchBytes = 33_554_432;

export interface RefreshRequest {
  /** Files and folders to take in and to remember. */
  readonly added: readonly string[];
  /** Files to take in while they are named: logs of live sessions. */
  readonly live: readonly string[];
  readonly rebuild: boolean;
  /** True ends the refresh after the current piece; what was committed stays. */
  readonly shouldStop: () => boolean;
  readonly onProgress?: (progress: RefreshProgress) => void;
}

export interface RefreshOutcome {
  readonly discovery: Discovery;
  readonly decodedBytes: number;
  readonly changes: readonly CorpusChange[];
  /** Sources that changed and are not taken in yet. */
  readonly behind: number;
  /** Why the index could not be written, null where it could. */
  readonly failure: string | null;
}

export interface Indexer {
  readonly database: IndexDatabase;
  readonly decoders: readonly Decoder[];
  readonly environment: Environment;
  readonly home: string;
}

interface Known {
  readonly id: number;
  readonly path: string;
  readonly size: number;
  readonly modified_at: number;
  readonly changed_at: number;
  readonly inode: number;
  readonly device: number;
  readonly status: string;
  readonly wire: string | null;
  readonly decoder_version: number | null;
  readonly waiting: number;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Failures of the index itself, against those of one source. */
const isStorageFailure = (error: unknown): boolean => error instanceof Database.SqliteError;

const storageMessage = (error: unknown): string => {
  const code = codeOf(error);
  if (code === "SQLITE_FULL") return "The disk that holds the index is full; answers come from what was indexed before.";
  if (code.startsWith("SQLITE_READONLY") || code === "SQLITE_CANTOPEN") {
    return "The index cannot be written; answers come from what was indexed before.";
  }
  return `The index could not be updated (${code}); answers come from what was indexed before.`;
};

const statFile = (path: string, place: string): FoundFile | null => {
  try {
    const status = statSync(path);
    return {
      path,
      place,
      size: status.size,
      modifiedAt: status.mtimeMs,
      changedAt: status.ctimeMs,
      inode: status.ino,
      device: status.dev,
    };
  } catch {
    return null;
  }
};

/** Newest first in batches, oldest first within one, so that today's are found at once and row ids ascend. */
const batchesOf = (files: readonly (readonly [FoundFile, number])[]): readonly (readonly [FoundFile, number])[][] => {
  const newestFirst = [...files].sort(([one], [other]) => other.modifiedAt - one.modifiedAt);
  const batches: (readonly [FoundFile, number])[][] = [];
  let batch: (readonly [FoundFile, number])[] = [];
  let bytes = 0;
  for (const entry of newestFirst) {
    batch.push(entry);
    bytes += entry[0].size;
    if (bytes >= Math.min(largestBatchBytes, firstBatchBytes * 2 ** batches.length)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) batches.push(batch);
  for (const one of batches) one.sort((a, b) => a[1] - b[1]);
  return batches;
};

export const canonicalPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

class Refresh {
  readonly #indexer: Indexer;
  readonly #request: RefreshRequest;
  readonly #database: IndexDatabase;
  readonly #types: EventTypeTable;
  readonly #addresses: Addresses;
  readonly #sources: SourceIndexer;
  readonly #changes: CorpusChange[] = [];
  readonly #dirty = new Set<number>();
  #decodedBytes = 0;
  #nextId = 0;
  #bytesDone = 0;
  #filesDone = 0;
  #left = 0;

  constructor(indexer: Indexer, request: RefreshRequest) {
    this.#indexer = indexer;
    this.#request = request;
    this.#database = indexer.database;
    this.#types = new EventTypeTable(indexer.database);
    this.#types.reload();
    this.#addresses = new Addresses(indexer.database);
    this.#addresses.reload();
    this.#nextId =
      (this.#database.prepare("SELECT max(coalesce((SELECT max(id) FROM session), 0), coalesce((SELECT max(id) FROM block), 0))").pluck().get() as number) + 1;
    this.#sources = new SourceIndexer({
      database: indexer.database,
      decoders: indexer.decoders,
      fingerprint: fingerprintOf(indexer.decoders),
      types: this.#types,
      addresses: this.#addresses,
      texts: new TextRows(indexer.database),
      ledgers: new LedgerStore(indexer.home),
      nextId: () => this.#nextId++,
      shouldStop: request.shouldStop,
    });
  }

  /** Runs one piece of work as a transaction that readers see whole or not at all. */
  #commit(work: () => void): void {
    this.#database
      .transaction(() => {
        work();
        this.#database.prepare("UPDATE meta SET value = value + 1 WHERE name = 'generation'").run();
      })
      .immediate();
  }

  #take(file: FoundFile, reserved: number, again: boolean): boolean {
    try {
      const outcome = this.#sources.index(file, reserved, again);
      this.#decodedBytes += outcome.decodedBytes;
      this.#changes.push(...outcome.changes);
      for (const id of outcome.dirty) this.#dirty.add(id);
      return outcome.finished;
    } catch (error) {
      if (isStorageFailure(error)) throw error;
      const code = codeOf(error);
      if (code === "ENOENT") {
        const row = this.#sources.rowOf(file.path);
        if (row !== undefined) this.#forget(row);
      } else if (code === "EACCES" || code === "EPERM" || code === "EIO" || code === "ENOTREG" || code === "EISDIR") {
        this.#sources.fail(file, "unreadable", `it cannot be read (${code})`);
      } else {
        this.#sources.fail(file, "failed", `it could not be indexed (${error instanceof Error ? error.message : String(error)})`);
      }
      return true;
    }
  }

  #forget(row: SourceRow): void {
    const removed = this.#sources.remove(row);
    this.#changes.push(...removed.changes);
    for (const id of removed.dirty) this.#dirty.add(id);
  }

  #report(total: number, bytes: number): void {
    this.#request.onProgress?.({
      phase: "indexing",
      filesDone: this.#filesDone,
      filesTotal: total,
      bytesDone: this.#bytesDone,
      bytesTotal: bytes,
    });
  }

  run(changed: readonly FoundFile[], vanished: readonly number[]): { readonly behind: number; readonly failure: string | null } {
    this.#left = changed.length;
    try {
      if (vanished.length > 0) {
        this.#commit(() => {
          for (const id of vanished) {
            const row = this.#sources.rowById(id);
            if (row !== undefined) this.#forget(row);
          }
        });
      }
      // Numbers ascend with age, so that newer sessions have higher row ids.
      const oldestFirst = [...changed].sort((one, other) => one.modifiedAt - other.modifiedAt);
      const base = this.#nextId;
      this.#nextId += oldestFirst.length;
      const numbered = oldestFirst.map((file, index) => [file, base + index] as const);
      const totalBytes = changed.reduce((sum, file) => sum + file.size, 0);
      for (const batch of batchesOf(numbered)) {
        if (this.#request.shouldStop()) break;
        this.#takeBatch(batch, changed.length, totalBytes);
      }
      this.#takeDirty();
      if (this.#changes.length > 0) this.#commit(() => this.#settle());
      return { behind: this.#left, failure: null };
    } catch (error) {
      if (!isStorageFailure(error) || isDamage(error)) throw error;
      return { behind: this.#left, failure: storageMessage(error) };
    }
  }

  #takeBatch(batch: readonly (readonly [FoundFile, number])[], total: number, bytes: number): void {
    let waiting = [...batch];
    while (waiting.length > 0 && !this.#request.shouldStop()) {
      const unfinished: (readonly [FoundFile, number])[] = [];
      let done = 0;
      this.#commit(() => {
        for (const entry of waiting) {
          if (this.#request.shouldStop()) {
            unfinished.push(entry);
            continue;
          }
          const before = this.#decodedBytes;
          if (this.#take(entry[0], entry[1], this.#request.rebuild && !this.#restarted.has(entry[0].path))) {
            done++;
            this.#bytesDone += entry[0].size - (this.#partial.get(entry[0].path) ?? 0);
          } else {
            this.#restarted.add(entry[0].path);
            unfinished.push(entry);
            this.#bytesDone += this.#decodedBytes - before;
            this.#partial.set(entry[0].path, (this.#partial.get(entry[0].path) ?? 0) + this.#decodedBytes - before);
          }
        }
      });
      this.#left -= done;
      this.#filesDone += done;
      this.#report(total, bytes);
      waiting = unfinished;
    }
  }

  /** Sources that are in the middle of being decoded again, and how much of each is done. */
  readonly #restarted = new Set<string>();
  readonly #partial = new Map<string, number>();

  /** Sources whose events turned out to be copies, or lost their originals. */
  #takeDirty(): void {
    const done = new Set<number>();
    while (this.#dirty.size > 0 && !this.#request.shouldStop()) {
      const [id] = this.#dirty;
      if (id === undefined) return;
      this.#dirty.delete(id);
      const row = this.#sources.rowById(id);
      if (row === undefined || done.has(id)) continue;
      done.add(id);
      const file = statFile(row.path, row.place);
      let again = true;
      let finished = false;
      while (!finished && !this.#request.shouldStop()) {
        this.#commit(() => {
          if (file === null) {
            this.#forget(row);
            finished = true;
          } else finished = this.#take(file, this.#nextId++, again);
        });
        again = false;
      }
    }
  }

  /** What can only be known once every changed source is in: parents by path or title, titles recorded elsewhere. */
  #settle(): void {
    const database = this.#database;
    const unresolved = database
      .prepare("SELECT id, name, wire, cwd, created_at, parent_path FROM session WHERE parent IS NULL AND parent_path IS NOT NULL")
      .all() as { id: number; name: string; wire: string; cwd: string | null; created_at: number | null; parent_path: string }[];
    const byPath = database
      .prepare("SELECT session.name FROM session JOIN source ON source.id = session.source WHERE source.path IN (?, ?) AND session.lane = ''")
      .pluck();
    const byTitle = database
      .prepare(
        "SELECT name FROM session WHERE wire = ? AND title = ? AND cwd IS ? AND id <> ? AND last_event_at <= ? ORDER BY last_event_at DESC, name LIMIT 1",
      )
      .pluck();
    const setParent = database.prepare("UPDATE session SET parent = ? WHERE id = ?");
    for (const session of unresolved) {
      const parent = session.parent_path.startsWith("title:")
        ? byTitle.get(session.wire, session.parent_path.slice(6), session.cwd, session.id, session.created_at)
        : byPath.get(session.parent_path, canonicalPath(session.parent_path));
      if (typeof parent === "string" && parent !== session.name) setParent.run(parent, session.id);
    }
    const titles = database
      .prepare("SELECT foreign_title.title AS title, event.id AS event FROM foreign_title JOIN event ON event.key = foreign_title.key")
      .all() as { title: string; event: number }[];
    const setTitle = database.prepare("UPDATE session SET title = ? WHERE id = ? AND title IS NULL");
    for (const { title, event } of titles) setTitle.run(title, this.#addresses.sessionOf(event));
  }

  get changes(): readonly CorpusChange[] {
    return this.#changes;
  }

  get decodedBytes(): number {
    return this.#decodedBytes;
  }
}

const listKnown = (database: IndexDatabase): ReadonlyMap<string, Known> => {
  const rows = database
    .prepare(
      "SELECT id, path, size, modified_at, changed_at, inode, device, status, wire, decoder_version, complete = 0 AS waiting FROM source",
    )
    .all() as Known[];
  return new Map(rows.map((row) => [row.path, row]));
};

interface Difference {
  readonly changed: readonly FoundFile[];
  readonly vanished: readonly number[];
}

const fingerprintOf = (decoders: readonly Decoder[]): number =>
  keyHash(decoders.map((decoder) => `${decoder.wire}@${decoder.version}`).join(" "));

const compare = (indexer: Indexer, discovery: Discovery, rebuild: boolean): Difference => {
  const known = listKnown(indexer.database);
  const versions = new Map(indexer.decoders.map((decoder) => [decoder.wire, decoder.version]));
  const fingerprint = fingerprintOf(indexer.decoders);
  const changed: FoundFile[] = [];
  const seen = new Set<string>();
  for (const file of discovery.files) {
    seen.add(file.path);
    const row = known.get(file.path);
    const current =
      row !== undefined &&
      isUnchanged(row as unknown as SourceRow, file) &&
      (row.wire === null ? fingerprint : versions.get(row.wire)) === row.decoder_version &&
      // A piece-wise indexed source that was interrupted has its stat already, but not all of its bytes.
      row.waiting === 0;
    if (!current || rebuild) changed.push(file);
  }
  const vanished: number[] = [];
  for (const row of known.values()) if (!seen.has(row.path)) vanished.push(row.id);
  return { changed, vanished };
};

const readAdded = (database: IndexDatabase): readonly string[] =>
  database.prepare("SELECT path FROM place ORDER BY path").pluck().all() as string[];

/** Brings the index up to date, or as near as the request's patience allows. */
export const refreshIndex = (indexer: Indexer, request: RefreshRequest): RefreshOutcome => {
  const { database } = indexer;
  const added = request.added.map(canonicalPath);
  const look = (): Discovery =>
    discoverSources(indexer.decoders, indexer.environment, [...new Set([...readAdded(database), ...added, ...request.live])]);
  request.onProgress?.({ phase: "listing", filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0 });
  let discovery = look();
  const difference = compare(indexer, discovery, request.rebuild);
  const remembered = new Set(readAdded(database));
  const toRemember = added.filter((path) => !remembered.has(path) && !discovery.missing.includes(path));
  if (difference.changed.length === 0 && difference.vanished.length === 0 && toRemember.length === 0) {
    return { discovery, decodedBytes: 0, changes: [], behind: 0, failure: null };
  }
  const ran = withRefreshLock(join(dirname(database.name), "refresh.lock"), request.shouldStop, () => {
    // Another process may have done the work while this one waited.
    discovery = look();
    const now = compare(indexer, discovery, request.rebuild);
    const refresh = new Refresh(indexer, request);
    if (toRemember.length > 0) {
      const remember = database.prepare("INSERT OR IGNORE INTO place VALUES (?)");
      for (const path of toRemember) remember.run(path);
    }
    const result = refresh.run(now.changed, now.vanished);
    if (result.failure === null) {
      database.prepare("INSERT OR REPLACE INTO meta VALUES ('refreshed_at', ?)").run(Date.now());
    }
    return { ...result, decodedBytes: refresh.decodedBytes, changes: refresh.changes };
  });
  if (ran === null) {
    return { discovery, decodedBytes: 0, changes: [], behind: difference.changed.length, failure: null };
  }
  return { discovery, ...ran.value };
};

/** Every source that gives less than it holds, with the reason. */
export const listSkipped = (database: IndexDatabase, discovery: Discovery | null): readonly SkippedSource[] => {
  const skipped: SkippedSource[] = [...(discovery?.skipped ?? [])];
  const rows = database
    .prepare("SELECT path, wire, status, message, problems, trouble FROM source WHERE status <> 'indexed' OR trouble IS NOT NULL OR problems NOT LIKE '{\"malformed\":0,\"oversized\":0,%' ORDER BY path")
    .all() as { path: string; wire: string | null; status: string; message: string; problems: string; trouble: string | null }[];
  for (const row of rows) {
    if (row.trouble !== null) skipped.push({ source: row.path, wire: row.wire, reason: "failed", message: row.trouble });
    if (row.status !== "indexed") {
      skipped.push({ source: row.path, wire: row.wire, reason: row.status, message: row.message });
      continue;
    }
    const problems = JSON.parse(row.problems) as { malformed: number; oversized: number; first: number };
    if (problems.malformed + problems.oversized === 0) continue;
    const parts: string[] = [];
    if (problems.malformed > 0) parts.push(`${problems.malformed} damaged ${problems.malformed === 1 ? "line" : "lines"}`);
    if (problems.oversized > 0) parts.push(`${problems.oversized} too large to decode`);
    skipped.push({
      source: row.path,
      wire: row.wire,
      reason: problems.malformed > 0 ? "malformed" : "oversized",
      message: `${parts.join(", ")} (first at byte ${problems.first}); the rest of the file is indexed`,
    });
  }
  return skipped;
};

