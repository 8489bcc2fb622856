/** Owns saying, for a query without a match, which of its terms are found nowhere and which of them do match together. */
import type { QueryTerm } from "./query-language.ts";

const mostCounts = 200;

/** All subsets of `size` of the terms, in order. */
function* subsetsOf(terms: readonly QueryTerm[], size: number, from = 0): Generator<readonly QueryTerm[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let index = from; index <= terms.length - size; index++) {
    const term = terms[index] as QueryTerm;
    for (const rest of subsetsOf(terms, size - 1, index + 1)) yield [term, ...rest];
  }
}

export interface PartialMatch {
  readonly missingTerms: readonly string[];
  readonly largestSubset: { readonly terms: readonly string[]; readonly count: number } | null;
}

/**
 * Explains an empty result. `count` counts the events in scope that hold all of the given terms. Of several subsets of the
 * largest size the one with most events is named; with many terms only the first 200 subsets are tried.
 */
export const explainNoMatch = (
  terms: readonly QueryTerm[],
  count: (terms: readonly QueryTerm[]) => number,
): PartialMatch => {
  const single = terms.map((term) => [term, count([term])] as const);
  const missingTerms = single.filter(([, found]) => found === 0).map(([term]) => term.text);
  const present = single.filter(([, found]) => found > 0).map(([term]) => term);
  let tried = 0;
  for (let size = Math.min(present.length, terms.length - 1); size >= 1; size--) {
    let best: { terms: readonly string[]; count: number } | null = null;
    for (const subset of subsetsOf(present, size)) {
      if (tried++ >= mostCounts) break;
      const found = size === 1 ? (single.find(([term]) => term === subset[0])?.[1] ?? 0) : count(subset);
      if (found > (best?.count ?? 0)) best = { terms: subset.map((term) => term.text), count: found };
    }
    if (best !== null) return { missingTerms, largestSubset: best };
  }
  return { missingTerms, largestSubset: null };
};
