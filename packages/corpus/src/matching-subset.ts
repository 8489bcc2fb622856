/** Owns saying, for a query without a match, which of its terms are found nowhere and which of them do match together. */
import type { QueryTerm } from "./query-language.ts";

/** Combinations that are tried once one that matches is known. */
const mostTries = 300;

/** Why a query has no match. Terms are as typed; `count` is how many events hold all of the subset. */
export interface PartialMatch {
  readonly missingTerms: readonly string[];
  readonly largestSubset: { readonly terms: readonly string[]; readonly count: number } | null;
}

interface Found {
  readonly term: QueryTerm;
  /** Place in the query. */
  readonly place: number;
  readonly count: number;
}

/**
 * Explains an empty result. `count` counts the events in scope that hold all of the given terms; it may stop at `most`.
 * Of several subsets of the largest size the one with most events is named, of those the one that comes first in the
 * query. With very many terms it is the largest of those that are tried.
 */
export const explainNoMatch = (
  terms: readonly QueryTerm[],
  count: (terms: readonly QueryTerm[], most: number) => number,
): PartialMatch => {
  const single = terms.map((term, place): Found => ({ term, place, count: count([term], Number.MAX_SAFE_INTEGER) }));
  const missingTerms = single.filter((found) => found.count === 0).map(({ term }) => term.text);
  // Rare terms first: what cannot be completed is given up early, and is cheap to try.
  const present = single.filter((found) => found.count > 0).sort((one, other) => one.count - other.count);
  let best: { readonly members: readonly Found[]; readonly count: number } | null = null;
  let tries = 0;
  const termsOf = (members: readonly Found[]): readonly QueryTerm[] => members.map(({ term }) => term);

  const consider = (chosen: readonly Found[]): void => {
    const size = best?.members.length ?? 0;
    if (chosen.length < size) return;
    const members = [...chosen].sort((one, other) => one.place - other.place);
    const found = chosen.length === 1 ? (chosen[0]?.count ?? 0) : count(termsOf(chosen), Number.MAX_SAFE_INTEGER);
    if (
      best === null ||
      chosen.length > size ||
      found > best.count ||
      (found === best.count && isEarlier(members, best.members))
    ) {
      best = { members, count: found };
    }
  };

  const extend = (chosen: readonly Found[], from: number): void => {
    let grew = false;
    for (let index = from; index < present.length; index++) {
      const size: number = best?.members.length ?? 0;
      if (chosen.length + present.length - index < size || (best !== null && tries >= mostTries)) break;
      const longer = [...chosen, present[index] as Found];
      // The whole query is known to have no match.
      if (longer.length === terms.length) break;
      if (longer.length > 1) {
        tries++;
        if (count(termsOf(longer), 1) === 0) continue;
      }
      grew = true;
      extend(longer, index + 1);
    }
    if (!grew && chosen.length > 0) consider(chosen);
  };

  extend([], 0);
  const largest = best as { readonly members: readonly Found[]; readonly count: number } | null;
  return {
    missingTerms,
    largestSubset:
      largest === null ? null : { terms: largest.members.map(({ term }) => term.text), count: largest.count },
  };
};

const isEarlier = (one: readonly Found[], other: readonly Found[]): boolean => {
  const difference = one.map(({ place }, index) => place - (other[index]?.place ?? 0)).find((step) => step !== 0);
  return difference !== undefined && difference < 0;
};
