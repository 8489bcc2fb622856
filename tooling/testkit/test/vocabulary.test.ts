import { describe, expect, it } from "vitest";
import { wordsToPlant } from "../src/planted-words.ts";
import { Random } from "../src/random.ts";
import { chineseWords, pickWord, vocabulary } from "../src/vocabulary.ts";

describe("the vocabulary", () => {
  it("has 50,000 different words, the most frequent first", () => {
    expect(new Set(vocabulary).size).toBe(50_000);
    expect(vocabulary.slice(0, 3)).toEqual(["the", "to", "a"]);
  });

  it("holds no planted word, nor a part that finds one", () => {
    const queries = wordsToPlant.map(({ query }) => query);
    expect(vocabulary.filter((word) => queries.some((query) => word.includes(query)))).toEqual([]);
    expect(chineseWords.filter((word) => queries.includes(word))).toEqual([]);
  });

  it("picks the first word about as often as Zipf's law has it", () => {
    // 1 / 2.7 over the sum of 1 / (rank + 2.7) for 50,000 ranks, which is near ln(50,000 / 2.2).
    const random = new Random(3);
    let first = 0;
    for (let count = 0; count < 100_000; count++) if (pickWord(random) === "the") first++;
    expect(first / 100_000).toBeGreaterThan(0.033);
    expect(first / 100_000).toBeLessThan(0.042);
  });
});
