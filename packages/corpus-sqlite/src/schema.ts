/**
 * Owns the index file: its tables, its identity, and what is done with a file that is not one of ours or is damaged.
 * Does not own what the rows mean.
 */
import { chmodSync, existsSync, mkdirSync, openSync, closeSync, readSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { InvalidConfig } from "@backscroll/corpus";
import Database from "better-sqlite3";

/** "BKSC", in the file's header. */
export const applicationId = 0x424b5343;

/** Raised with every change of the tables or of what is written into them; an older index is built anew. */
export const schemaVersion = 3;

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
  copies TEXT
);
CREATE INDEX session_source ON session (source);
CREATE INDEX session_parent ON session (parent) WHERE parent IS NOT NULL;
CREATE INDEX session_native ON session (native_id);
CREATE INDEX session_awaits ON session (awaits) WHERE awaits IS NOT NULL;
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

/** First bytes of an SQLite file: 16 of magic, and the application id at offset 68. */
const readHeader = (path: string): { readonly size: number; readonly magic: boolean; readonly application: number } => {
  const bytes = Buffer.alloc(100);
  const descriptor = openSync(path, "r");
  try {
    const size = readSync(descriptor, bytes, 0, 100, 0);
    return {
      size,
      magic: bytes.toString("latin1", 0, 16) === "SQLite format 3\0",
      application: bytes.readUInt32BE(68),
    };
  } finally {
    closeSync(descriptor);
  }
};

/** Whether a database that does not say that it is ours holds anything. Only looks: not even its journal mode is touched. */
const holdsTables = (path: string, application: number): boolean => {
  if (application !== 0) return true;
  const database = new Database(path, { readonly: true });
  try {
    return (database.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() as number) > 0;
  } catch (error) {
    return !isDamage(error);
  } finally {
    database.close();
  }
};

const refuseForeign = (path: string): never => {
  throw new InvalidConfig({
    setting: "BACKSCROLL_HOME",
    message: `"${path}" is a database of another program; it was left alone. Move it away or set BACKSCROLL_HOME to another folder.`,
  });
};

/** Moves a damaged index aside, with its side files, so that nothing is lost; only the newest such copy is kept. */
export const setIndexAside = (path: string): void => {
  for (const suffix of ["", "-wal", "-shm"]) {
    if (existsSync(path + suffix)) {
      rmSync(`${path}.damaged${suffix}`, { force: true });
      renameSync(path + suffix, `${path}.damaged${suffix}`);
    }
  }
};

export const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  (error.code.startsWith("SQLITE_CORRUPT") || error.code === "SQLITE_NOTADB" || error.code === "SQLITE_SCHEMA");

const probeFullText = (database: IndexDatabase): void => {
  try {
    database.exec("CREATE VIRTUAL TABLE temp.probe USING fts5 (x, content='', contentless_delete=1); DROP TABLE temp.probe;");
  } catch {
    const version = database.prepare("SELECT sqlite_version()").pluck().get();
    throw new InvalidConfig({
      setting: "better-sqlite3",
      message: `SQLite ${version} as installed cannot search text (FTS5 with contentless deletion, 3.43 or newer, is needed); reinstall better-sqlite3.`,
    });
  }
};

const openWritable = (path: string): IndexDatabase => {
  const database = new Database(path, { timeout: 10_000 });
  try {
    chmodSync(path, 0o600);
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    database.pragma("cache_size = -32768");
    database.pragma("temp_store = MEMORY");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

const ensureTables = (database: IndexDatabase): void => {
  const current = (): boolean =>
    database.pragma("application_id", { simple: true }) === applicationId &&
    database.pragma("user_version", { simple: true }) === schemaVersion;
  if (current()) return;
  probeFullText(database);
  database
    .transaction(() => {
      // Another process may have made them meanwhile.
      if (current()) return;
      const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql IS NOT NULL").pluck().all() as string[];
      for (const name of names.filter((name) => !name.startsWith("text_"))) database.exec(`DROP TABLE IF EXISTS "${name}"`);
      database.exec(tables);
      database.prepare("INSERT INTO meta VALUES ('created_at', ?), ('generation', 1)").run(Date.now());
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${schemaVersion}`);
    })
    .immediate();
};

/**
 * Opens the index for writing, making it where there is none. A database of another program is refused by name
 * (`InvalidConfig`), an older schema is built anew, a damaged file is set aside and built anew.
 */
export const openIndex = (path: string): IndexDatabase => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (existsSync(path)) {
    const header = readHeader(path);
    if (header.magic && header.application !== applicationId && holdsTables(path, header.application)) refuseForeign(path);
    if (header.size > 0 && !header.magic) setIndexAside(path);
  }
  try {
    const database = openWritable(path);
    try {
      ensureTables(database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    setIndexAside(path);
    const database = openWritable(path);
    ensureTables(database);
    return database;
  }
};

/** Opens an index for reading only; it must exist. */
export const openIndexReader = (path: string): IndexDatabase => {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 10_000 });
  database.pragma("query_only = ON");
  database.pragma("cache_size = -65536");
  database.pragma("mmap_size = 268435456");
  return database;
};

/** Number of the last committed change; any reader sees the same results for the same number. */
export const readGeneration = (database: IndexDatabase): number =>
  database.prepare("SELECT value FROM meta WHERE name = 'generation'").pluck().get() as number;
