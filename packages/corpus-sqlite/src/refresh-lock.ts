/**
 * Owns the lock that lets one process at a time bring the index up to date. It is a lock of the operating system on a
 * file of its own (through SQLite), so that a process that dies cannot hold it.
 */
import { closeSync, openSync } from "node:fs";
import Database from "better-sqlite3";

const pollMs = 15;

const sleep = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");

/** Holds the lock while `work` runs. Null where another process held it until `giveUp` said so. */
export const withRefreshLock = <A>(path: string, giveUp: () => boolean, work: () => A): { readonly value: A } | null => {
  closeSync(openSync(path, "a", 0o600));
  const lock = new Database(path, { timeout: 0 });
  try {
    for (;;) {
      try {
        lock.exec("BEGIN EXCLUSIVE");
        break;
      } catch (error) {
        if (!isBusy(error)) throw error;
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
