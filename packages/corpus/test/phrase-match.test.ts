import { expect, it } from "vitest";
import { phraseStarts, phrasesOf } from "../src/phrase-match.ts";

const phrase = (tokens: readonly string[], prefix = false) => ({ tokens, prefix, field: "any" as const });

it("finds each place of a phrase, overlapping ones too", () => {
  expect(phraseStarts(["a", "a", "a", "b"], phrase(["a", "a"]))).toEqual([0, 1]);
  expect(phraseStarts(["a", "b"], phrase(["b", "a"]))).toEqual([]);
  expect(phraseStarts([], phrase(["a"]))).toEqual([]);
});

it("takes the last token alone as a beginning", () => {
  expect(phraseStarts(["one", "twofold", "onetwo"], phrase(["one", "two"], true))).toEqual([0]);
  expect(phraseStarts(["onetwo", "two"], phrase(["one", "two"], true))).toEqual([]);
});

it("looks for a humped identifier as a word, and for its pieces among parts", () => {
  const term = { text: "ConfigFile", tokens: ["configfile"], pieces: ["config", "file"], prefix: false };
  expect(phrasesOf(term)).toEqual([
    { tokens: ["configfile"], prefix: false, field: "any" },
    { tokens: ["config", "file"], prefix: false, field: "parts" },
  ]);
});
