/**
 * Owns what a query means: a person's words, never an engine's syntax. Nothing that can be typed is an operator
 * beyond quotes and a trailing star, and nothing but emptiness is an error.
 */
import { InvalidQuery } from "./errors.ts";
import { identifierPieces, textTokens } from "./prepare-text.ts";

/** Queries longer than this many characters are refused. */
export const longestQuery = 4096;

/** One required term: a phrase of one or more tokens. */
export interface QueryTerm {
  /** As typed, without quotes and star. */
  readonly text: string;
  /** Consecutive tokens of the body. */
  readonly tokens: readonly string[];
  /** The last token is the beginning of a word. */
  readonly prefix: boolean;
  /** For a humped identifier: its pieces, which consecutive identifier parts match too. */
  readonly pieces: readonly string[] | null;
}

/** What a query means. */
export interface Query {
  readonly text: string;
  /** All are required; at least one. */
  readonly terms: readonly QueryTerm[];
}

interface Typed {
  text: string;
  prefix: boolean;
}

const split = (query: string): readonly Typed[] => {
  const typed: Typed[] = [];
  const pattern = /"([^"]*)(?:"(\*)?|$)|([^\s"]+)/gu;
  for (const match of query.matchAll(pattern)) {
    if (match[3] === undefined) typed.push({ text: match[1] ?? "", prefix: match[2] === "*" });
    else typed.push({ text: match[3].replace(/\*+$/u, ""), prefix: match[3].endsWith("*") });
  }
  return typed;
};

/** The meaning of a query, or why it has none. */
export const parseQuery = (query: string): Query | InvalidQuery => {
  if (query.includes("\0")) return new InvalidQuery({ message: "The query holds a NUL character; leave it out." });
  if (query.length > longestQuery) {
    return new InvalidQuery({
      message: `The query has ${query.length} characters; at most ${longestQuery} can be searched.`,
    });
  }
  const terms = new Map<string, QueryTerm>();
  for (const { text, prefix } of split(query)) {
    const tokens = textTokens(text);
    if (tokens.length === 0) continue;
    const pieces = tokens.length === 1 && /^[A-Za-z0-9]+$/.test(text) ? identifierPieces(text) : null;
    terms.set(`${tokens.join(" ")}${prefix ? "*" : ""}${pieces === null ? "" : `|${pieces.join(" ")}`}`, {
      text,
      tokens,
      prefix,
      pieces,
    });
  }
  if (terms.size === 0) {
    return new InvalidQuery({
      message: "The query has no letters, digits or symbols to search for; give at least one word.",
    });
  }
  return { text: query, terms: [...terms.values()] };
};
