/** Owns which sessions a request is about, as SQL over the session table and as row ranges. */
import type { SessionFilters } from "@backscroll/corpus";
import type { Addresses, RowRange } from "./address.ts";
import type { IndexDatabase } from "./schema.ts";

/** What a scan of the session table needs to know of one. */
export interface ScopedSession {
  readonly id: number;
  readonly last_seq: number;
  readonly events: number;
  readonly first_event_at: number | null;
  readonly last_event_at: number | null;
}

export interface SessionCondition {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

const placeholders = (count: number): string => Array.from({ length: count }, () => "?").join(", ");

/** The filters as a WHERE condition. `live` are the ids of live sessions. */
export const sessionCondition = (filters: SessionFilters, live: ReadonlySet<string>): SessionCondition => {
  const parts: string[] = [];
  const values: (string | number | null)[] = [];
  const isIn = (column: string, list: readonly string[]): void => {
    parts.push(list.length === 0 ? "0" : `${column} IN (${placeholders(list.length)})`);
    values.push(...list);
  };
  if (filters.ids !== undefined) isIn("session.name", filters.ids);
  if (filters.excludeIds !== undefined && filters.excludeIds.length > 0) {
    parts.push(`session.name NOT IN (${placeholders(filters.excludeIds.length)})`);
    values.push(...filters.excludeIds);
  }
  if (filters.cwds !== undefined) {
    const strings = filters.cwds.filter((cwd): cwd is string => cwd !== null);
    const clauses: string[] = [];
    if (strings.length > 0) clauses.push(`session.cwd IN (${placeholders(strings.length)})`);
    if (strings.length < filters.cwds.length) clauses.push("session.cwd IS NULL");
    parts.push(clauses.length === 0 ? "0" : `(${clauses.join(" OR ")})`);
    values.push(...strings);
  }
  if (filters.createdAt?.from !== undefined) {
    parts.push("session.created_at >= ?");
    values.push(filters.createdAt.from);
  }
  if (filters.createdAt?.to !== undefined) {
    parts.push("session.created_at <= ?");
    values.push(filters.createdAt.to);
  }
  if (filters.parents !== undefined) {
    const clauses: string[] = [];
    if (filters.parents.ids.length > 0) {
      clauses.push(`session.parent IN (${placeholders(filters.parents.ids.length)})`);
      values.push(...filters.parents.ids);
    }
    if (filters.parents.includeRoots) clauses.push("session.parent_kind IS NULL");
    parts.push(clauses.length === 0 ? "0" : `(${clauses.join(" OR ")})`);
  }
  if (filters.availability !== undefined) {
    if (filters.availability.length === 0) parts.push("0");
    // Every session here has its log on disk; only `live` narrows.
    else if (!filters.availability.includes("persisted")) isIn("session.name", [...live]);
  }
  if (filters.wires !== undefined) isIn("session.wire", filters.wires);
  if (filters.title !== undefined) {
    // SQLite's own LIKE folds ASCII only; `lowered` is registered by the reader.
    parts.push("instr(lowered(coalesce(session.title, session.first_prompt, '')), ?) > 0");
    values.push(filters.title.toLowerCase());
  }
  return { sql: parts.length === 0 ? "1" : parts.join(" AND "), values };
};

/** True where a session filter needs more than the index's own tokens. */
export const needsSessions = (filters: SessionFilters): boolean =>
  filters.ids !== undefined ||
  (filters.excludeIds !== undefined && filters.excludeIds.length > 0) ||
  filters.createdAt !== undefined ||
  filters.parents !== undefined ||
  filters.title !== undefined ||
  (filters.availability !== undefined && !filters.availability.includes("persisted")) ||
  (filters.cwds !== undefined && (filters.cwds.length === 0 || filters.cwds.length > mostFolderTokens)) ||
  filters.wires !== undefined;

/** More folders than this are filtered by session instead of by token. */
export const mostFolderTokens = 32;

export const scopedSessions = (database: IndexDatabase, condition: SessionCondition): readonly ScopedSession[] =>
  database
    .prepare(
      `SELECT id, last_seq, events, first_event_at, last_event_at FROM session WHERE ${condition.sql} ORDER BY id`,
    )
    .all(...condition.values) as ScopedSession[];

/** Row ranges of sessions, ascending, neighbours joined. */
export const rowRanges = (
  sessions: readonly { readonly id: number; readonly last_seq: number }[],
  addresses: Addresses,
  fromSeq = 0,
  toSeq = Number.MAX_SAFE_INTEGER,
): readonly RowRange[] => {
  const ranges = sessions
    .flatMap((session) => addresses.rangesOf(session.id, fromSeq, Math.min(toSeq, session.last_seq)))
    .sort((one, other) => one.from - other.from);
  return ranges;
};

/** Ascending rows as ranges. */
export const rowsAsRanges = (rows: readonly number[]): readonly RowRange[] => {
  const ranges: { from: number; to: number }[] = [];
  for (const row of rows) {
    const last = ranges[ranges.length - 1];
    if (last !== undefined && row === last.to + 1) last.to = row;
    else ranges.push({ from: row, to: row });
  }
  return ranges;
};

/** Whether a row lies in one of the ascending ranges. */
export const inRowRanges = (ranges: readonly RowRange[], row: number): boolean => {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle] as RowRange;
    if (row < range.from) high = middle - 1;
    else if (row > range.to) low = middle + 1;
    else return true;
  }
  return false;
};
