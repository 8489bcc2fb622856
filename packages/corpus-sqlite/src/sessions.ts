/** Owns answers about whole sessions: lists, titles, resolving a selector, lineage. */
import {
  type Resolution,
  type SessionFilters,
  type SessionList,
  type SessionRecord,
  type SessionTrace,
  type TitleResult,
  traceLineage,
} from "@backscroll/corpus";
import type { Reader } from "./reader.ts";
import { sessionCondition } from "./scope.ts";
import type { Observation } from "./search.ts";
import { type SessionRecordRow, sessionRecordQuery } from "./session-row.ts";

const shortestPrefix = 6;
const mostCandidates = 10;

export class SessionReader {
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  #select(filters: SessionFilters, more: string, values: readonly string[], tail: string): readonly SessionRecordRow[] {
    const condition = sessionCondition(filters, this.#reader.liveNames);
    return this.#reader.database
      .prepare(`${sessionRecordQuery} WHERE (${condition.sql}) AND (${more}) ${tail}`)
      .all(...condition.values, ...values) as SessionRecordRow[];
  }

  listSessions(filters: SessionFilters, observation: Observation): SessionList {
    const rows = this.#select(filters, "1", [], "ORDER BY session.created_at DESC NULLS LAST, session.name");
    return {
      sessions: rows.map((row) => this.#reader.record(row)),
      coverage: {
        sessions: rows.length,
        events: rows.reduce((sum, row) => sum + row.events, 0),
        behind: observation.behind,
        skipped: observation.skipped,
        hidden: null,
        hiddenCapped: false,
        echoes: 0,
        untimed: 0,
        windowed: false,
        missingTerms: [],
        largestSubset: null,
      },
    };
  }

  readTitles(ids: readonly string[]): readonly TitleResult[] {
    return ids.map((id) => {
      const row = this.#reader.findSession(id);
      return row === undefined
        ? { session: id, code: "session_not_found", message: `There is no session "${id}".` }
        : { session: id, header: this.#reader.record(row), title: row.title };
    });
  }

  resolveSession(selector: string, scope: SessionFilters & { readonly prefixes?: boolean }): Resolution {
    const { prefixes, ...filters } = scope;
    const found = (rows: readonly SessionRecordRow[]): Resolution | null => {
      const [row] = rows;
      if (row === undefined) return null;
      if (rows.length === 1) return { kind: "found", session: this.#reader.record(row) };
      const candidates = rows.slice(0, mostCandidates).map((candidate) => this.#reader.record(candidate));
      return { kind: "ambiguous", candidates, total: rows.length };
    };
    const order = "ORDER BY session.created_at DESC NULLS LAST, session.name";
    const exact =
      found(this.#select(filters, "session.name = ?", [selector], order)) ??
      found(this.#select(filters, "session.native_id = ?", [selector], order));
    if (exact !== null) return exact;
    if (prefixes !== true || [...selector].length < shortestPrefix) return { kind: "unknown" };
    // substr compares literally; the prefix may hold any character.
    const byPrefix =
      "substr(session.name, 1, length(@prefix)) = @prefix OR substr(session.native_id, 1, length(@prefix)) = @prefix";
    const condition = sessionCondition(filters, this.#reader.liveNames);
    const names = this.#reader.database
      .prepare(`SELECT name FROM session WHERE ${byPrefix} ORDER BY created_at DESC NULLS LAST, name`)
      .pluck()
      .all({ prefix: selector }) as string[];
    if (names.length === 0) return { kind: "unknown" };
    const admitted = new Set(
      this.#reader.database
        .prepare(`SELECT name FROM session WHERE ${condition.sql}`)
        .pluck()
        .all(...condition.values) as string[],
    );
    const rows = names.filter((name) => admitted.has(name)).map((name) => this.#reader.session(name));
    return found(rows) ?? { kind: "unknown" };
  }

  traceSession(id: string): SessionTrace {
    const target = this.#reader.record(this.#reader.session(id));
    const children = this.#reader.database.prepare(
      `${sessionRecordQuery} WHERE session.parent = ? ORDER BY session.created_at NULLS LAST, session.name`,
    );
    return traceLineage(target, {
      find: (session): SessionRecord | null => {
        const row = this.#reader.findSession(session);
        return row === undefined ? null : this.#reader.record(row);
      },
      children: (session): readonly SessionRecord[] =>
        (children.all(session) as SessionRecordRow[]).map((row) => this.#reader.record(row)),
    });
  }
}
