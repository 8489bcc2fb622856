/** Owns finding the word that was meant. */

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
const distance = (one: string, other: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
};

/** The candidate nearest to `word`, null where none is near: one that it begins, ends or holds, else few edits away. */
export const closestWord = (word: string, candidates: readonly string[]): string | null => {
  const typed = word.toLowerCase();
  if (typed.length >= 3) {
    const holder = candidates.find((candidate) => candidate.toLowerCase().includes(typed));
    if (holder !== undefined) return holder;
  }
  let closest: string | null = null;
  let fewest = Math.max(1, Math.floor(typed.length * 0.4)) + 1;
  for (const candidate of candidates) {
    const edits = distance(typed, candidate.toLowerCase());
    if (edits < fewest) {
      closest = candidate;
      fewest = edits;
    }
  }
  return closest;
};

/** ` Did you mean "x"?`, or nothing. */
export const didYouMean = (word: string, candidates: readonly string[]): string => {
  const closest = closestWord(word, candidates);
  return closest === null ? "" : ` Did you mean "${closest}"?`;
};
