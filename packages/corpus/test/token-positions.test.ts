import * as fc from "fast-check";
import { expect, it } from "vitest";
import { foldedTokens, prepareText, textTokens } from "../src/prepare-text.ts";
import { placedPieces, placedTokens } from "../src/token-positions.ts";

it("says where each token stands in the text", () => {
  expect(placedTokens("Crème, 漢字x")).toEqual([
    { text: "creme", start: 0, end: 5 },
    { text: "漢", start: 7, end: 8 },
    { text: "字", start: 8, end: 9 },
    { text: "x", start: 9, end: 10 },
  ]);
});

it("says where each piece of an identifier stands, at each of its places", () => {
  expect(placedPieces("aB parseFile")).toEqual([
    [
      { text: "parse", start: 3, end: 8 },
      { text: "file", start: 8, end: 12 },
    ],
  ]);
});

const anyText = fc.array(
  fc.oneof(
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.constantFrom(
      "é",
      "e\u0301",
      "漢字",
      "한국",
      "\u1112\u1161\u11ab",
      "ﬁ",
      "½",
      "😀",
      "ΣΑΣ",
      "İ",
      "ก็",
      " ",
      "a",
      "\u0000",
    ),
  ),
  { maxLength: 12 },
);

it("gives the tokens that the index holds, whatever the text", () => {
  fc.assert(
    fc.property(anyText, (pieces) => {
      const text = pieces.join("");
      expect(placedTokens(text).map((token) => token.text)).toEqual(textTokens(text));
    }),
  );
});

it("gives the identifier parts that the index holds", () => {
  const word = fc.constantFrom("parseConfigFile", "HTTPServer", "x", "abcDef", "plain", "é", "getID3Tag");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      const text = words.join(" ");
      const indexed = new Set(foldedTokens(prepareText(text).parts).filter((token) => token !== "\u00b7"));
      expect(new Set(placedPieces(text).flatMap((pieces) => pieces.map((piece) => piece.text)))).toEqual(indexed);
    }),
  );
});
