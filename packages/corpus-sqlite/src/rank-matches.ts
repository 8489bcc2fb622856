/**
 * Owns finding and ranking the matches of one request: candidates newest first, filters before the limit, BM25, the
 * total order. Gives row ids; does not own what is shown of them.
 */
import type { EventFilters, Query, QueryTerm } from "@backscroll/corpus";
import { branchOf, type Fold, surfaceOf } from "@backscroll/wire";
import { type Addresses, pieceBase, type RowRange } from "./address.ts";
import { type EventRow, eventFlags } from "./event-row.ts";
import { expressionOf, filterExpressions, type IndexedScope, matchExpression } from "./match-expression.ts";
import type { IndexDatabase } from "./schema.ts";
import { inRowRanges } from "./scope.ts";

/** Only so many of the newest matches are ranked. */
const rankedMatches = 10_000;

/** So many ranges are searched one by one; more are filtered from one scan. */
const mostSeeks = 16;

export interface Match {
  readonly row: number;
  /** BM25, rounded so that equal documents tie on every engine; higher is better. */
  readonly score: number;
}

export interface RankRequest {
  readonly query: Query;
  readonly events: EventFilters;
  readonly scope: IndexedScope;
  /** Rows that may match, ascending; null for all. */
  readonly ranges: readonly RowRange[] | null;
  readonly order: "rank" | "newest";
}

export interface CountRequest {
  readonly terms: readonly QueryTerm[];
  /** As `filterExpressions` gives them. */
  readonly filters: readonly string[];
  readonly withoutEchoes: boolean;
  readonly ranges: readonly RowRange[] | null;
  readonly accepts: RowFilter | null;
  readonly most: number;
}

export interface Ranking {
  /** In no order yet. */
  readonly matches: readonly Match[];
  readonly windowed: boolean;
}

export interface RankContext {
  readonly database: IndexDatabase;
  readonly addresses: Addresses;
  readonly foldOf: (session: number) => Fold;
  readonly nameOf: (session: number) => string;
  readonly checkpoint: () => void;
}

const roundScore = (score: number): number => Math.round(-score * 1e6) / 1e6;

export type RowFilter = (row: number) => boolean;

type FilteredRow = Pick<EventRow, "time" | "flags">;

export class MatchRanker {
  readonly #context: RankContext;
  readonly #search;
  readonly #find;
  readonly #event;
  readonly #pieceEvent;
  readonly #hasPieces;

  constructor(context: RankContext) {
    this.#context = context;
    const { database } = context;
    this.#search = database
      .prepare(
        "SELECT rowid, bm25(text, 4.0, 1.0, 0.0) FROM text WHERE text MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC",
      )
      .raw();
    this.#find = database
      .prepare("SELECT rowid FROM text WHERE text MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC")
      .pluck();
    this.#event = database.prepare("SELECT time, flags FROM event WHERE id = ?");
    this.#pieceEvent = database.prepare("SELECT event FROM piece WHERE id = ?").pluck();
    this.#hasPieces = database.prepare("SELECT EXISTS (SELECT 1 FROM piece)").pluck();
  }

  #row(id: number): FilteredRow {
    return (this.#event.get(id) ?? { time: null, flags: 0 }) as FilteredRow;
  }

  /** Checks what the index's tokens cannot: time, surface, branch; null where nothing is to be checked. */
  filter(events: EventFilters): RowFilter | null {
    const { time, surfaces, branches } = events;
    if (time === undefined && surfaces === undefined && branches === undefined) return null;
    const { addresses, foldOf } = this.#context;
    return (id) => {
      const row = this.#row(id);
      if (time !== undefined) {
        if (row.time === null) return false;
        if (row.time < (time.from ?? Number.NEGATIVE_INFINITY) || row.time > (time.to ?? Number.POSITIVE_INFINITY))
          return false;
      }
      if (surfaces === undefined && branches === undefined) return true;
      const fold = foldOf(addresses.sessionOf(id));
      const seq = addresses.seqOf(id);
      if (branches !== undefined && !branches.includes(branchOf(fold, seq))) return false;
      return surfaces === undefined || surfaces.includes(surfaceOf(fold, seq, (row.flags & eventFlags.logOnly) !== 0));
    };
  }

  /** Ranks the matches of a request. */
  rank(request: RankRequest): Ranking {
    const accepts = this.filter(request.events);
    const expression = expressionOf(request.query, request.events, request.scope);
    const best = new Map<number, number>();
    let windowed = false;
    let seen = 0;
    const scan = (from: number, to: number, among: readonly RowRange[] | null): void => {
      for (const [row, score] of this.#search.iterate(expression, from, to) as Iterable<[number, number]>) {
        if ((++seen & 1023) === 0) this.#context.checkpoint();
        if (among !== null && !inRowRanges(among, row)) continue;
        if (accepts !== null && !accepts(row)) continue;
        if (best.size >= rankedMatches) {
          windowed = true;
          return;
        }
        best.set(row, roundScore(score));
      }
    };
    const { ranges } = request;
    if (ranges === null) scan(0, pieceBase - 1, null);
    else if (ranges.length > mostSeeks) {
      scan((ranges[0] as RowRange).from, (ranges[ranges.length - 1] as RowRange).to, ranges);
    } else for (const range of [...ranges].reverse()) scan(range.from, range.to, null);
    if (this.#hasPieces.get() === 1) this.#rankPieces(request, accepts, best);
    const matches = [...best].map(([row, score]) => ({ row, score }));
    return { matches, windowed };
  }

  /** Events whose texts were cut into pieces, with their scores: every term must be in some piece, not all in one. */
  #inPieces(
    terms: readonly QueryTerm[],
    filters: readonly string[],
    withoutEchoes: boolean,
  ): ReadonlyMap<number, number> {
    let events = null as Map<number, number> | null;
    for (const term of terms) {
      const found = new Map<number, number>();
      const expression = matchExpression([term], filters, withoutEchoes);
      for (const [row, score] of this.#search.iterate(expression, pieceBase, Number.MAX_SAFE_INTEGER) as Iterable<
        [number, number]
      >) {
        this.#context.checkpoint();
        const event = this.#pieceEvent.get(row - pieceBase) as number | undefined;
        if (event === undefined || (events !== null && !events.has(event))) continue;
        found.set(event, Math.max(found.get(event) ?? 0, -score));
      }
      const before: ReadonlyMap<number, number> | null = events;
      events =
        before === null
          ? found
          : new Map([...found].map(([event, score]) => [event, score + (before.get(event) ?? 0)]));
    }
    return events ?? new Map();
  }

  #rankPieces(request: RankRequest, accepts: RowFilter | null, best: Map<number, number>): void {
    const filters = filterExpressions(request.events, request.scope);
    const withoutEchoes = (request.events.echo ?? "exclude") === "exclude";
    for (const [event, score] of this.#inPieces(request.query.terms, filters, withoutEchoes)) {
      if (request.ranges !== null && !inRowRanges(request.ranges, event)) continue;
      if (accepts === null || accepts(event)) best.set(event, roundScore(-score));
    }
  }

  /** The total order: score, then newer, then session and seq. */
  sort(matches: readonly Match[], order: RankRequest["order"]): readonly Match[] {
    const { addresses, nameOf } = this.#context;
    const times = new Map<number, number>();
    const timeOf = (row: number): number => {
      let time = times.get(row);
      if (time === undefined) {
        time = this.#row(row).time ?? Number.NEGATIVE_INFINITY;
        times.set(row, time);
      }
      return time;
    };
    const byTime = (one: Match, other: Match): number => {
      const difference = timeOf(other.row) - timeOf(one.row);
      return Number.isNaN(difference) ? 0 : difference;
    };
    const byAddress = (one: Match, other: Match): number => {
      const oneSession = addresses.sessionOf(one.row);
      const otherSession = addresses.sessionOf(other.row);
      if (oneSession === otherSession) return addresses.seqOf(other.row) - addresses.seqOf(one.row);
      return nameOf(oneSession) < nameOf(otherSession) ? -1 : 1;
    };
    return [...matches].sort((one, other) =>
      order === "newest"
        ? byTime(one, other) || byAddress(one, other)
        : other.score - one.score || byTime(one, other) || byAddress(one, other),
    );
  }

  /** How many events hold all the terms, counted up to `most`. */
  count({ terms, filters, withoutEchoes, ranges, accepts, most }: CountRequest): number {
    const isCounted = (event: number): boolean =>
      (ranges === null || inRowRanges(ranges, event)) && (accepts === null || accepts(event));
    const from = ranges === null ? 0 : (ranges[0]?.from ?? 0);
    const to = ranges === null ? pieceBase - 1 : (ranges[ranges.length - 1]?.to ?? -1);
    const expression = matchExpression(terms, filters, withoutEchoes);
    let count = 0;
    let seen = 0;
    for (const row of this.#find.iterate(expression, from, to) as Iterable<number>) {
      if ((++seen & 1023) === 0) this.#context.checkpoint();
      if (isCounted(row) && ++count >= most) return count;
    }
    if (this.#hasPieces.get() === 0) return count;
    for (const event of this.#inPieces(terms, filters, withoutEchoes).keys()) {
      if (isCounted(event) && ++count >= most) break;
    }
    return count;
  }
}
