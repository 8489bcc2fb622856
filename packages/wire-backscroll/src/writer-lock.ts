/** Owns that a log has one writer: a lock file beside it that names the process, void once that process is gone. */
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

const attempts = 8;
/** Milliseconds for which a lock without content is taken for one that is just being made. */
const emptyLockTime = 5000;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

const readOr = (path: string, absent: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return absent;
    throw error;
  }
};

/** When a process began, in the system's own count: tells it from a later one of the same number. Linux only, else "-". */
const startOf = (pid: number): string => {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    return status.slice(status.lastIndexOf(")") + 2).split(" ")[19] ?? "-";
  } catch {
    return "-";
  }
};

/** Whether the process that took the lock still runs. */
const isHeld = (path: string, content: string): boolean => {
  // Its maker has not written to it yet, or never came to it.
  if (content === "") return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < emptyLockTime;
  const [digits, start = "-"] = content.split(" ");
  const pid = Number(digits);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be signalled, but it runs.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const current = startOf(pid);
  return start === "-" || current === "-" || start === current;
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

/** Takes the lock at `path`; gives its release, or the number of the process that holds it, 0 where that is not known. */
export const takeLock = (path: string): (() => void) | number => {
  const content = `${process.pid} ${startOf(process.pid)} ${randomUUID()}\n`;
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (create(path, content)) {
      return () => {
        if (readOr(path, "") === content) rmSync(path, { force: true });
      };
    }
    const other = readOr(path, "");
    if (isHeld(path, other)) return Number.parseInt(other, 10) || 0;
    putAway(path, other);
  }
  return 0;
};
