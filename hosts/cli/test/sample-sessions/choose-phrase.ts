/**
 * Owns choosing words of a text by which it should be found. Knows nothing of how texts are indexed, beyond what a
 * person knows: words are written apart, scripts without spaces can be cut anywhere.
 */

const longestWord = 60;
const unspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}/u;

const hasLetters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Counts in how many texts each word stands. */
export const countWords = (texts: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

// A quotation mark would end the phrase.
const wordsOf = (text: string): string[] => text.split(/[\s"\0]+/u).filter((word) => word !== "");

/** A run of characters of a script that is written without spaces, at most 12. */
const unspacedRun = (text: string): string | null => {
  const run = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,12}/u.exec(text)?.[0];
  return run ?? null;
};

/** Up to eight consecutive words around the rarest one; null for a text without letters. */
export const choosePhrase = (text: string, counts: ReadonlyMap<string, number>): string | null => {
  if (!hasLetters(text)) return null;
  // Words far into a large text are chosen too, but not all are weighed.
  const words = wordsOf(text);
  const usable = (word: string | undefined): word is string => word !== undefined && word.length <= longestWord;
  let best = -1;
  let rarity = Number.POSITIVE_INFINITY;
  const step = Math.max(1, Math.floor(words.length / 5000));
  for (let index = words.length - 1; index >= 0; index -= step) {
    const word = words[index];
    if (!usable(word) || !hasLetters(word)) continue;
    const count = counts.get(word) ?? 0;
    if (count < rarity) [best, rarity] = [index, count];
  }
  if (best === -1) {
    const run = unspacedRun(text);
    if (run !== null) return run;
    const [line = ""] = text.split("\n").filter(hasLetters);
    return line.slice(0, 4000).replaceAll('"', " ").trim();
  }
  let [from, to] = [best, best + 1];
  while (to - from < 8 && to < words.length && usable(words[to])) to++;
  while (to - from < 8 && from > 0 && usable(words[from - 1])) from--;
  const phrase = words.slice(from, to).join(" ");
  return unspaced.test(phrase) && phrase.length > 200 ? (unspacedRun(phrase) ?? phrase) : phrase;
};
