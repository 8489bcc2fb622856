/**
 * Owns finding where JSON values begin and end in bytes, without parsing them. Used where records are
 * not one a line. Checks nesting and strings only; whether a span is valid JSON is for `JSON.parse` to say.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

const quote = 0x22;
const backslash = 0x5c;

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** A byte that ends a bare word: a bracket, a comma or a quote. */
const isPunctuation = (byte: number | undefined): boolean =>
  byte === 0x2c || byte === 0x5d || byte === 0x7d || byte === 0x7b || byte === 0x5b || byte === quote;

/** Offset after the spaces from `position`. */
export const skipSpace = (bytes: Uint8Array, position: number): number => {
  let at = position;
  while (at < bytes.length && isSpace(bytes[at])) at++;
  return at;
};

/** Offset after the string whose opening quote is at `position`, -1 where it does not end. */
const skipString = (bytes: Uint8Array, position: number): number => {
  let at = bytes.indexOf(quote, position + 1);
  while (at !== -1) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === backslash && at - 1 - slashes > position) slashes++;
    if (slashes % 2 === 0) return at + 1;
    at = bytes.indexOf(quote, at + 1);
  }
  return -1;
};

/** Offset after the value that begins at `position`, -1 where it does not end. */
export const skipValue = (bytes: Uint8Array, position: number): number => {
  const first = bytes[position];
  if (first === quote) return skipString(bytes, position);
  if (first !== 0x7b && first !== 0x5b) {
    let at = position;
    while (at < bytes.length && !isSpace(bytes[at]) && !isPunctuation(bytes[at])) at++;
    return at === position ? -1 : at;
  }
  let depth = 0;
  for (let at = position; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at = skipString(bytes, at) - 1;
      if (at < 0) return -1;
    } else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
};

/** Spans of the elements of the array that begins at `position`; stops at damage. */
export function* arrayElements(bytes: Uint8Array, position: number): Generator<Span> {
  let at = skipSpace(bytes, position + 1);
  while (at < bytes.length && bytes[at] !== 0x5d) {
    const end = skipValue(bytes, at);
    if (end === -1) break;
    yield { start: at, end };
    at = skipSpace(bytes, end);
    if (bytes[at] === 0x2c) at = skipSpace(bytes, at + 1);
  }
}

/** Spans of the values of those members of the object at `position` that are named; stops at damage. */
export const findMembers = (
  bytes: Uint8Array,
  position: number,
  names: readonly string[],
): ReadonlyMap<string, Span> => {
  const members = new Map<string, Span>();
  let at = skipSpace(bytes, position + 1);
  while (at < bytes.length && bytes[at] === quote) {
    const keyStart = at + 1;
    const keyEnd = skipString(bytes, at);
    if (keyEnd === -1) break;
    at = skipSpace(bytes, keyEnd);
    if (bytes[at] !== 0x3a) break;
    at = skipSpace(bytes, at + 1);
    const end = skipValue(bytes, at);
    if (end === -1) break;
    const name = names.find((wanted) => wanted === Buffer.from(bytes.subarray(keyStart, keyEnd - 1)).toString("utf8"));
    if (name !== undefined) members.set(name, { start: at, end });
    at = skipSpace(bytes, end);
    if (bytes[at] === 0x2c) at = skipSpace(bytes, at + 1);
  }
  return members;
};
