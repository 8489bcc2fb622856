/** Owns the report on the index and on every place that was looked at, for people who look after it. */
import { statSync } from "node:fs";
import type { CorpusReport, Discovery, IndexReport, PlaceReport, SkippedSource } from "@backscroll/corpus";
import type { LedgerStore } from "./ledger.ts";
import { type IndexDatabase, schemaVersion } from "./schema.ts";

const sizeOf = (path: string): number => {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
};

const integrityOf = (database: IndexDatabase, whole: boolean): string => {
  const problems = database
    .prepare(whole ? "PRAGMA integrity_check(5)" : "PRAGMA quick_check(5)")
    .pluck()
    .all() as string[];
  return problems.join("; ");
};

export const inspectIndex = (
  database: IndexDatabase,
  ledgers: LedgerStore,
  discovery: Discovery,
  skipped: readonly SkippedSource[],
  options: { readonly integrity: boolean; readonly behind: number },
): CorpusReport => {
  const sessionsAt = database
    .prepare("SELECT count(*) FROM session JOIN source ON source.id = session.source WHERE source.place = ?")
    .pluck();
  const places = discovery.places.map(
    (place): PlaceReport => ({
      wire: place.wire ?? "any",
      path: place.path,
      origin: place.origin,
      state: place.state,
      files: place.files,
      sessions: sessionsAt.get(place.path) as number,
    }),
  );
  const totals = database
    .prepare(
      "SELECT (SELECT count(*) FROM session) AS sessions, (SELECT coalesce(sum(events), 0) FROM session) AS events, (SELECT coalesce(sum(size), 0) FROM source) AS bytes",
    )
    .get() as { sessions: number; events: number; bytes: number };
  const refreshedAt = database.prepare("SELECT value FROM meta WHERE name = 'refreshed_at'").pluck().get() as
    | number
    | undefined;
  const index: IndexReport = {
    path: database.name,
    bytes: sizeOf(database.name) + sizeOf(`${database.name}-wal`),
    schemaVersion,
    engineVersion: `SQLite ${database.prepare("SELECT sqlite_version()").pluck().get()}`,
    sessions: totals.sessions,
    events: totals.events,
    sourceBytes: totals.bytes,
    refreshedAt: refreshedAt ?? null,
    behind: options.behind,
    integrity: integrityOf(database, options.integrity),
    ledgerSessions: ledgers.count(),
  };
  return { places, skipped, index };
};
