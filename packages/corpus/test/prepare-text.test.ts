import * as fc from "fast-check";
import { expect, it } from "vitest";
import { foldedTokens, identifierPieces, partsSeparator, prepareText, textTokens } from "../src/prepare-text.ts";

it("folds case and diacritics, composed or not", () => {
  expect(textTokens("Crème BRÛLÉE cre\u0300me ΣΟΦΟΣ")).toEqual(["creme", "brulee", "creme", "σοφοσ"]);
});

it("gives each character of scripts without spaces as a token of its own", () => {
  expect(textTokens("漢字x カナ 한국 ไทย")).toEqual(["漢", "字", "x", "カ", "ナ", "한", "국", "ไ", "ท", "ย"]);
});

it("gives the pieces of humped identifiers, each identifier once", () => {
  expect(foldedTokens(prepareText("parseConfigFile parseConfigFile HTTPServer").parts)).toEqual([
    "parse",
    "config",
    "file",
    "\u00b7",
    "http",
    "server",
  ]);
  expect(prepareText("plain config_file words").parts).toBe("");
});

it("takes neither one-word names nor long hashes for identifiers", () => {
  expect(identifierPieces("config")).toBeNull();
  expect(identifierPieces("aBcDeFgHiJkLmNoP")).toBeNull();
  expect(identifierPieces("parseFile")).toEqual(["parse", "file"]);
});

it("folds a second time to the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const tokens = textTokens(text);
      expect(textTokens(tokens.join(" "))).toEqual(tokens);
    }),
  );
});

it("finds words after a written-out line break without the letter of the escape", () => {
  expect(prepareText('{"text":"one\\nzebra\\tparseConfig"}').parts).toBe(
    ["tparse config", "zebra", "parseconfig", "parse config"].join(` ${partsSeparator} `),
  );
});
