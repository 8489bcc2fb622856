/**
 * Owns the lock that lets one process at a time make the index and bring it up to date. It is a lock of the operating
 * system on a file of its own (through SQLite), so that a process that dies cannot hold it.
 */
import { chmodSync, existsSync, truncateSync } from "node:fs";
import Database from "better-sqlite3";

const pollMs = 15;

const sleep = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : "");

/**
 * Holds the lock while `work` runs. Null where another process held it until `giveUp` said so. The file is opened by
 * SQLite alone: closing another handle on it would drop the lock that another thread of this process holds.
 */
export const withRefreshLock = <A>(
  path: string,
  giveUp: () => boolean,
  work: () => A,
): { readonly value: A } | null => {
  const isNew = !existsSync(path);
  const lock = new Database(path, { timeout: 0 });
  try {
    if (isNew) chmodSync(path, 0o600);
    for (;;) {
      try {
        lock.exec("BEGIN EXCLUSIVE");
        break;
      } catch (error) {
        const code = codeOf(error);
        if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT")) truncateSync(path);
        else if (!code.startsWith("SQLITE_BUSY")) throw error;
        if (giveUp()) return null;
        sleep(pollMs);
      }
    }
    try {
      return { value: work() };
    } finally {
      lock.exec("ROLLBACK");
    }
  } finally {
    lock.close();
  }
};
