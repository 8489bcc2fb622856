import * as fc from "fast-check";
import { expect, it } from "vitest";
import { makeExcerpt } from "../src/excerpt.ts";
import { indexText, matchesTerms } from "../src/rank.ts";
import { queryOf } from "./query.ts";

const excerptOf = (text: string | Iterable<string>, query: string) => makeExcerpt(text, queryOf(query));

/** What the ranges mark. */
const marked = (text: string | Iterable<string>, query: string): readonly string[] => {
  const excerpt = excerptOf(text, query);
  const points = [...excerpt.text];
  return excerpt.ranges.map(([from, to]) => points.slice(from, to).join(""));
};

it("shows a short text whole, white space collapsed", () => {
  expect(excerptOf("  the\n\n quick\t zebra \n", "zebra")).toEqual({ text: "the quick zebra", ranges: [[10, 15]] });
});

it("begins about a third before the first match and marks both cuts", () => {
  const { text, ranges } = excerptOf(`${"abcd ".repeat(200)}zebra ${"efgh ".repeat(200)}`, "zebra");
  const points = [...text];
  expect(points.length).toBe(240);
  expect([points[0], points[239]]).toEqual(["…", "…"]);
  const [[from, to] = [0, 0]] = ranges;
  expect(points.slice(from, to).join("")).toBe("zebra");
  expect(from).toBeGreaterThan(60);
  expect(from).toBeLessThanOrEqual(81);
});

it("shows the beginning without ranges where nothing matches", () => {
  expect(excerptOf("nothing here", "zebra")).toEqual({ text: "nothing here", ranges: [] });
  const { text, ranges } = excerptOf("x".repeat(500), "zebra");
  expect([[...text].length, text.endsWith("x…"), ranges]).toEqual([240, true, []]);
});

it("marks diacritics, phrases, prefixes and substrings of CJK text as they were typed", () => {
  expect(marked("une crème brûlée", "brulee creme")).toEqual(["crème", "brûlée"]);
  expect(marked("cre\u0300me", "crème")).toEqual(["cre\u0300me"]);
  expect(marked("see tx.draft, then tx", "tx.draft")).toEqual(["tx.draft"]);
  expect(marked("a configuration", "conf*")).toEqual(["configuration"]);
  expect(marked("修改youer服务端的计划", "服务")).toEqual(["服务"]);
  expect(marked("修改youer服务端的计划", "youer")).toEqual(["youer"]);
  expect(marked("concatenate cat", "cat")).toEqual(["cat"]);
  expect(marked("the ﬁle here", "file")).toEqual(["ﬁle"]);
  expect(marked("한국어를 배우다", "국어")).toEqual(["국어"]);
});

it("marks the pieces of identifiers", () => {
  expect(marked("call parseConfigFile()", "config file")).toEqual(["Config", "File"]);
  expect(marked("call parseConfigFile()", "ConfigFile")).toEqual(["ConfigFile"]);
  expect(marked("call parseConfigFile()", "parseconfigfile")).toEqual(["parseConfigFile"]);
});

it("counts code points, not UTF-16 units", () => {
  expect(excerptOf("😀😀 zebra", "zebra").ranges).toEqual([[3, 8]]);
  const { text } = excerptOf("😀".repeat(600), "zebra");
  expect([...text].length).toBe(240);
  expect(text.isWellFormed()).toBe(true);
});

it("joins matches that overlap", () => {
  expect(marked("a b c", '"a b" "b c"')).toEqual(["a b c"]);
});

it("[unicode] cuts a long CJK text on a character border", () => {
  const { text } = excerptOf("文".repeat(300), "文");
  expect([[...text].length, text.isWellFormed()]).toEqual([240, true]);
});

it("finds a match far into a long text, also where it comes in pieces cut through the word", () => {
  const filler = "lorem concatenate ipsum ".repeat(20_000);
  expect(marked(`${filler}the cat sleeps`, "cat")).toEqual(["cat"]);
  const pieces = [filler, "the c", "at sleeps ", filler];
  expect(marked(pieces, "cat")).toEqual(["cat"]);
  expect(excerptOf(pieces, "cat").text).toContain("the cat sleeps");
});

it("finds a match at any place of a text that is cut into chunks", () => {
  fc.assert(
    fc.property(fc.nat({ max: 70_000 }), fc.constantFrom("zebra", "zèbra", "斑马"), (before, word) => {
      expect(marked(`${"x ".repeat(before / 2)}${word}${" y".repeat(1000)}`, word)).toEqual([word]);
    }),
    { numRuns: 30 },
  );
});

it("never exceeds 240 code points, and its ranges lie in it, ascending", () => {
  const text = fc.array(fc.constantFrom("zebra", "Zèbra", "漢字", "  ", "\n", "😀", "parseFile", "e\u0301", "x"), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(text, fc.constantFrom("zebra", "字", "file", "z*", "zebra 漢"), (words, query) => {
      const excerpt = excerptOf(words.join(" "), query);
      const length = [...excerpt.text].length;
      expect(length).toBeLessThanOrEqual(240);
      let last = 0;
      for (const [from, to] of excerpt.ranges) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        last = to;
      }
      expect(last).toBeLessThanOrEqual(length);
    }),
  );
});

it("marks something wherever the index finds a match, and nothing where it finds none", () => {
  const pieces = [
    "é",
    "e\u0301",
    "漢字",
    "한국",
    "ﬁle",
    "½",
    "😀",
    "ΣΑΣ",
    "İx",
    "fileName",
    "FILE",
    " ",
    "-",
    "ガ",
    "カ\u3099",
  ];
  const words = ["e", "漢", "국", "file", "1", "😀", "σας", "name", "FileName", "ガ", "i*", "x"];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), fc.constantFrom(...words), (text, word) => {
      const query = queryOf(word);
      const joined = text.join("");
      expect(makeExcerpt(joined, query).ranges.length > 0).toBe(matchesTerms(indexText(joined, 0), query.terms));
    }),
    { numRuns: 500 },
  );
});
