/** Owns numbers with their nouns. */

/** `1 session`, `1,204 sessions`; `many` where the plural is not formed by an `s`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
