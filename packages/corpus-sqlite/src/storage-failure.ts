/** Owns telling failures to write the index from failures to read a source, and saying the former to people. */
import Database from "better-sqlite3";

const full: ReadonlySet<string> = new Set(["SQLITE_FULL", "ENOSPC", "EDQUOT"]);
const unwritable = /^(?:SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)|EROFS$)/;
const otherStorage = /^SQLITE_(?:IOERR|BUSY|LOCKED|NOMEM|PROTOCOL|CORRUPT|NOTADB)/;

/** The system's or SQLite's code of an error, "" where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Whether the index is damaged, so that only a new one helps. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);

/** Why the index could not be written, null where the error is not about its storage. */
export const storageFailure = (error: unknown): string | null => {
  const code = codeOf(error);
  if (full.has(code)) return "The disk that holds the index is full; answers come from what was indexed before.";
  if (unwritable.test(code)) return "The index cannot be written; answers come from what was indexed before.";
  if (!otherStorage.test(code)) return null;
  return `The index could not be updated (${code}); answers come from what was indexed before.`;
};
