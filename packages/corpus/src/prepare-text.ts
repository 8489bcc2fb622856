/**
 * Owns how text becomes searchable tokens, alike for every provider and for queries. Case and diacritics fold,
 * scripts written without spaces become one token a character, and humped identifiers give their pieces apart.
 * Does not own matching or ranking.
 */

/** What is indexed of one event's text. */
export interface PreparedText {
  /**
   * The text with everything but ASCII folded. Its tokens are the runs of ASCII letters and digits (in any case)
   * and of non-ASCII characters.
   */
  readonly body: string;
  /**
   * Pieces of the text's humped identifiers, and words freed of a written-out line break before them; each word once,
   * `partsSeparator` between two of them.
   */
  readonly parts: string;
}

/** A token that no text and no query can give, so that no phrase reaches from one identifier into the next. */
export const partsSeparator = "\u00b7";

// Each character is a token, so that any substring is a phrase.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]|(?![\x00-\x7f])\p{Extended_Pictographic}/gu;
const notWord = /[^\p{L}\p{N}\p{M}\x00-\x7f]+/gu;
const pictograph = /(?![\x00-\x7f])\p{Extended_Pictographic}/u;
const pictographs = /(?![\x00-\x7f])\p{Extended_Pictographic}/gu;
const notAscii = /[^\x00-\x7f]/;
const notAsciiRun = /[^\x00-\x7f]+/g;
const combining = /[\u0300-\u036f]/g;

const runCache = new Map<string, string>();
const runCacheLimit = 4096;

const foldRun = (run: string): string => {
  const folded = run
    .normalize("NFKD")
    .replace(combining, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("\u03c2", "\u03c3");
  if (!pictograph.test(folded)) return folded.replace(notWord, " ").replace(unspaced, " $& ");
  // Pictographs step aside as control characters, which folding never gives, while other symbols are dropped.
  const found: string[] = [];
  return folded
    .replace(pictographs, (character) => {
      found.push(character);
      return `\u0002${found.length - 1}\u0003`;
    })
    .replace(notWord, " ")
    .replace(unspaced, " $& ")
    .replace(/\u0002(\d+)\u0003/g, (_, index) => ` ${found[Number(index)]} `);
};

const foldCachedRun = (run: string): string => {
  if (run.length > 8) return foldRun(run);
  let folded = runCache.get(run);
  if (folded === undefined) {
    folded = foldRun(run);
    if (runCache.size >= runCacheLimit) runCache.clear();
    runCache.set(run, folded);
  }
  return folded;
};

/** The text with everything but ASCII folded; ASCII text comes back as it is. */
export const foldText = (text: string): string => {
  const plain = text.includes("\0") ? text.replaceAll("\0", " ") : text;
  return notAscii.test(plain) ? plain.replace(notAsciiRun, foldCachedRun) : plain;
};

const hump = /[a-z][A-Z]|[A-Z]{2}[a-z]{2}/g;
const pieceBorder = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
const longestIdentifier = 64;
const mostPieces = 8;

const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Lower-case pieces of a humped identifier, or null where the word is none (or is no identifier at all: base64, hashes). */
export const identifierPieces = (word: string): readonly string[] | null => {
  if (word.length > longestIdentifier) return null;
  const pieces = word.split(pieceBorder);
  if (pieces.length < 2 || pieces.length > mostPieces || word.length < pieces.length * 2.5) return null;
  return pieces.map((piece) => piece.toLowerCase());
};

// Printed JSON and source code write a line break as two characters, whose letter sticks to the word that follows.
const escapedWord = /\\[nrt]([A-Za-z0-9]+)/g;

/** Words of a text that follow a written-out `\n`, `\r` or `\t`, with their places. */
export function* wordsAfterEscapes(text: string): Generator<{ readonly word: string; readonly start: number }> {
  if (!text.includes("\\")) return;
  for (const match of text.matchAll(escapedWord)) {
    const word = match[1] ?? "";
    if (word.length <= longestIdentifier) yield { word, start: match.index + 2 };
  }
}

const identifierParts = (text: string): string => {
  let seen: Set<string> | null = null;
  const parts: string[] = [];
  hump.lastIndex = 0;
  for (let match = hump.exec(text); match !== null; match = hump.exec(text)) {
    let start = match.index;
    let end = match.index + match[0].length;
    while (start > 0 && isWordCode(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isWordCode(text.charCodeAt(end))) end++;
    hump.lastIndex = end;
    if (end - start > longestIdentifier) continue;
    const word = text.slice(start, end);
    seen ??= new Set();
    if (seen.has(word)) continue;
    seen.add(word);
    const pieces = identifierPieces(word);
    if (pieces !== null) parts.push(pieces.join(" "));
  }
  for (const { word } of wordsAfterEscapes(text)) {
    seen ??= new Set();
    if (seen.has(word)) continue;
    seen.add(word);
    parts.push(word.toLowerCase());
    const pieces = identifierPieces(word);
    if (pieces !== null) parts.push(pieces.join(" "));
  }
  return parts.join(` ${partsSeparator} `);
};

/** Prepares one event's text for indexing. */
export const prepareText = (text: string): PreparedText => ({ body: foldText(text), parts: identifierParts(text) });

const tokenPattern = /[A-Za-z0-9\u0080-\u{10ffff}]+/gu;

/** The tokens of folded text, in order: what an index of `body` or `parts` holds. */
export const foldedTokens = (folded: string): readonly string[] =>
  (folded.match(tokenPattern) ?? []).map((token) => token.toLowerCase());

/** The tokens of any text. */
export const textTokens = (text: string): readonly string[] => foldedTokens(foldText(text));
