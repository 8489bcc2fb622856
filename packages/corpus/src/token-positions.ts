/**
 * Owns where the searchable tokens of a text lie in the text itself. Does not own what a token is:
 * folding and splitting are `prepare-text.ts`'s.
 */
import { foldText, identifierPieces, wordsAfterEscapes } from "./prepare-text.ts";

/** A token with its place as UTF-16 offsets into the text, [start, end). */
export interface PlacedToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const notAsciiRun = /[^\x00-\x7f]+/g;
const cluster = /[\u1100-\u11ff]+|[^\p{M}]\p{M}*|\p{M}+/gu;
const wordCharacter = /[A-Za-z0-9\u0080-\u{10ffff}]/u;

const isAsciiWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

class TokenCollector {
  readonly tokens: PlacedToken[] = [];
  #text = "";
  #start = 0;
  #end = 0;

  /** Adds folded characters that all stand for [start, end) of the text. */
  add(folded: string, start: number, end: number): void {
    for (const character of folded) {
      if (wordCharacter.test(character)) {
        if (this.#text === "") this.#start = start;
        this.#text += character;
        this.#end = end;
      } else this.finish();
    }
  }

  finish(): void {
    if (this.#text === "") return;
    this.tokens.push({ text: this.#text.toLowerCase(), start: this.#start, end: this.#end });
    this.#text = "";
  }
}

/** Splits a run of non-ASCII text into pieces that fold by themselves, or gives it whole where they do not. */
const foldingPieces = (run: string): readonly string[] => {
  const pieces = run.match(cluster) ?? [run];
  return pieces.length > 1 && pieces.map(foldText).join("") === foldText(run) ? pieces : [run];
};

/** The tokens of a text, in order: the same as `textTokens` gives. */
export const placedTokens = (text: string): readonly PlacedToken[] => {
  const collector = new TokenCollector();
  const addAscii = (start: number, end: number): void => {
    let position = start;
    while (position < end) {
      if (!isAsciiWord(text.charCodeAt(position))) {
        collector.finish();
        position++;
        continue;
      }
      let wordEnd = position + 1;
      while (wordEnd < end && isAsciiWord(text.charCodeAt(wordEnd))) wordEnd++;
      collector.add(text.slice(position, wordEnd), position, wordEnd);
      position = wordEnd;
    }
  };
  let done = 0;
  for (const match of text.matchAll(notAsciiRun)) {
    addAscii(done, match.index);
    let start = match.index;
    for (const piece of foldingPieces(match[0])) {
      collector.add(foldText(piece), start, start + piece.length);
      start += piece.length;
    }
    done = start;
  }
  addAscii(done, text.length);
  collector.finish();
  return collector.tokens;
};

const hump = /[a-z][A-Z]|[A-Z]{2}[a-z]{2}/g;

const placePieces = (pieces: readonly string[], start: number): PlacedToken[] => {
  let position = start;
  return pieces.map((piece) => {
    const from = position;
    position += piece.length;
    return { text: piece, start: from, end: position };
  });
};

/** The pieces of each humped identifier of a text, and the words freed of an escape, at every place where they stand. */
export const placedPieces = (text: string): readonly (readonly PlacedToken[])[] => {
  const identifiers: PlacedToken[][] = [];
  hump.lastIndex = 0;
  for (let match = hump.exec(text); match !== null; match = hump.exec(text)) {
    let start = match.index;
    let end = match.index + match[0].length;
    while (start > 0 && isAsciiWord(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isAsciiWord(text.charCodeAt(end))) end++;
    hump.lastIndex = end;
    const pieces = identifierPieces(text.slice(start, end));
    if (pieces !== null) identifiers.push(placePieces(pieces, start));
  }
  for (const { word, start } of wordsAfterEscapes(text)) {
    identifiers.push([{ text: word.toLowerCase(), start, end: start + word.length }]);
    const pieces = identifierPieces(word);
    if (pieces !== null) identifiers.push(placePieces(pieces, start));
  }
  return identifiers;
};
