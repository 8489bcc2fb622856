/** Owns finding a term's phrases in lists of tokens. Does not own how text becomes tokens, nor what a match is worth. */
import type { QueryTerm } from "./query-language.ts";

/** Consecutive tokens that one term asks for. */
export interface Phrase {
  readonly tokens: readonly string[];
  /** The last token is the beginning of a word. */
  readonly prefix: boolean;
  /** Where it is looked for: a humped identifier's pieces match identifier parts only. */
  readonly field: "any" | "parts";
}

/** The phrases of a term, any of which is enough. */
export const phrasesOf = ({ tokens, pieces, prefix }: QueryTerm): readonly Phrase[] => [
  { tokens, prefix, field: "any" },
  ...(pieces === null ? [] : [{ tokens: pieces, prefix, field: "parts" } as const]),
];

const matchesAt = (tokens: readonly string[], start: number, { tokens: wanted, prefix }: Phrase): boolean => {
  if (start + wanted.length > tokens.length) return false;
  const last = wanted.length - 1;
  return wanted.every((token, index) => {
    const found = tokens[start + index] as string;
    return prefix && index === last ? found.startsWith(token) : found === token;
  });
};

/** Index of each place at which the phrase begins, ascending; places may overlap. */
export const phraseStarts = (tokens: readonly string[], phrase: Phrase): readonly number[] => {
  const starts: number[] = [];
  for (let start = 0; start + phrase.tokens.length <= tokens.length; start++) {
    if (matchesAt(tokens, start, phrase)) starts.push(start);
  }
  return starts;
};
