import fc from "fast-check";
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

it("[query] finds a small part of a question whose every word is known", () => {
  const question = "how did we debug the lambda timeout after lunch";
  const texts = [...question.split(" ").map((word) => `${word} alone`), "lambda timeout", "we debug", "we debug"];
  expect(explain(question, texts)).toEqual({
    missingTerms: [],
    largestSubset: { terms: ["we", "debug"], count: 2 },
  });
  expect(explain(question, [...texts, "timeout of the lambda"]).largestSubset).toEqual({
    terms: ["the", "lambda", "timeout"],
    count: 1,
  });
});

it("names the earlier of equal parts, in the order of the query", () => {
  expect(explain("d c b a", ["a b", "c d", "b c"]).largestSubset).toEqual({ terms: ["d", "c"], count: 1 });
});

it("finds a part of very many terms with a bounded number of questions", () => {
  const words = Array.from({ length: 500 }, (_, index) => `w${index}`);
  const texts = [words.slice(0, 300).join(" "), words.slice(200).join(" ")].map((text) => indexText(text, 0));
  let questions = 0;
  const { missingTerms, largestSubset } = explainNoMatch(queryOf(words.join(" ")).terms, (terms) => {
    questions++;
    return texts.filter((text) => matchesTerms(text, terms)).length;
  });
  expect(missingTerms).toEqual([]);
  expect(largestSubset?.terms).toHaveLength(300);
  expect(questions).toBeLessThan(1500);
});

it("is the largest part that one text holds, whatever the texts", () => {
  const word = fc.constantFrom("a", "b", "c", "d", "e", "f");
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 2 }), fc.array(fc.array(word)), (query, texts) => {
      const held = texts.map((text) => query.filter((one) => text.includes(one)));
      const size = Math.max(0, ...held.map((one) => one.length));
      fc.pre(size < query.length);
      const { missingTerms, largestSubset } = explain(
        query.join(" "),
        texts.map((text) => text.join(" ")),
      );
      expect(missingTerms).toEqual(query.filter((one) => held.every((other) => !other.includes(one))));
      expect(largestSubset?.terms.length ?? 0).toBe(size);
      const counts = held
        .filter((one) => one.length === size)
        .map((one) => held.filter((other) => other.join() === one.join()).length);
      expect(largestSubset?.count ?? 0).toBe(size === 0 ? 0 : Math.max(...counts));
    }),
  );
});
