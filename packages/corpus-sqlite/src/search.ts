/** Owns the three searches: what they cover, their pages, their hits with excerpts. Ranking is `rank-matches.ts`'s. */
import {
  type CorpusPage,
  type Coverage,
  type EventFilters,
  type EventHit,
  type EventPage,
  type Excerpt,
  echoToken,
  explainNoMatch,
  makeExcerpt,
  parseQuery,
  type Query,
  type QueryCaller,
  type QueryTerm,
  type SearchEventsRequest,
  type SearchRequest,
  type SessionFilters,
  type SessionPage,
  type SkippedSource,
  untimedToken,
} from "@backscroll/corpus";
import { hasLargeMark, slotText, textPieces } from "@backscroll/wire";
import type { RowRange } from "./address.ts";
import { AnswerCache, staleAnswer } from "./cursors.ts";
import { anyOf, filterExpressions, type IndexedScope } from "./match-expression.ts";
import { type Match, MatchRanker, type Ranking, type RankRequest, type RowFilter } from "./rank-matches.ts";
import type { Reader } from "./reader.ts";
import {
  mostFolderTokens,
  needsSessions,
  rowRanges,
  rowsAsRanges,
  type SessionCondition,
  scopedSessions,
  sessionCondition,
} from "./scope.ts";
import type { SessionRecordRow, SessionRow } from "./session-row.ts";

/** Matches hidden by a filter are counted up to this. */
const mostHidden = 10_000;

const defaultLimit = 20;

/** What the last refresh saw, told with each query. */
export interface Observation {
  readonly behind: number;
  readonly skipped: readonly SkippedSource[];
}

interface Plan {
  readonly query: Query;
  readonly events: EventFilters;
  readonly indexed: IndexedScope;
  readonly condition: SessionCondition;
  readonly ranges: readonly RowRange[] | null;
}

interface Answer {
  readonly matches: readonly Match[];
  readonly coverage: Coverage;
}

/** Characters of one piece that are looked at again with the next, so that a match over the border is whole. */
const pieceOverlap = 8192;

/** The excerpt of a text too large to hold, from the first piece that has a match. */
const excerptOfPieces = (pieces: Iterable<string>, query: Query): Excerpt => {
  let first: Excerpt | null = null;
  let tail = "";
  for (const piece of pieces) {
    const text = tail + piece;
    const excerpt = makeExcerpt(text, query);
    if (excerpt.ranges.length > 0) return excerpt;
    first ??= excerpt;
    tail = text.slice(-pieceOverlap);
  }
  return first ?? { text: "", ranges: [] };
};

const isScoped = (filters: SessionFilters): boolean => needsSessions(filters) || filters.cwds !== undefined;

export class Searcher {
  readonly #reader: Reader;
  readonly #ranker: MatchRanker;
  readonly #answers = new AnswerCache<Answer>();

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#ranker = new MatchRanker({
      database: reader.database,
      addresses: reader.addresses,
      foldOf: (session) => reader.fold(reader.sessionById(session)),
      nameOf: (session) => reader.sessionById(session).name,
      checkpoint: reader.checkpoint,
    });
  }

  #plan(query: Query, sessions: SessionFilters, events: EventFilters): Plan {
    const condition = sessionCondition(sessions, this.#reader.liveNames);
    const byFolder =
      sessions.cwds !== undefined && sessions.cwds.length > 0 && sessions.cwds.length <= mostFolderTokens;
    const indexed: IndexedScope = {
      folders: byFolder ? (sessions.cwds ?? null) : null,
      knownTypes: this.#reader.types.names(),
    };
    return { query, events, indexed, condition, ranges: this.#ranges(sessions, events, condition) };
  }

  /** Rows that can match, where that narrows the search; null for all. */
  #ranges(sessions: SessionFilters, events: EventFilters, condition: SessionCondition): readonly RowRange[] | null {
    const sparse =
      (events.branches !== undefined && !events.branches.includes("active")) ||
      (events.surfaces !== undefined && !events.surfaces.includes("current"));
    if (!needsSessions(sessions) && events.seq === undefined && events.time === undefined && !sparse) return null;
    const { from: after, to: before } = events.time ?? {};
    const scoped = scopedSessions(this.#reader.database, condition).filter(
      (session) =>
        (after === undefined || (session.last_event_at !== null && session.last_event_at >= after)) &&
        (before === undefined || (session.first_event_at !== null && session.first_event_at <= before)) &&
        (!sparse || this.#hasMore(session.id, events)),
    );
    // All sessions and no seq bound: the whole index, which one scan reads faster than many ranges.
    return rowRanges(scoped, this.#reader.addresses, events.seq?.from, events.seq?.to);
  }

  /** Whether a session has inactive, shadowed or log-only events at all. */
  #hasMore(session: number, events: EventFilters): boolean {
    if (events.surfaces?.includes("log-only") === true) return true;
    const fold = this.#reader.fold(this.#reader.sessionById(session));
    const wantsActive = events.branches === undefined || events.branches.includes("active");
    return fold.inactive.length > 0 || (wantsActive && fold.shadowed.length > 0);
  }

  #coverage(
    plan: Plan,
    found: { readonly count: number; readonly windowed: boolean; readonly copies: ReadonlyMap<number, number> },
    sessions: SessionFilters,
    observation: Observation,
    countHidden: boolean,
  ): Coverage {
    const { database } = this.#reader;
    const scope = database
      .prepare(
        `SELECT count(*) AS sessions, coalesce(sum(events), 0) AS events FROM session WHERE ${plan.condition.sql}`,
      )
      .get(...plan.condition.values) as { sessions: number; events: number };
    const filters = filterExpressions(plan.events, plan.indexed);
    const withoutEchoes = (plan.events.echo ?? "exclude") === "exclude";
    const accepts = this.#ranker.filter(plan.events);
    const { terms } = plan.query;
    const { ranges } = plan;
    const count = (some: readonly QueryTerm[], limit: number): number => {
      const most = Math.min(limit, mostHidden);
      const own = this.#ranker.count({ terms: some, filters, withoutEchoes, ranges, accepts, most });
      return own >= most ? own : own + this.#countCopies(plan, some, found.copies, most - own);
    };
    const echoFilters = [...filters, anyOf([echoToken])];
    const { time, ...untimedFilters } = plan.events;
    return {
      ...scope,
      behind: observation.behind,
      skipped: observation.skipped,
      ...(countHidden ? this.#hidden(plan, found.copies, sessions, accepts) : { hidden: null, hiddenCapped: false }),
      echoes: withoutEchoes
        ? this.#ranker.count({ terms, filters: echoFilters, withoutEchoes: false, ranges, accepts, most: mostHidden })
        : 0,
      untimed: time === undefined ? 0 : this.#untimed(plan, sessions, { ...untimedFilters }, filters, withoutEchoes),
      windowed: found.windowed,
      ...(found.count > 0 ? { missingTerms: [], largestSubset: null } : explainNoMatch(terms, count)),
    };
  }

  /** Matches that only the session filters keep out. */
  #hidden(
    plan: Plan,
    copies: ReadonlyMap<number, number>,
    sessions: SessionFilters,
    accepts: RowFilter | null,
  ): { readonly hidden: number; readonly hiddenCapped: boolean } {
    if (!isScoped(sessions)) return { hidden: 0, hiddenCapped: false };
    const { database, addresses, liveNames } = this.#reader;
    const inScope = new Set(scopedSessions(database, plan.condition).map((session) => session.id));
    const hidden = this.#ranker.count({
      terms: plan.query.terms,
      filters: filterExpressions(plan.events, { ...plan.indexed, folders: null }),
      withoutEchoes: (plan.events.echo ?? "exclude") === "exclude",
      ranges: this.#ranges({}, plan.events, sessionCondition({}, liveNames)),
      accepts: (event) => !inScope.has(addresses.sessionOf(event)) && !copies.has(event) && accepts?.(event) !== false,
      most: mostHidden,
    });
    return { hidden, hiddenCapped: hidden >= mostHidden };
  }

  /** Matches in scope that a time filter leaves out because they have no time. */
  #untimed(
    plan: Plan,
    sessions: SessionFilters,
    events: EventFilters,
    filters: readonly string[],
    withoutEchoes: boolean,
  ): number {
    return this.#ranker.count({
      terms: plan.query.terms,
      filters: [...filters, anyOf([untimedToken])],
      withoutEchoes,
      ranges: this.#ranges(sessions, events, plan.condition),
      accepts: this.#ranker.filter(events),
      most: mostHidden,
    });
  }

  /**
   * Originals that the session filters leave out, each with the oldest copy of it that is in scope. The index holds
   * originals only, so copies are found as their originals.
   */
  #copiesInScope(plan: Plan): ReadonlyMap<number, number> {
    const { database, addresses } = this.#reader;
    const copies = new Map<number, number>();
    const copying = database
      .prepare(
        `SELECT * FROM session WHERE copies IS NOT NULL AND (${plan.condition.sql}) ORDER BY created_at NULLS LAST, name`,
      )
      .all(...plan.condition.values) as SessionRow[];
    if (copying.length === 0) return copies;
    const inScope = new Set(scopedSessions(database, plan.condition).map((session) => session.id));
    for (const session of copying) {
      for (const [original, seq] of this.#reader.originals(session)) {
        const { seq: bounds } = plan.events;
        if (seq < (bounds?.from ?? 0) || seq > (bounds?.to ?? Number.MAX_SAFE_INTEGER)) continue;
        if (!inScope.has(addresses.sessionOf(original)) && !copies.has(original)) {
          copies.set(original, addresses.rowOf(session.id, seq));
        }
      }
    }
    return copies;
  }

  /** How copies are searched for: as their originals, whose state may be another than the copies'. */
  #copySearch(plan: Plan, copies: ReadonlyMap<number, number>) {
    const { surfaces, branches, ...events } = plan.events;
    const states = this.#ranker.filter({
      ...(surfaces !== undefined && { surfaces }),
      ...(branches !== undefined && { branches }),
    });
    const copyOf = (original: number): number | null => {
      const copy = copies.get(original);
      return copy === undefined || states?.(copy) === false ? null : copy;
    };
    const scope = { ...plan.indexed, folders: null };
    return { events, scope, ranges: rowsAsRanges([...copies.keys()].sort((one, other) => one - other)), copyOf };
  }

  #rankCopies(plan: Plan, request: RankRequest, copies: ReadonlyMap<number, number>): Ranking {
    if (copies.size === 0) return { matches: [], windowed: false };
    const { copyOf, ...search } = this.#copySearch(plan, copies);
    const ranking = this.#ranker.rank({ ...request, ...search });
    const matches = ranking.matches.flatMap(({ row, score }) => {
      const copy = copyOf(row);
      return copy === null ? [] : [{ row: copy, score }];
    });
    return { matches, windowed: ranking.windowed };
  }

  #countCopies(plan: Plan, terms: readonly QueryTerm[], copies: ReadonlyMap<number, number>, most: number): number {
    if (copies.size === 0) return 0;
    const { copyOf, events, scope, ranges } = this.#copySearch(plan, copies);
    const accepts = this.#ranker.filter(events);
    return this.#ranker.count({
      terms,
      filters: filterExpressions(events, scope),
      withoutEchoes: (events.echo ?? "exclude") === "exclude",
      ranges,
      accepts: (original) => copyOf(original) !== null && accepts?.(original) !== false,
      most,
    });
  }

  #answer(
    method: string,
    request: {
      readonly query: string;
      readonly order?: "rank" | "newest";
      readonly cursor?: string;
      readonly countHidden?: boolean;
    },
    sessions: SessionFilters,
    events: EventFilters,
    observation: Observation,
  ): {
    readonly query: Query;
    readonly answer: Answer;
    readonly offset: number;
    readonly next: (offset: number) => string;
  } {
    const query = parseQuery(request.query);
    if (query instanceof Error) throw query;
    const { cursor, ...rest } = request;
    const identity = { method, ...rest, sessions, events, live: this.#reader.live };
    const opened = this.#answers.open(identity, cursor, this.#reader.generation, () => {
      const plan = this.#plan(query, sessions, events);
      const order = request.order ?? "rank";
      const rankRequest = { query, events, scope: plan.indexed, ranges: plan.ranges, order };
      const own = this.#ranker.rank(rankRequest);
      const copies = isScoped(sessions) ? this.#copiesInScope(plan) : new Map<number, number>();
      const copied = this.#rankCopies(plan, rankRequest, copies);
      const matches = this.#ranker.sort([...own.matches, ...copied.matches], order);
      const found = { count: matches.length, windowed: own.windowed || copied.windowed, copies };
      return {
        matches,
        coverage: this.#coverage(plan, found, sessions, observation, request.countHidden === true),
      };
    });
    return { query, ...opened };
  }

  #hit(
    match: Match,
    query: Query,
    caller: QueryCaller | undefined,
  ): { readonly session: SessionRecordRow; readonly event: EventHit } {
    const reader = this.#reader;
    reader.checkpoint();
    const session = reader.sessionById(reader.addresses.sessionOf(match.row));
    const row = reader.eventById(match.row);
    // Only of an earlier answer: a page that is silently short would pass for the whole.
    if (session === undefined || row === undefined) throw staleAnswer();
    let slot = null;
    let excerpt: Excerpt = { text: "", ranges: [] };
    try {
      slot = reader.slot(session, row);
      if (slot !== null) {
        const text = slotText(slot);
        excerpt = hasLargeMark(text)
          ? excerptOfPieces(textPieces(text, reader.source(session).source), query)
          : makeExcerpt(text, query);
      }
    } catch {
      // The log went away after it was indexed: the hit stands, its text cannot be shown.
    }
    return { session, event: { ...reader.eventRecord(session, row, slot, caller), excerpt, score: match.score } };
  }

  searchCorpus(request: SearchRequest, observation: Observation): CorpusPage {
    const { query, answer, offset, next } = this.#answer(
      "corpus",
      request,
      request.sessions ?? {},
      request.events ?? {},
      observation,
    );
    const limit = request.limit ?? defaultLimit;
    const page = answer.matches.slice(offset, offset + limit);
    const hits = page.map((match) => {
      const { session, event } = this.#hit(match, query, request.caller);
      return { session: this.#reader.record(session), event };
    });
    return {
      hits,
      nextCursor: offset + limit < answer.matches.length ? next(offset + limit) : null,
      coverage: answer.coverage,
    };
  }

  searchSessions(request: SearchRequest, observation: Observation): SessionPage {
    const { query, answer, offset, next } = this.#answer(
      "sessions",
      request,
      request.sessions ?? {},
      request.events ?? {},
      observation,
    );
    const limit = request.limit ?? defaultLimit;
    const { addresses } = this.#reader;
    const seen = new Set<number>();
    const strongest: Match[] = [];
    for (const match of answer.matches) {
      const session = addresses.sessionOf(match.row);
      if (seen.has(session)) continue;
      seen.add(session);
      strongest.push(match);
    }
    const hits = strongest.slice(offset, offset + limit).map((match) => {
      const { session, event } = this.#hit(match, query, request.caller);
      return { session: this.#reader.record(session), event };
    });
    return {
      hits,
      nextCursor: offset + limit < strongest.length ? next(offset + limit) : null,
      coverage: answer.coverage,
    };
  }

  searchEvents(request: SearchEventsRequest, observation: Observation): EventPage {
    const session = this.#reader.session(request.session);
    const { query, answer, offset, next } = this.#answer(
      "events",
      request,
      { ids: [session.name] },
      request.events ?? {},
      observation,
    );
    const limit = request.limit ?? defaultLimit;
    const hits = answer.matches
      .slice(offset, offset + limit)
      .map((match) => this.#hit(match, query, request.caller).event);
    return {
      session: this.#reader.record(session),
      hits,
      nextCursor: offset + limit < answer.matches.length ? next(offset + limit) : null,
      coverage: answer.coverage,
    };
  }
}
