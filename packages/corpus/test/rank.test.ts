import { expect, it } from "vitest";
import { compareNewest, compareRank, countSpans, indexText, matchesTerms, scoreTexts } from "../src/rank.ts";
import { queryOf } from "./query.ts";

const texts = ["zebra zebra", "zebra lion tiger bear", "lion", "tiger", "bear", "wolf"].map((text) =>
  indexText(text, 0),
);

it("scores as BM25 with k1 1.2, b 0.75 and a body weight of 4", () => {
  const score = scoreTexts(queryOf("zebra"), texts);
  // N 6, n 2: idf = ln(4.5 / 2.5); 10 tokens in 6 texts on average.
  const inverse = Math.log(4.5 / 2.5);
  const expected = (frequency: number, length: number): number =>
    (inverse * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * length) / (10 / 6)));
  expect(texts.slice(0, 3).map(score)).toEqual([
    Math.round(expected(8, 2) * 1e6) / 1e6,
    Math.round(expected(4, 4) * 1e6) / 1e6,
    0,
  ]);
});

it("gives a term that most texts hold a small positive weight", () => {
  const common = ["a b", "a", "a"].map((text) => indexText(text, 0));
  const score = scoreTexts(queryOf("a b"), common);
  expect(score(common[0] as (typeof common)[0])).toBeGreaterThan(score(common[1] as (typeof common)[0]));
  expect(score(common[1] as (typeof common)[0])).toBeGreaterThan(0);
});

it("weighs identifier parts less than words, and counts facts into a text's length", () => {
  const [word, part, long] = [indexText("config", 2), indexText("parseConfig", 2), indexText("config", 9)];
  const all = [word, part, long, ...Array.from({ length: 9 }, () => indexText("lion", 2))];
  const score = scoreTexts(queryOf("config"), all);
  expect(word?.length).toBe(3);
  expect(part?.length).toBe(5);
  expect(score(word)).toBeGreaterThan(score(long));
  expect(score(long)).toBeGreaterThan(score(part));
});

it("matches where every term stands somewhere, and counts the places", () => {
  const text = indexText("the parseConfigFile config", 0);
  expect(matchesTerms(text, queryOf("config the").terms)).toBe(true);
  expect(matchesTerms(text, queryOf("config zebra").terms)).toBe(false);
  expect(matchesTerms(text, queryOf("ConfigFile").terms)).toBe(true);
  expect(countSpans(text, queryOf("config"))).toBe(2);
});

it("orders by score, then newer, then session, then seq from the end", () => {
  const ranked = (session: string, seq: number, createdAt: number | null, score = 1) => ({
    session,
    seq,
    createdAt,
    score,
  });
  const inOrder = [
    ranked("z", 1, null, 2),
    ranked("b", 1, 9),
    ranked("a", 2, 5),
    ranked("a", 1, 5),
    ranked("b", 7, 5),
    ranked("a", 1, null),
  ];
  expect([...inOrder].reverse().sort(compareRank)).toEqual(inOrder);
  expect([...inOrder].sort(compareNewest).map((one) => one.createdAt)).toEqual([9, 5, 5, 5, null, null]);
});
