/**
 * Owns the index file: its tables, its identity, and what is done with a file that is not one of ours or is damaged.
 * Does not own what the rows mean.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { InvalidConfig } from "@backscroll/corpus";
import Database from "better-sqlite3";
import { withRefreshLock } from "./refresh-lock.ts";
import { isDamage } from "./storage-failure.ts";

/** "BKSC", in the file's header. */
export const applicationId = 0x424b5343;

/** Raised with every change of the tables or of what is written into them; an older index is built anew. */
export const schemaVersion = 6;

/** Which sources give less than they hold; in these very words, by which SQLite knows the index that is made of them. */
export const skippedSources = `status <> 'indexed' OR trouble IS NOT NULL OR problems NOT LIKE '{"malformed":0,"oversized":0,%'`;

const tables = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE place (path TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  place TEXT NOT NULL,
  wire TEXT,
  decoder_version INTEGER,
  size INTEGER NOT NULL,
  modified_at REAL NOT NULL,
  changed_at REAL NOT NULL,
  inode INTEGER NOT NULL,
  device INTEGER NOT NULL,
  consumed INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  samples TEXT NOT NULL,
  state BLOB,
  status TEXT NOT NULL,
  message TEXT NOT NULL,
  problems TEXT NOT NULL,
  complete INTEGER NOT NULL,
  trouble TEXT
);
CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL,
  lane TEXT NOT NULL,
  name TEXT NOT NULL UNIQUE,
  wire TEXT NOT NULL,
  native_id TEXT NOT NULL,
  cwd TEXT,
  title TEXT,
  title_key INTEGER NOT NULL,
  first_prompt TEXT,
  created_at INTEGER,
  first_event_at INTEGER,
  last_event_at INTEGER,
  events INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  decoded INTEGER NOT NULL,
  parent_kind TEXT,
  parent TEXT,
  parent_path TEXT,
  facts TEXT NOT NULL,
  fold TEXT NOT NULL,
  awaits TEXT,
  copies TEXT,
  own_title INTEGER NOT NULL
);
CREATE INDEX session_source ON session (source);
CREATE INDEX session_title_key ON session (title_key);
CREATE INDEX session_parent ON session (parent) WHERE parent IS NOT NULL;
CREATE INDEX session_native ON session (native_id);
CREATE INDEX session_awaits ON session (awaits) WHERE awaits IS NOT NULL;
CREATE INDEX session_copies ON session (json_extract(copies, '$.origin'), source) WHERE copies IS NOT NULL;
CREATE INDEX session_unresolved ON session (parent_path) WHERE parent IS NULL AND parent_path IS NOT NULL;
CREATE INDEX source_skipped ON source (path) WHERE ${skippedSources};
CREATE INDEX source_duplicate ON source (message) WHERE status = 'duplicate';
CREATE TABLE block (id INTEGER PRIMARY KEY, session INTEGER NOT NULL, base INTEGER NOT NULL);
CREATE TABLE foreign_title (key INTEGER NOT NULL, source INTEGER NOT NULL, title TEXT NOT NULL, PRIMARY KEY (key, source)) WITHOUT ROWID;
CREATE TABLE event_type (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  key INTEGER NOT NULL,
  start INTEGER NOT NULL,
  length INTEGER NOT NULL,
  part INTEGER NOT NULL,
  parent INTEGER,
  type INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  time INTEGER,
  call INTEGER,
  grouping INTEGER,
  extra TEXT
);
CREATE INDEX event_key ON event (key);
CREATE TABLE piece (id INTEGER PRIMARY KEY, event INTEGER NOT NULL);
CREATE INDEX piece_event ON piece (event);
CREATE VIRTUAL TABLE text USING fts5 (body, parts, meta, content='', contentless_delete=1, tokenize='ascii');
INSERT INTO text (text, rank) VALUES ('hashsize', 16777216);
`;

export type IndexDatabase = Database.Database;

type IndexState = "none" | "current" | "older" | "newer" | "foreign" | "damaged";

/**
 * What lies at the index's path. Asked through SQLite alone: closing any other handle on the file would drop the locks
 * that this process holds on it. Writes nothing.
 */
const stateOf = (path: string): IndexState => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return "none";
  let database: IndexDatabase | null = null;
  try {
    database = new Database(path, { readonly: true, timeout: 10_000 });
    const application = database.pragma("application_id", { simple: true });
    if (application !== applicationId) {
      const tableCount = database.prepare("SELECT count(*) FROM sqlite_schema").pluck().get();
      return application === 0 && tableCount === 0 ? "none" : "foreign";
    }
    const version = database.pragma("user_version", { simple: true }) as number;
    return version === schemaVersion ? "current" : version < schemaVersion ? "older" : "newer";
  } catch (error) {
    if (isDamage(error)) return "damaged";
    // Left in the middle of a write, as an index never is.
    if (error instanceof Database.SqliteError && error.code === "SQLITE_READONLY_ROLLBACK") return "foreign";
    throw error;
  } finally {
    database?.close();
  }
};

const refuse = (path: string, state: "foreign" | "newer"): never => {
  throw new InvalidConfig({
    setting: "BACKSCROLL_HOME",
    message:
      state === "foreign"
        ? `"${path}" is a database of another program; it was left alone. Move it away or set BACKSCROLL_HOME to another folder.`
        : `"${path}" was made by a newer version of Backscroll; it was left alone. Update this one, or set BACKSCROLL_HOME to another folder.`,
  });
};

const filesOf = (path: string): readonly string[] => ["-journal", "-wal", "-shm", ""].map((suffix) => path + suffix);

/** Moves a damaged index aside, with its side files, so that nothing is lost; only the newest such copy is kept. */
const setIndexAside = (path: string): void => {
  for (const file of filesOf(path)) {
    if (!existsSync(file)) continue;
    const aside = `${path}.damaged${file.slice(path.length)}`;
    rmSync(aside, { force: true });
    renameSync(file, aside);
  }
};

const probeFullText = (database: IndexDatabase): void => {
  try {
    database.exec(
      "CREATE VIRTUAL TABLE temp.probe USING fts5 (x, content='', contentless_delete=1); DROP TABLE temp.probe;",
    );
  } catch {
    const version = database.prepare("SELECT sqlite_version()").pluck().get();
    throw new InvalidConfig({
      setting: "better-sqlite3",
      message: `SQLite ${version} as installed cannot search text (FTS5 with contentless deletion, 3.43 or newer, is needed); reinstall better-sqlite3.`,
    });
  }
};

/** Puts a new, empty index in the place of what is there, unless that is another program's. Runs under the lock. */
const makeIndex = (path: string): void => {
  const state = stateOf(path);
  if (state === "current") return;
  if (state === "foreign" || state === "newer") refuse(path, state);
  // Made under another name, so that whoever looks finds all of it or nothing, whenever this process dies.
  const draft = `${path}.new`;
  for (const file of filesOf(draft)) rmSync(file, { force: true });
  const database = new Database(draft);
  try {
    chmodSync(draft, 0o600);
    probeFullText(database);
    database.pragma("journal_mode = WAL");
    database.transaction(() => {
      database.exec(tables);
      database.prepare("INSERT INTO meta VALUES ('created_at', ?), ('generation', 1)").run(Date.now());
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${schemaVersion}`);
    })();
  } finally {
    database.close();
  }
  if (state === "damaged") setIndexAside(path);
  // Nothing of an older index is of use; programs that have it open see that its file went.
  else for (const file of filesOf(path)) rmSync(file, { force: true });
  renameSync(draft, path);
};

/** The lock under which an index is made, replaced and brought up to date. */
export const lockPath = (path: string): string => join(dirname(path), "refresh.lock");

/**
 * Opens the index for writing, making it where there is none. A database of another program or of a newer version is
 * refused by name (`InvalidConfig`), an older schema is built anew, a damaged file is set aside and built anew.
 */
export const openIndex = (path: string): IndexDatabase => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const state = stateOf(path);
  if (state === "foreign" || state === "newer") refuse(path, state);
  if (state !== "current") {
    withRefreshLock(
      lockPath(path),
      () => stateOf(path) === "current",
      () => makeIndex(path),
    );
  }
  const database = new Database(path, { timeout: 10_000 });
  try {
    database.pragma("synchronous = NORMAL");
    database.pragma("cache_size = -32768");
    database.pragma("temp_store = MEMORY");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Sets the index aside that turned out to be damaged, unless another process has replaced it already. */
export const replaceDamagedIndex = (path: string, inode: number): void => {
  withRefreshLock(
    lockPath(path),
    () => false,
    () => {
      if (inodeOf(path) !== inode) return;
      setIndexAside(path);
      makeIndex(path);
    },
  );
};

export const inodeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.ino ?? -1;

/**
 * A copy of an index that lies where no side files can be made, which SQLite needs even to read. Its files are gone
 * once it is closed.
 */
const openCopy = (path: string): IndexDatabase => {
  const folder = mkdtempSync(join(tmpdir(), "backscroll-index-"));
  try {
    const copy = join(folder, "index.sqlite");
    for (const suffix of ["", "-wal"]) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    chmodSync(copy, 0o600);
    const database = new Database(copy, { readonly: true, fileMustExist: true });
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return database;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const cannotMakeSideFiles = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(CANTOPEN|READONLY|FULL|IOERR_SHM)/.test(error.code);

const openInPlace = (path: string): IndexDatabase => {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 10_000 });
  try {
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Opens an index for reading only; it must exist. */
export const openIndexReader = (path: string): { readonly database: IndexDatabase; readonly isCopy: boolean } => {
  let database: IndexDatabase;
  let isCopy = false;
  try {
    database = openInPlace(path);
  } catch (error) {
    if (!cannotMakeSideFiles(error) || !existsSync(path)) throw error;
    database = openCopy(path);
    isCopy = true;
  }
  database.pragma("query_only = ON");
  // Not mapped into memory: a file that is cut short would end the whole process instead of failing a query.
  database.pragma("cache_size = -65536");
  return { database, isCopy };
};

/** Number of the last committed change; any reader sees the same results for the same number. */
export const readGeneration = (database: IndexDatabase): number =>
  database.prepare("SELECT value FROM meta WHERE name = 'generation'").pluck().get() as number;
