/** Owns the three searches: what they cover, their pages, their hits with excerpts. Ranking is `rank-matches.ts`'s. */
import {
  type CorpusPage,
  type Coverage,
  type EventFilters,
  type EventHit,
  type EventPage,
  echoToken,
  type Excerpt,
  explainNoMatch,
  makeExcerpt,
  parseQuery,
  type Query,
  type QueryCaller,
  type SearchEventsRequest,
  type SearchRequest,
  type SessionFilters,
  type SessionPage,
  type SkippedSource,
  untimedToken,
} from "@backscroll/corpus";
import { expandLarge, hasLargeMark, slotText } from "@backscroll/wire";
import type { RowRange } from "./address.ts";
import { AnswerCache } from "./cursors.ts";
import { anyOf, filterExpressions, type IndexedScope, matchExpression } from "./match-expression.ts";
import { type Match, MatchRanker, type Ranking } from "./rank-matches.ts";
import type { Reader } from "./reader.ts";
import { mostFolderTokens, needsSessions, rowRanges, type SessionCondition, scopedSessions, sessionCondition } from "./scope.ts";
import type { SessionRecordRow } from "./session-row.ts";

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

const isScoped = (filters: SessionFilters): boolean =>
  needsSessions(filters) || filters.cwds !== undefined;

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
    const byFolder = sessions.cwds !== undefined && sessions.cwds.length > 0 && sessions.cwds.length <= mostFolderTokens;
    const indexed: IndexedScope = {
      folders: byFolder ? (sessions.cwds ?? null) : null,
      knownTypes: this.#reader.types.names(),
    };
    return { query, events, indexed, condition, ranges: this.#ranges(sessions, events, condition) };
  }

  /** Rows that can match, where that narrows the search; null for all. */
  #ranges(sessions: SessionFilters, events: EventFilters, condition: SessionCondition): readonly RowRange[] | null {
    const sparse = (events.branches !== undefined && !events.branches.includes("active")) || (events.surfaces !== undefined && !events.surfaces.includes("current"));
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
    return fold.inactive.length > 0 || (events.branches === undefined && fold.shadowed.length > 0);
  }

  #coverage(plan: Plan, ranking: Ranking, sessions: SessionFilters, observation: Observation, countHidden: boolean): Coverage {
    const { database } = this.#reader;
    const scope = database
      .prepare(`SELECT count(*) AS sessions, coalesce(sum(events), 0) AS events FROM session WHERE ${plan.condition.sql}`)
      .get(...plan.condition.values) as { sessions: number; events: number };
    const noHits = ranking.matches.length === 0;
    const filters = filterExpressions(plan.events, plan.indexed);
    const withoutEchoes = (plan.events.echo ?? "exclude") === "exclude";
    let hidden: number | null = null;
    if (countHidden && isScoped(sessions)) {
      const unscoped = filterExpressions(plan.events, { ...plan.indexed, folders: null });
      const everywhere = this.#ranker.count(matchExpression(plan.query.terms, unscoped, withoutEchoes), null, mostHidden + ranking.matches.length);
      hidden = Math.max(0, everywhere - ranking.matches.length);
    }
    const withEchoes = withoutEchoes
      ? this.#ranker.count(matchExpression(plan.query.terms, [...filters, anyOf([echoToken])], false), plan.ranges, mostHidden)
      : 0;
    const untimed =
      plan.events.time === undefined
        ? 0
        : this.#ranker.count(
            matchExpression(plan.query.terms, [...filters, anyOf([untimedToken])], withoutEchoes),
            needsSessions(sessions) ? this.#allRanges(plan) : null,
            mostHidden,
          );
    const partial = noHits
      ? explainNoMatch(plan.query.terms, (terms) =>
          this.#ranker.count(matchExpression(terms, filters, withoutEchoes), plan.ranges, mostHidden),
        )
      : { missingTerms: [], largestSubset: null };
    return {
      ...scope,
      behind: observation.behind,
      skipped: observation.skipped,
      hidden,
      hiddenCapped: hidden !== null && hidden >= mostHidden,
      echoes: withEchoes,
      untimed,
      windowed: ranking.windowed,
      ...partial,
    };
  }

  #allRanges(plan: Plan): readonly RowRange[] {
    return rowRanges(scopedSessions(this.#reader.database, plan.condition), this.#reader.addresses);
  }

  #answer(
    request: { readonly query: string; readonly order?: "rank" | "newest"; readonly cursor?: string; readonly countHidden?: boolean },
    sessions: SessionFilters,
    events: EventFilters,
    observation: Observation,
  ): { readonly query: Query; readonly answer: Answer; readonly offset: number; readonly next: (offset: number) => string } {
    const query = parseQuery(request.query);
    if (query instanceof Error) throw query;
    const { cursor, ...identity } = request;
    const opened = this.#answers.open({ ...identity, sessions, events }, cursor, this.#reader.generation, () => {
      const plan = this.#plan(query, sessions, events);
      const ranking = this.#ranker.rank({
        query,
        events,
        scope: plan.indexed,
        ranges: plan.ranges,
        order: request.order ?? "rank",
      });
      return {
        matches: ranking.matches,
        coverage: this.#coverage(plan, ranking, sessions, observation, request.countHidden === true),
      };
    });
    return { query, ...opened };
  }

  #hit(match: Match, query: Query, caller: QueryCaller | undefined): { readonly session: SessionRecordRow; readonly event: EventHit } | null {
    const reader = this.#reader;
    reader.checkpoint();
    const session = reader.sessionById(reader.addresses.sessionOf(match.row));
    const row = reader.eventById(match.row);
    if (session === undefined || row === undefined) return null;
    let slot = null;
    let excerpt: Excerpt = { text: "", ranges: [] };
    try {
      slot = reader.slot(session, row);
      if (slot !== null) {
        const text = slotText(slot);
        excerpt = makeExcerpt(hasLargeMark(text) ? expandLarge(text, reader.source(session).source) : text, query);
      }
    } catch {
      // The log went away after it was indexed: the hit stands, its text cannot be shown.
    }
    return { session, event: { ...reader.eventRecord(session, row, slot, caller), excerpt, score: match.score } };
  }

  searchCorpus(request: SearchRequest, observation: Observation): CorpusPage {
    const { query, answer, offset, next } = this.#answer(request, request.sessions ?? {}, request.events ?? {}, observation);
    const limit = request.limit ?? defaultLimit;
    const page = answer.matches.slice(offset, offset + limit);
    const hits = page.flatMap((match) => {
      const hit = this.#hit(match, query, request.caller);
      return hit === null ? [] : [{ session: this.#reader.record(hit.session), event: hit.event }];
    });
    return {
      hits,
      nextCursor: offset + limit < answer.matches.length ? next(offset + limit) : null,
      coverage: answer.coverage,
    };
  }

  searchSessions(request: SearchRequest, observation: Observation): SessionPage {
    const { query, answer, offset, next } = this.#answer(request, request.sessions ?? {}, request.events ?? {}, observation);
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
    const hits = strongest.slice(offset, offset + limit).flatMap((match) => {
      const hit = this.#hit(match, query, request.caller);
      return hit === null ? [] : [{ session: this.#reader.record(hit.session), event: hit.event }];
    });
    return {
      hits,
      nextCursor: offset + limit < strongest.length ? next(offset + limit) : null,
      coverage: answer.coverage,
    };
  }

  searchEvents(request: SearchEventsRequest, observation: Observation): EventPage {
    const session = this.#reader.session(request.session);
    const { query, answer, offset, next } = this.#answer(request, { ids: [session.name] }, request.events ?? {}, observation);
    const limit = request.limit ?? defaultLimit;
    const hits = answer.matches.slice(offset, offset + limit).flatMap((match) => this.#hit(match, query, request.caller)?.event ?? []);
    return {
      session: this.#reader.record(session),
      hits,
      nextCursor: offset + limit < answer.matches.length ? next(offset + limit) : null,
      coverage: answer.coverage,
    };
  }
}
