/** Owns that a log has one writer: a lock file beside it that names the process, void once that process is gone. */
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

const readOr = (path: string, absent: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return absent;
    throw error;
  }
};

/** Whether the process that took the lock still runs. */
const isHeld = (path: string, pid: number): boolean => {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be signalled, but it runs.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  try {
    // On Linux: a process younger than the lock only has the number of the one that took it.
    return statSync(`/proc/${pid}`).ctimeMs <= statSync(path).mtimeMs + 2000;
  } catch {
    return true;
  }
};

const create = (path: string, content: string): boolean => {
  try {
    writeFileSync(path, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
};

/** Puts a dead process's lock away. Another process may have done so before and taken the lock: then that is put back. */
const putAway = (path: string, content: string): void => {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  if (readOr(aside, "") !== content) {
    try {
      linkSync(aside, path);
    } catch {
      // A third process holds it by now.
    }
  }
  rmSync(aside, { force: true });
};

/** Takes the lock at `path`; gives its release, or the number of the process that holds it. */
export const takeLock = (path: string): (() => void) | number => {
  const content = `${process.pid} ${randomUUID()}\n`;
  for (let attempt = 0; attempt < 8; attempt++) {
    if (create(path, content)) {
      return () => {
        if (readOr(path, "") === content) rmSync(path, { force: true });
      };
    }
    const other = readOr(path, "");
    const pid = Number.parseInt(other, 10);
    if (other !== "" && isHeld(path, pid)) return pid;
    if (other !== "") putAway(path, other);
  }
  return 0;
};
