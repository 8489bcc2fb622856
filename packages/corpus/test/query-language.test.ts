import * as fc from "fast-check";
import { expect, it } from "vitest";
import { InvalidQuery } from "../src/errors.ts";
import { longestQuery, parseQuery } from "../src/query-language.ts";
import { queryOf } from "./query.ts";

const termsOf = (text: string) =>
  queryOf(text).terms.map(({ tokens, prefix }) => `${tokens.join("+")}${prefix ? "*" : ""}`);

it("separates terms by white space, keeps quoted words together and takes a trailing star as a prefix", () => {
  expect(termsOf('one  "two three"\tfour* "five six"*')).toEqual(["one", "two+three", "four*", "five+six*"]);
  expect(termsOf('open "quote without an end')).toEqual(["open", "quote+without+an+end"]);
});

it("[query] takes punctuation, slashes and operators as words and their parts", () => {
  expect(termsOf("Downloads/transcripts tx.draft foo::bar #123")).toEqual([
    "downloads+transcripts",
    "tx+draft",
    "foo+bar",
    "123",
  ]);
  expect(termsOf("AND")).toEqual(["and"]);
  expect(termsOf("NEAR(")).toEqual(["near"]);
  expect(termsOf("x OR")).toEqual(["x", "or"]);
});

it("[CJK] splits text without spaces into characters, Latin words in it apart", () => {
  expect(termsOf("gen-itgc后50条")).toEqual(["gen+itgc+后+50+条"]);
});

it("folds case and diacritics, and drops repeated terms", () => {
  expect(termsOf("CRÈME creme Crème")).toEqual(["creme"]);
});

it("gives a humped identifier its pieces", () => {
  expect(queryOf("parseConfigFile").terms[0]).toMatchObject({
    tokens: ["parseconfigfile"],
    pieces: ["parse", "config", "file"],
  });
  expect(queryOf("parseconfigfile").terms[0]?.pieces).toBeNull();
});

it("[query] refuses what has nothing to search for, and what is too long", () => {
  for (const text of ["", " ", '"', "*", "x\0", "a".repeat(longestQuery + 1)]) {
    expect(parseQuery(text), JSON.stringify(text.slice(0, 9))).toBeInstanceOf(InvalidQuery);
  }
});

it("never throws, and gives terms with tokens", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const query = parseQuery(text);
      if (query instanceof Error) return;
      expect(query.terms.length).toBeGreaterThan(0);
      for (const term of query.terms) expect(term.tokens.length).toBeGreaterThan(0);
    }),
  );
});
