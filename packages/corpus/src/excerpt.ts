/**
 * Owns the short piece of a text that shows why it matched, with the places of the matches in it. Reads no further
 * than the first match. Does not own matching as such.
 */
import { type Phrase, phraseStarts, phrasesOf } from "./phrase-match.ts";
import type { Query, QueryTerm } from "./query-language.ts";
import type { Excerpt } from "./results.ts";
import { type PlacedToken, placedPieces, placedTokens } from "./token-positions.ts";

/** Code points of the longest excerpt, marks of cuts included. */
const excerptLength = 240;

const leadingPoints = 80;
const cutMark = "…";

/** A text is looked through in chunks of this many UTF-16 units, each beginning before the last one's end. */
const chunkLength = 32_768;
const chunkOverlap = 8192;

/** UTF-16 units around a match from which its excerpt is made. */
const unitsBefore = 1024;
const unitsAfter = 2048;

interface Chunk {
  readonly text: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function* chunksOf(pieces: Iterable<string>): Generator<Chunk> {
  let waiting = "";
  let isFirst = true;
  for (const piece of pieces) {
    waiting += piece;
    while (waiting.length > chunkLength) {
      yield { text: waiting.slice(0, chunkLength), isFirst, isLast: false };
      waiting = waiting.slice(chunkLength - chunkOverlap);
      isFirst = false;
    }
  }
  yield { text: waiting, isFirst, isLast: true };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const spansOf = (tokens: readonly PlacedToken[], phrase: Phrase): readonly Span[] => {
  const texts = tokens.map((token) => token.text);
  return phraseStarts(texts, phrase).map((start) => ({
    start: (tokens[start] as PlacedToken).start,
    end: (tokens[start + phrase.tokens.length - 1] as PlacedToken).end,
  }));
};

/** Every place where a term stands, in no order. */
const findSpans = (text: string, terms: readonly QueryTerm[]): readonly Span[] => {
  const body = placedTokens(text);
  const identifiers = placedPieces(text);
  return terms.flatMap(phrasesOf).flatMap((phrase) => {
    const inParts = identifiers.flatMap((pieces) => spansOf(pieces, phrase));
    return phrase.field === "any" ? [...spansOf(body, phrase), ...inParts] : inParts;
  });
};

const notAscii = /[^\x00-\x7f]/;

/** The characters of folded text without its spacing: enough to rule a text out, at a fraction of the cost. */
const foldCharacters = (text: string): string => {
  if (!notAscii.test(text)) return text.toLowerCase();
  const stripped = text.normalize("NFKD").replace(/[\u0300-\u036f]+/g, "");
  return stripped.normalize("NFC").toLowerCase().replaceAll("\u03c2", "\u03c3");
};

/** Whether the terms are worth looking for: a longest token stands somewhere, be it inside a word. */
const mayHold = (text: string, terms: readonly QueryTerm[]): boolean => {
  const folded = foldCharacters(text);
  return terms.some(({ tokens }) =>
    folded.includes(tokens.reduce((longest, token) => (token.length > longest.length ? token : longest))),
  );
};

interface Found {
  readonly chunk: Chunk;
  readonly at: number;
}

/** The first match; where there is none, the text's beginning. */
const findFirst = (pieces: Iterable<string>, terms: readonly QueryTerm[]): Found => {
  let beginning: Chunk | null = null;
  for (const chunk of chunksOf(pieces)) {
    beginning ??= chunk;
    if (!mayHold(chunk.text, terms)) continue;
    // What touches a cut may be half a word; in the middle of the overlap two chunks agree.
    const from = chunk.isFirst ? 0 : chunkOverlap / 2;
    const to = chunk.isLast ? chunk.text.length : chunk.text.length - chunkOverlap / 2;
    const starts = findSpans(chunk.text, terms)
      .map((span) => span.start)
      .filter((start) => start >= from && start < to);
    if (starts.length > 0) return { chunk, at: starts.reduce((first, start) => Math.min(first, start)) };
  }
  return { chunk: beginning as Chunk, at: 0 };
};

interface Point {
  readonly text: string;
  /** UTF-16 offset in the window. */
  readonly at: number;
}

const isSpace = (character: string): boolean => /^\s$/u.test(character);

/** The window's code points, each run of white space as one blank, none at the text's own ends. */
const collapse = (window: string, atStart: boolean, atEnd: boolean): readonly Point[] => {
  const points: Point[] = [];
  let at = 0;
  for (const character of window) {
    const last = points[points.length - 1];
    if (!isSpace(character)) points.push({ text: character, at });
    else if (last === undefined ? !atStart : last.text !== " ") points.push({ text: " ", at });
    at += character.length;
  }
  if (atEnd && points[points.length - 1]?.text === " ") points.pop();
  return points;
};

const isLowSurrogate = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
};

/** A word that the cut would halve is left out where it is short. */
const afterWord = (points: readonly Point[], from: number, match: number): number => {
  for (let index = from; index < Math.min(match, from + 16); index++) {
    if (points[index]?.text === " ") return index + 1;
  }
  return from;
};

/** First index of a point at or after a UTF-16 offset. */
const pointAt = (points: readonly Point[], at: number): number => {
  const index = points.findIndex((point) => point.at >= at);
  return index === -1 ? points.length : index;
};

const mergeRanges = (ranges: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] => {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((one, other) => one[0] - other[0] || one[1] - other[1])) {
    const last = merged[merged.length - 1];
    if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
};

/**
 * At most 240 code points of a text around the first place where one of the query's terms stands; its beginning,
 * without ranges, where none does. The text may come in pieces, cut anywhere.
 */
export const makeExcerpt = (text: string | Iterable<string>, query: Query): Excerpt => {
  const { chunk, at } = findFirst(typeof text === "string" ? [text] : text, query.terms);
  let start = Math.max(0, at - unitsBefore);
  let end = Math.min(chunk.text.length, at + unitsAfter);
  if (isLowSurrogate(chunk.text, start)) start++;
  if (isLowSurrogate(chunk.text, end)) end--;
  const window = chunk.text.slice(start, end);
  const atStart = chunk.isFirst && start === 0;
  const atEnd = chunk.isLast && end === chunk.text.length;
  const points = collapse(window, atStart, atEnd);
  const match = pointAt(points, at - start);
  const lead = Math.max(0, match - leadingPoints);
  const from = lead === 0 && atStart ? 0 : afterWord(points, lead, match);
  const cutBefore = from > 0 || !atStart;
  const room = excerptLength - (cutBefore ? 1 : 0);
  const cutAfter = points.length - from > room || !atEnd;
  const shown = points.slice(from, from + room - (cutAfter ? 1 : 0));
  const offset = cutBefore ? 1 : 0;
  const ranges = findSpans(window, query.terms).flatMap((span): readonly (readonly [number, number])[] => {
    const first = Math.max(0, pointAt(points, span.start) - from);
    const last = Math.min(shown.length, pointAt(points, span.end) - from);
    return first < last ? [[first + offset, last + offset]] : [];
  });
  return {
    text: `${cutBefore ? cutMark : ""}${shown.map((point) => point.text).join("")}${cutAfter ? cutMark : ""}`,
    ranges: mergeRanges(ranges),
  };
};
