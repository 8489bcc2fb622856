/** Owns the facts of the machine that figures are told with. */
import { execFileSync } from "node:child_process";
import { cpus, loadavg, platform, release, totalmem } from "node:os";
import Database from "better-sqlite3";

const commit = (): string => {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
};

const sqliteVersion = (): string => {
  const database = new Database(":memory:");
  const version = database.prepare("SELECT sqlite_version()").pluck().get() as string;
  database.close();
  return version;
};

export const machineFacts = (): Readonly<Record<string, string | number>> => ({
  processor: cpus()[0]?.model ?? "unknown",
  processors: cpus().length,
  memoryBytes: totalmem(),
  // Over one minute, before anything was measured: figures of a busy machine say little.
  load: loadavg()[0] ?? 0,
  system: `${platform()} ${release()}`,
  node: process.version,
  sqlite: sqliteVersion(),
  commit: commit(),
  at: new Date().toISOString(),
});
