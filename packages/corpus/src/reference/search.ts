/** Owns the searches of the reference provider: every event is looked at, filters first. Simple before fast. */

import { makeExcerpt } from "../excerpt.ts";
import { matchesEvent, matchesSession } from "../filter-match.ts";
import { explainNoMatch } from "../matching-subset.ts";
import { parseQuery, type Query, type QueryTerm } from "../query-language.ts";
import {
  compareNewest,
  compareRank,
  countSpans,
  type IndexedText,
  matchesTerms,
  type Ranked,
  scoreTexts,
} from "../rank.ts";
import type { Coverage } from "../records.ts";
import type { EventFilters, QueryCaller, SearchRequest, SessionFilters } from "../requests.ts";
import type { EventHit } from "../results.ts";
import type { Member, Snapshot } from "./snapshot.ts";

/** `spans` puts the event with most matching places first, then the shorter one. */
export type RankRule = "bm25" | "spans";

export interface Match extends Ranked {
  readonly member: Member;
}

export interface SearchAnswer {
  readonly snapshot: Snapshot;
  readonly query: Query;
  /** In final order. */
  readonly matches: readonly Match[];
  readonly coverage: Coverage;
}

export type Search = Pick<SearchRequest, "query" | "sessions" | "events" | "order" | "countHidden">;

/** An event that is searched, at the address at which it is found. */
interface Candidate {
  readonly member: Member;
  readonly index: IndexedText;
}

/** Each text once: at its original, or at the oldest copy in scope where the original is out of it. */
const candidatesIn = (snapshot: Snapshot, filters: SessionFilters): { inScope: Candidate[]; outside: Candidate[] } => {
  const inScope: Candidate[] = [];
  const outside: Candidate[] = [];
  for (const session of snapshot.sessions) {
    for (const event of session.events) {
      if (event.index === null || event.copyOf !== null) continue;
      const original = { session, event };
      const member = [original, ...snapshot.copiesOf(session, event)].find((one) =>
        matchesSession(one.session.record, filters),
      );
      if (member === undefined) outside.push({ member: original, index: event.index });
      else inScope.push({ member, index: event.index });
    }
  }
  return { inScope, outside };
};

/** The coverage of what needs no query. */
export const coverageOf = (snapshot: Snapshot, filters: SessionFilters): Coverage => {
  const scope = snapshot.sessions.filter((session) => matchesSession(session.record, filters));
  return {
    sessions: scope.length,
    events: scope.reduce((sum, session) => sum + session.record.events, 0),
    behind: 0,
    skipped: snapshot.skipped,
    hidden: null,
    hiddenCapped: false,
    echoes: 0,
    untimed: 0,
    windowed: false,
    missingTerms: [],
    largestSubset: null,
  };
};

const compareSpans = (query: Query, one: Match, other: Match, order: (one: Match, other: Match) => number): number => {
  const [left, right] = [one, other].map(({ member }) => ({
    spans: member.event.index === null ? 0 : countSpans(member.event.index, query),
    length: member.event.text.length,
  })) as [{ spans: number; length: number }, { spans: number; length: number }];
  return right.spans - left.spans || left.length - right.length || order(one, other);
};

/** Everything that matches, in order, with what the answer covers. The request was checked. */
export const search = (snapshot: Snapshot, request: Search, rule: RankRule): SearchAnswer => {
  const query = parseQuery(request.query);
  if (query instanceof Error) throw query;
  const sessions = request.sessions ?? {};
  const events = request.events ?? {};
  const { time, ...timeless } = events;
  const { inScope, outside } = candidatesIn(snapshot, sessions);
  const passes = ({ member }: Candidate, filters: EventFilters): boolean =>
    matchesEvent({ ...member.event.event, ...snapshot.state(member, undefined) }, filters, "exclude");
  const count = (candidates: readonly Candidate[], terms: readonly QueryTerm[], filters: EventFilters): number =>
    candidates.filter((candidate) => matchesTerms(candidate.index, terms) && passes(candidate, filters)).length;
  const found = inScope.filter((candidate) => matchesTerms(candidate.index, query.terms) && passes(candidate, events));
  const scoreOf = scoreTexts(
    query,
    [...inScope, ...outside].map((candidate) => candidate.index),
  );
  const order = request.order === "newest" ? compareNewest : compareRank;
  const matches = found
    .map(({ member, index }) => ({
      member,
      session: member.session.record.session,
      seq: member.event.event.seq,
      createdAt: member.event.event.createdAt,
      score: scoreOf(index),
    }))
    .sort((one, other) =>
      rule === "spans" && request.order !== "newest"
        ? compareSpans(query, one, other, compareNewest)
        : order(one, other),
    );
  const untimed = inScope.filter(({ member }) => member.event.event.createdAt === null);
  const coverage: Coverage = {
    ...coverageOf(snapshot, sessions),
    hidden: request.countHidden === true ? count(outside, query.terms, events) : null,
    echoes: (events.echo ?? "exclude") === "exclude" ? count(inScope, query.terms, { ...events, echo: "only" }) : 0,
    untimed: time === undefined ? 0 : count(untimed, query.terms, timeless),
    ...(matches.length === 0 && explainNoMatch(query.terms, (terms) => count(inScope, terms, events))),
  };
  return { snapshot, query, matches, coverage };
};

/** A match as it is shown. */
export const hitOf = ({ snapshot, query }: SearchAnswer, match: Match, caller: QueryCaller | undefined): EventHit => ({
  ...snapshot.record(match.member, caller),
  excerpt: makeExcerpt(match.member.event.text, query),
  score: match.score,
});

/** The strongest match of each session, in order. */
export const strongestBySession = (matches: readonly Match[]): readonly Match[] => {
  const seen = new Set<string>();
  return matches.filter(({ session }) => !seen.has(session) && seen.add(session));
};
