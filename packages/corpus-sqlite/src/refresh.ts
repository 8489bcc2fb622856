/**
 * Owns bringing the index up to date with what is on disk: what changed, in which order it is taken, in which
 * transactions. Work is proportional to what changed. Does not own how one source is indexed.
 */
import { existsSync, realpathSync, statSync } from "node:fs";
import {
  type CorpusChange,
  type Discovery,
  discoverSources,
  type FoundFile,
  type RefreshProgress,
  type SkippedSource,
} from "@backscroll/corpus";
import { type Decoder, type Environment, keyHash } from "@backscroll/wire";
import { Addresses } from "./address.ts";
import { EventTypeTable } from "./event-row.ts";
import { SourceIndexer } from "./index-source.ts";
import { LedgerStore } from "./ledger.ts";
import { withRefreshLock } from "./refresh-lock.ts";
import { type IndexDatabase, lockPath, readGeneration, skippedSources } from "./schema.ts";
import { isUnchanged, type SourceRow, type SourceStat } from "./source-row.ts";
import { codeOf, isDamage, storageFailure } from "./storage-failure.ts";
import { TextRows } from "./text-rows.ts";

/**
 * A transaction takes sources of about this many bytes together: small at first, so that the first results come at once,
 * then larger, so that the full-text index has fewer parts to merge.
 */
const firstBatchBytes = 2_097_152;
const largestBatchBytes = 8_388_608;

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

/** A file may become readable without changing. */
const unreadableCodes: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EIO", "ENOTREG", "EISDIR", "ELOOP", "ENXIO"]);

interface Known extends SourceStat {
  readonly id: number;
  readonly path: string;
  readonly status: string;
  readonly wire: string | null;
  readonly decoder_version: number | null;
  readonly waiting: number;
}

/** A source could not be taken after some of it was written: the transaction must be undone. */
class HalfTaken extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super("a source was taken in half");
    this.reason = reason;
  }
}

const statFile = (path: string, place: string, wire: string | null): FoundFile | null => {
  try {
    const status = statSync(path);
    return {
      path,
      place,
      wire,
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

const canonicalPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

type Numbered = readonly [file: FoundFile, id: number];

class Refresh {
  readonly #indexer: Indexer;
  readonly #request: RefreshRequest;
  readonly #database: IndexDatabase;
  readonly #written;
  #addresses: Addresses;
  #sources: SourceIndexer;
  #changes: CorpusChange[] = [];
  readonly #dirty = new Set<number>();
  /** Sources that are in the middle of being decoded again, and how many bytes of each are done. */
  readonly #partial = new Map<string, number>();
  #decodedBytes = 0;
  #nextId = 0;
  #bytesDone = 0;
  #filesDone = 0;
  #left = 0;

  constructor(indexer: Indexer, request: RefreshRequest) {
    this.#indexer = indexer;
    this.#request = request;
    this.#database = indexer.database;
    this.#written = this.#database.prepare("SELECT total_changes()").pluck();
    this.#nextId =
      (this.#database
        .prepare("SELECT max(coalesce((SELECT max(id) FROM session), 0), coalesce((SELECT max(id) FROM block), 0))")
        .pluck()
        .get() as number) + 1;
    this.#addresses = new Addresses(indexer.database);
    this.#sources = this.#start();
  }

  /** What works on the index as it is now; made anew when a transaction was undone, for it remembers rows. */
  #start(): SourceIndexer {
    const { database, decoders, home } = this.#indexer;
    const types = new EventTypeTable(database);
    types.reload();
    this.#addresses = new Addresses(database);
    this.#addresses.reload();
    return new SourceIndexer({
      database,
      decoders,
      fingerprint: fingerprintOf(decoders),
      types,
      addresses: this.#addresses,
      texts: new TextRows(database),
      ledgers: new LedgerStore(home),
      nextId: () => this.#nextId++,
      shouldStop: this.#request.shouldStop,
    });
  }

  /** Runs one piece of work as a transaction that readers see whole or not at all. */
  #commit<A>(work: () => A): A {
    const changes = this.#changes.length;
    const decodedBytes = this.#decodedBytes;
    try {
      return this.#database
        .transaction(() => {
          const before = this.#written.get();
          const result = work();
          if (this.#written.get() !== before) {
            this.#database.prepare("UPDATE meta SET value = value + 1 WHERE name = 'generation'").run();
          }
          return result;
        })
        .immediate();
    } catch (error) {
      this.#changes = this.#changes.slice(0, changes);
      this.#decodedBytes = decodedBytes;
      this.#sources = this.#start();
      throw error;
    }
  }

  /** Takes one source, or its next piece; true where nothing of it is left. */
  #take(file: FoundFile, reserved: number, again: boolean): boolean {
    const written = this.#written.get();
    try {
      const outcome = this.#sources.index(file, reserved, again);
      this.#decodedBytes += outcome.decodedBytes;
      this.#changes.push(...outcome.changes);
      this.#markDirty(outcome.dirty);
      return outcome.finished;
    } catch (error) {
      if (storageFailure(error) !== null) throw error;
      if (this.#written.get() !== written) throw new HalfTaken(error);
      this.#fail(file, error);
      return true;
    }
  }

  #markDirty(sources: readonly number[]): void {
    for (const id of sources) {
      this.#sources.markDirty(id);
      this.#dirty.add(id);
    }
  }

  #fail(file: FoundFile, error: unknown): void {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") {
      const row = this.#sources.rowOf(file.path);
      if (row !== undefined) this.#forget(row);
    } else if (unreadableCodes.has(code)) {
      this.#sources.fail(file, "unreadable", `it cannot be read (${code})`, true);
    } else if (code !== "" && !code.startsWith("SQLITE_") && !code.startsWith("ERR_")) {
      this.#sources.fail(file, "failed", `it could not be read (${code})`, true);
    } else {
      this.#sources.fail(
        file,
        "failed",
        `it could not be indexed (${error instanceof Error ? error.message : String(error)})`,
        false,
      );
    }
  }

  #forget(row: SourceRow): void {
    const removed = this.#sources.remove(row);
    this.#changes.push(...removed.changes);
    this.#markDirty(removed.dirty);
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

  run(
    changed: readonly FoundFile[],
    vanished: readonly number[],
    remembered: readonly string[],
  ): { readonly behind: number; readonly failure: string | null } {
    this.#left = changed.length;
    try {
      if (remembered.length > 0) {
        const remember = this.#database.prepare("INSERT OR IGNORE INTO place VALUES (?)");
        this.#commit(() => {
          for (const path of remembered) remember.run(path);
        });
      }
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
      const numbered = oldestFirst.map((file, index): Numbered => [file, base + index]);
      const totalBytes = changed.reduce((sum, file) => sum + file.size, 0);
      for (const batch of batchesOf(numbered)) {
        if (this.#request.shouldStop()) break;
        this.#takeBatch(batch, changed.length, totalBytes);
      }
      this.#takeDirty();
      if (!isSettled(this.#database)) this.#commit(() => this.#settle());
      this.#database.prepare("INSERT OR REPLACE INTO meta VALUES ('refreshed_at', ?)").run(Date.now());
      return { behind: this.#left + this.#dirty.size, failure: null };
    } catch (error) {
      const failure = isDamage(error) ? null : storageFailure(error);
      if (failure === null) throw error;
      return { behind: this.#left + this.#dirty.size, failure };
    }
  }

  #takeBatch(batch: readonly Numbered[], total: number, bytes: number): void {
    let waiting = batch;
    let together = batch.length;
    while (waiting.length > 0 && !this.#request.shouldStop()) {
      const group = waiting.slice(0, together);
      let unfinished: readonly Numbered[];
      try {
        unfinished = this.#takeTogether(group);
      } catch (error) {
        if (!(error instanceof HalfTaken)) throw error;
        // Each in a transaction of its own from here on, so that the one that fails is undone alone.
        together = 1;
        const [alone] = group;
        if (group.length > 1 || alone === undefined) continue;
        this.#commit(() => this.#fail(alone[0], error.reason));
        unfinished = [];
      }
      const done = group.length - unfinished.length;
      this.#left -= done;
      this.#filesDone += done;
      this.#report(total, bytes);
      waiting = [...unfinished, ...waiting.slice(group.length)];
    }
  }

  /** Takes the next piece of each source in one transaction; gives those of which more is left. */
  #takeTogether(group: readonly Numbered[]): readonly Numbered[] {
    const unfinished: Numbered[] = [];
    const pieces: (readonly [file: FoundFile, bytes: number, finished: boolean])[] = [];
    this.#commit(() => {
      for (const entry of group) {
        const [file, id] = entry;
        if (this.#request.shouldStop()) {
          unfinished.push(entry);
          continue;
        }
        const before = this.#decodedBytes;
        const finished = this.#take(file, id, this.#request.rebuild && !this.#partial.has(file.path));
        if (!finished) unfinished.push(entry);
        pieces.push([file, this.#decodedBytes - before, finished]);
      }
    });
    for (const [file, bytes, finished] of pieces) {
      const earlier = this.#partial.get(file.path) ?? 0;
      this.#bytesDone += finished ? Math.max(0, file.size - earlier) : bytes;
      this.#partial.set(file.path, earlier + bytes);
    }
    return unfinished;
  }

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
      const file = statFile(row.path, row.place, row.wire);
      let again = true;
      let finished = false;
      while (!finished && !this.#request.shouldStop()) {
        try {
          finished = this.#commit(() => {
            if (file !== null) return this.#take(file, this.#nextId++, again);
            this.#forget(row);
            return true;
          });
        } catch (error) {
          if (!(error instanceof HalfTaken) || file === null) throw error;
          this.#commit(() => this.#fail(file, error.reason));
          finished = true;
        }
        again = false;
      }
    }
  }

  /** What can only be known once every changed source is in: parents by path or title, titles recorded elsewhere. */
  #settle(): void {
    const database = this.#database;
    const titles = database
      .prepare(`
        SELECT foreign_title.title AS title, event.id AS event, session.id AS session
        FROM foreign_title JOIN source ON source.id = foreign_title.source
        LEFT JOIN event ON event.key = foreign_title.key
        LEFT JOIN session ON session.title_key = foreign_title.key
        ORDER BY source.modified_at, source.path`)
      .all() as { title: string; event: number | null; session: number | null }[];
    const latest = new Map<number, string>();
    for (const { title, event, session } of titles) {
      if (event !== null) latest.set(this.#addresses.sessionOf(event), title);
      if (session !== null) latest.set(session, title);
    }
    const setTitle = database.prepare("UPDATE session SET title = ? WHERE id = ? AND own_title = 0 AND title IS NOT ?");
    for (const [session, title] of latest) setTitle.run(title, session, title);
    const unresolved = database
      .prepare(
        "SELECT id, name, wire, cwd, created_at, parent_path FROM session WHERE parent IS NULL AND parent_path IS NOT NULL",
      )
      .all() as {
      id: number;
      name: string;
      wire: string;
      cwd: string | null;
      created_at: number | null;
      parent_path: string;
    }[];
    const byPath = database
      .prepare(
        "SELECT session.name FROM session JOIN source ON source.id = session.source WHERE source.path IN (?, ?) AND session.lane = ''",
      )
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
    // The number that this transaction will have, should it have changed anything.
    database
      .prepare("INSERT OR REPLACE INTO meta SELECT 'settled', value + 1 FROM meta WHERE name = 'generation'")
      .run();
  }

  get changes(): readonly CorpusChange[] {
    return this.#changes;
  }

  get decodedBytes(): number {
    return this.#decodedBytes;
  }
}

/** Whether everything that was committed has been settled. */
const isSettled = (database: IndexDatabase): boolean =>
  database.prepare("SELECT value FROM meta WHERE name = 'settled'").pluck().get() === readGeneration(database);

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
  // What a newer program decoded stands: two programs would else decode everything again in turn.
  const isDecoded = (row: Known): boolean =>
    row.wire === null
      ? row.decoder_version === fingerprint
      : (row.decoder_version ?? -1) >= (versions.get(row.wire) ?? 0);
  const changed: FoundFile[] = [];
  const seen = new Set<string>();
  for (const file of discovery.files) {
    seen.add(file.path);
    const row = known.get(file.path);
    // A piece-wise indexed source that was interrupted has its stat already, but not all of its bytes.
    const current = row !== undefined && isUnchanged(row, file) && isDecoded(row) && row.waiting === 0;
    if (!current || rebuild) changed.push(file);
  }
  const vanished: number[] = [];
  for (const row of known.values()) {
    if (seen.has(row.path)) continue;
    // Another program mounts more decoders than this one, which therefore does not look at their places.
    if (row.wire !== null && !versions.has(row.wire) && existsSync(row.path)) continue;
    vanished.push(row.id);
  }
  return { changed, vanished };
};

const readAdded = (database: IndexDatabase): readonly string[] =>
  database.prepare("SELECT path FROM place ORDER BY path").pluck().all() as string[];

const noteEveryMs = 60_000;

/** Keeps the time at which the index was last seen to be whole, without a write for each query. */
const noteRefreshed = (database: IndexDatabase): void => {
  const noted = database.prepare("SELECT value FROM meta WHERE name = 'refreshed_at'").pluck().get() as
    | number
    | undefined;
  if (Math.abs(Date.now() - (noted ?? 0)) < noteEveryMs) return;
  try {
    database.prepare("INSERT OR REPLACE INTO meta VALUES ('refreshed_at', ?)").run(Date.now());
  } catch {
    // A home that cannot be written to answers all the same.
  }
};

/** Brings the index up to date, or as near as the request's patience allows. */
export const refreshIndex = (indexer: Indexer, request: RefreshRequest): RefreshOutcome => {
  const { database } = indexer;
  const added = request.added.map(canonicalPath);
  const look = (): Discovery => {
    const places = new Set([...readAdded(database), ...added]);
    const paths = [...new Set([...places, ...request.live])];
    const discovery = discoverSources(indexer.decoders, indexer.environment, paths);
    // The log of a live session need not be there yet.
    return { ...discovery, missing: discovery.missing.filter((path) => places.has(path)) };
  };
  request.onProgress?.({ phase: "listing", filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0 });
  let discovery = look();
  const difference = compare(indexer, discovery, request.rebuild);
  const remembered = new Set(readAdded(database));
  const toRemember = added.filter((path) => !remembered.has(path) && !discovery.missing.includes(path));
  if (
    difference.changed.length === 0 &&
    difference.vanished.length === 0 &&
    toRemember.length === 0 &&
    isSettled(database)
  ) {
    noteRefreshed(database);
    return { discovery, decodedBytes: 0, changes: [], behind: 0, failure: null };
  }
  // Told before the wait for the lock, so that who gives up waiting knows how much is missing.
  const bytesTotal = difference.changed.reduce((sum, file) => sum + file.size, 0);
  request.onProgress?.({
    phase: "indexing",
    filesDone: 0,
    filesTotal: difference.changed.length,
    bytesDone: 0,
    bytesTotal,
  });
  const ran = withRefreshLock(lockPath(database.name), request.shouldStop, () => {
    // Another process may have done the work while this one waited.
    discovery = look();
    const now = compare(indexer, discovery, request.rebuild);
    const refresh = new Refresh(indexer, request);
    const result = refresh.run(now.changed, now.vanished, toRemember);
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
    .prepare(`SELECT path, wire, status, message, problems, trouble FROM source WHERE ${skippedSources} ORDER BY path`)
    .all() as {
    path: string;
    wire: string | null;
    status: string;
    message: string;
    problems: string;
    trouble: string | null;
  }[];
  for (const row of rows) {
    if (row.trouble !== null)
      skipped.push({ source: row.path, wire: row.wire, reason: "failed", message: row.trouble });
    if (row.status !== "indexed") {
      skipped.push({ source: row.path, wire: row.wire, reason: row.status, message: row.message });
      continue;
    }
    const problems = JSON.parse(row.problems) as { malformed: number; oversized: number; first: number };
    if (problems.malformed + problems.oversized === 0) continue;
    const parts: string[] = [];
    if (problems.malformed > 0)
      parts.push(`${problems.malformed} damaged ${problems.malformed === 1 ? "line" : "lines"}`);
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
