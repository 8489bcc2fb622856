/**
 * Owns what a match is worth and the total order of matches: BM25 over body and identifier parts, as FTS5 computes it,
 * and the older rule by spans. Does not own which events may match.
 */
import { type Phrase, phraseStarts, phrasesOf } from "./phrase-match.ts";
import { foldedTokens, prepareText } from "./prepare-text.ts";
import type { Query, QueryTerm } from "./query-language.ts";

/** One indexed text. */
export interface IndexedText {
  readonly body: readonly string[];
  readonly parts: readonly string[];
  /** Number of tokens of every column, those of facts included. */
  readonly length: number;
}

/** Makes a text searchable; `factTokens` is the number of tokens that its facts are indexed under. */
export const indexText = (text: string, factTokens: number): IndexedText => {
  const prepared = prepareText(text);
  const body = foldedTokens(prepared.body);
  const parts = foldedTokens(prepared.parts);
  return { body, parts, length: body.length + parts.length + factTokens };
};

const bodyWeight = 4;
const partsWeight = 1;
const saturation = 1.2;
const lengthShare = 0.75;
const leastInverseFrequency = 1e-6;

const countIn = (text: IndexedText, phrase: Phrase): { readonly body: number; readonly parts: number } => ({
  body: phrase.field === "any" ? phraseStarts(text.body, phrase).length : 0,
  parts: phraseStarts(text.parts, phrase).length,
});

const holds = (text: IndexedText, phrase: Phrase): boolean => {
  const { body, parts } = countIn(text, phrase);
  return body + parts > 0;
};

/** Whether a text holds every term. */
export const matchesTerms = (text: IndexedText, terms: readonly QueryTerm[]): boolean =>
  terms.every((term) => phrasesOf(term).some((phrase) => holds(text, phrase)));

/** Number of places at which a text holds any of the query's phrases. */
export const countSpans = (text: IndexedText, query: Query): number =>
  query.terms
    .flatMap(phrasesOf)
    .map((phrase) => countIn(text, phrase))
    .reduce((sum, { body, parts }) => sum + body + parts, 0);

/** Scores texts by BM25 against all of `texts`; higher is better, rounded so that equal texts tie on every engine. */
export const scoreTexts = (query: Query, texts: readonly IndexedText[]): ((text: IndexedText) => number) => {
  const averageLength = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const phrases = query.terms.flatMap(phrasesOf).map((phrase) => {
    const found = texts.filter((text) => holds(text, phrase)).length;
    const inverse = Math.log((texts.length - found + 0.5) / (found + 0.5));
    return { phrase, inverseFrequency: inverse <= 0 ? leastInverseFrequency : inverse };
  });
  return (text) => {
    let score = 0;
    for (const { phrase, inverseFrequency } of phrases) {
      const { body, parts } = countIn(text, phrase);
      const frequency = body * bodyWeight + parts * partsWeight;
      const norm = saturation * (1 - lengthShare + (lengthShare * text.length) / averageLength);
      score += (inverseFrequency * frequency * (saturation + 1)) / (frequency + norm);
    }
    return Math.round(score * 1e6) / 1e6;
  };
};

/** What the order of matches depends on. */
export interface Ranked {
  readonly session: string;
  readonly seq: number;
  /** Epoch milliseconds of the event. */
  readonly createdAt: number | null;
  readonly score: number;
}

const byAddress = (one: Ranked, other: Ranked): number => {
  if (one.session !== other.session) return one.session < other.session ? -1 : 1;
  return other.seq - one.seq;
};

/** Newer first, unknown times last, then session id ascending, then seq descending. */
export const compareNewest = (one: Ranked, other: Ranked): number => {
  if (one.createdAt === other.createdAt) return byAddress(one, other);
  if (one.createdAt === null) return 1;
  if (other.createdAt === null) return -1;
  return other.createdAt - one.createdAt;
};

/** Better score first, then as `compareNewest`. */
export const compareRank = (one: Ranked, other: Ranked): number => other.score - one.score || compareNewest(one, other);
