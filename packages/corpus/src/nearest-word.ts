/** Owns guessing which of the known words was meant by an unknown one. */

const distance = (one: string, other: string): number => {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (previous[column] as number) + 1,
          (current[column - 1] as number) + 1,
          (previous[column - 1] as number) + same,
        ),
      );
    }
    previous = current;
  }
  return previous[other.length] as number;
};

/** The known word that differs least from `word`, null where none is near. */
export const nearestWord = (word: string, known: readonly string[]): string | null => {
  const typed = word.toLowerCase().slice(0, 64);
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(typed.length / 3)) + 1;
  for (const candidate of known) {
    const candidateDistance = candidate.startsWith(typed) && typed !== "" ? 1 : distance(typed, candidate);
    if (candidateDistance < bestDistance) {
      best = candidate;
      bestDistance = candidateDistance;
    }
  }
  return best;
};
