/**
 * Owns the excerpt of a hit: where in a text a query matches, and the bounded, readable piece around the first match.
 * Does not own whether the text matches: that is the index's.
 */
import { foldText, identifierPieces } from "./prepare-text.ts";
import type { Query, QueryTerm } from "./query-language.ts";
import type { Excerpt } from "./results.ts";

/** Code points of an excerpt, ellipses included. */
export const excerptLength = 240;

/** Code points shown before the first match. */
const leadLength = 80;

/** Longer texts are searched for a place that may match before anything is tokenised. */
const windowLength = 65_536;

interface Token {
  readonly text: string;
  /** UTF-16 offsets in the original text. */
  readonly start: number;
  readonly end: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const cluster = /[\x00-\x7f]|[^\x00-\x7f][\u0300-\u036f\u3099\u309a]*/gu;
const token = /[A-Za-z0-9\u0080-\u{10ffff}]+/gu;

/** Tokens with their places, as `foldText` would give them. */
const placedTokens = (text: string, from: number, to: number): readonly Token[] => {
  let folded = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.slice(from, to).matchAll(cluster)) {
    const start = from + match.index;
    const piece = match[0] < "\x80" ? match[0] : foldText(match[0]);
    for (let index = 0; index < piece.length; index++) {
      starts.push(start);
      ends.push(start + match[0].length);
    }
    folded += piece;
  }
  const tokens: Token[] = [];
  for (const match of folded.matchAll(token)) {
    const last = match.index + match[0].length - 1;
    tokens.push({ text: match[0].toLowerCase(), start: starts[match.index] ?? from, end: ends[last] ?? to });
  }
  return tokens;
};

const holds = (actual: string | undefined, wanted: string, isPrefix: boolean): boolean =>
  actual !== undefined && (isPrefix ? actual.startsWith(wanted) : actual === wanted);

const phraseAt = (tokens: readonly string[], at: number, phrase: readonly string[], prefix: boolean): boolean =>
  phrase.every((wanted, index) => holds(tokens[at + index], wanted, prefix && index === phrase.length - 1));

/** Places of a term's phrases among the pieces of one identifier. */
const pieceSpans = (text: string, place: Token, term: QueryTerm): readonly Span[] => {
  const pieces = identifierPieces(text.slice(place.start, place.end));
  if (pieces === null) return [];
  const spans: Span[] = [];
  for (const phrase of term.pieces === null ? [term.tokens] : [term.tokens, term.pieces]) {
    let start = place.start;
    for (const [index, piece] of pieces.entries()) {
      if (phraseAt(pieces, index, phrase, term.prefix)) {
        const length = pieces.slice(index, index + phrase.length).reduce((sum, one) => sum + one.length, 0);
        spans.push({ start, end: start + length });
      }
      start += piece.length;
    }
  }
  return spans;
};

const termSpans = (text: string, tokens: readonly Token[], words: readonly string[], query: Query): readonly Span[] => {
  const spans: Span[] = [];
  for (const [index, place] of tokens.entries()) {
    for (const term of query.terms) {
      if (phraseAt(words, index, term.tokens, term.prefix)) {
        spans.push({ start: place.start, end: (tokens[index + term.tokens.length - 1] as Token).end });
      } else spans.push(...pieceSpans(text, place, term));
    }
  }
  return spans.sort((one, other) => one.start - other.start || other.end - one.end);
};

const escapePattern = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Where a long text may match first: the first token of any term, by letters alone; -1 where there is none. */
const candidateIn = (text: string, query: Query): number => {
  const firsts = query.terms.flatMap((term) => [term.tokens[0], term.pieces?.[0]]).filter((word) => word !== undefined);
  return text.search(new RegExp(firsts.map(escapePattern).join("|"), "iu"));
};

/** The first matches of a query in a text, near each other; empty where none is found. */
const findSpans = (text: string, query: Query): readonly Span[] => {
  const look = (from: number, to: number): readonly Span[] => {
    const tokens = placedTokens(text, from, to);
    return termSpans(text, tokens, tokens.map((place) => place.text), query);
  };
  if (text.length <= windowLength) return look(0, text.length);
  let from = 0;
  while (from < text.length) {
    const candidate = candidateIn(text.slice(from), query);
    if (candidate === -1) break;
    const start = Math.max(0, from + candidate - 512);
    const spans = look(start, Math.min(text.length, start + windowLength));
    const inside = spans.filter((span) => span.start > start || start === 0);
    if (inside.length > 0) return inside;
    from = Math.max(from + candidate + 1, start + windowLength - 8192);
  }
  // Letters that only folding makes equal are found by looking at everything.
  if (/[^\x00-\x7f]/.test(text)) {
    for (let start = 0; start < text.length; start += windowLength - 8192) {
      const spans = look(start, Math.min(text.length, start + windowLength));
      if (spans.length > 0) return spans;
    }
  }
  return [];
};

/** The excerpt of a text for a query; the text's beginning, without ranges, where no match is found in it. */
export const makeExcerpt = (text: string, query: Query): Excerpt => {
  const spans = findSpans(text, query);
  const first = spans[0];
  // More than enough units on both sides for the code points that will be kept.
  const from = first === undefined ? 0 : Math.max(0, first.start - 2048);
  const to = Math.min(text.length, (first?.start ?? 0) + 4096);
  const points: { readonly text: string; readonly at: number }[] = [];
  let at = from;
  let isSpaced = true;
  for (const point of text.slice(from, to)) {
    if (/\s/u.test(point)) {
      if (!isSpaced) points.push({ text: " ", at });
      isSpaced = true;
    } else {
      points.push({ text: point, at });
      isSpaced = false;
    }
    at += point.length;
  }
  while (points[points.length - 1]?.text === " ") points.pop();
  const matchIndex = first === undefined ? 0 : Math.max(0, points.findIndex((point) => point.at >= first.start));
  let begin = matchIndex > leadLength || (from > 0 && matchIndex > 0) ? Math.max(0, matchIndex - leadLength + 1) : 0;
  const cutBefore = begin > 0 || from > 0;
  let room = excerptLength - (cutBefore ? 1 : 0);
  if (points[begin]?.text === " ") begin++;
  const cutAfter = begin + room < points.length || to < text.length;
  if (cutAfter) room -= 1;
  const shown = points.slice(begin, begin + room);
  const lead = cutBefore ? 1 : 0;
  const indexOf = (offset: number): number => {
    const index = shown.findIndex((point) => point.at >= offset);
    return index === -1 ? shown.length : index;
  };
  const ranges: [number, number][] = [];
  for (const span of spans) {
    if (shown.length === 0 || span.end <= (shown[0]?.at ?? 0) || span.start > (shown[shown.length - 1]?.at ?? 0)) continue;
    const start = indexOf(span.start) + lead;
    const end = indexOf(span.end) + lead;
    const last = ranges[ranges.length - 1];
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (end > start) ranges.push([start, end]);
  }
  return { text: `${cutBefore ? "…" : ""}${shown.map((point) => point.text).join("")}${cutAfter ? "…" : ""}`, ranges };
};
