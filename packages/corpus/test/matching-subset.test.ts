import { expect, it } from "vitest";
import { explainNoMatch } from "../src/matching-subset.ts";
import { indexText, matchesTerms } from "../src/rank.ts";
import { queryOf } from "./query.ts";

const explain = (query: string, texts: readonly string[]) => {
  const indexed = texts.map((text) => indexText(text, 0));
  return explainNoMatch(queryOf(query).terms, (terms) => indexed.filter((text) => matchesTerms(text, terms)).length);
};

it("[query] names the missing terms and the largest part that matches, instead of nothing", () => {
  expect(explain("how lambda timeout", ["lambda timeout", "lambda"])).toEqual({
    missingTerms: ["how"],
    largestSubset: { terms: ["lambda", "timeout"], count: 1 },
  });
});

it("takes the part with most matches of several as large", () => {
  expect(explain("a b c", ["a b", "b c", "b c"]).largestSubset).toEqual({ terms: ["b", "c"], count: 2 });
});

it("says nothing of a part where no term is found", () => {
  expect(explain("x y", ["a"])).toEqual({ missingTerms: ["x", "y"], largestSubset: null });
});
