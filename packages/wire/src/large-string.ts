/**
 * Owns strings that are too large to hold: while a record is parsed, each string value over
 * `largeStringBytes` is replaced by a mark that names its byte range, and read in pieces when needed.
 * Marks are made from a random token a process, so that no text in a log can pass for one.
 */
import { randomBytes } from "node:crypto";
import { type ByteSource, readRange } from "./byte-source.ts";
import type { Json } from "./json.ts";

/** JSON string values of more bytes than this become marks. */
export const largeStringBytes = 262_144;

const pieceBytes = 1_048_576;
const token = `\u0001large-${randomBytes(12).toString("hex")}:`;
const mark = `${token}(\\d+)-(\\d+)\u0001`;
const markPattern = new RegExp(mark, "g");
const soleMarkPattern = new RegExp(`^${mark}$`);

/** The mark for the string whose content (between the quotes) is the byte range. */
export const largeMark = (start: number, end: number): string => `${token}${start}-${end}\u0001`;

/** Whether a text holds the mark of a string that was left out of it; `textPieces` and `expandLarge` read it back. */
export const hasLargeMark = (text: string): boolean => text.includes(token);

const escapedMark = new RegExp(mark.replaceAll("\u0001", "\\\\u0001"), "g");

/** A string as it is, anything else as JSON text in which marks stay marks. */
export const jsonText = (value: Json): string => {
  if (typeof value === "string") return value;
  const text = JSON.stringify(value);
  return text.includes("\\u0001large-")
    ? text.replace(escapedMark, (_, start: string, end: string) => largeMark(Number(start), Number(end)))
    : text;
};

/** The byte range if the whole text is one mark, else null. */
export const soleLargeMark = (text: string): { start: number; end: number } | null => {
  const match = text.startsWith(token) ? soleMarkPattern.exec(text) : null;
  return match === null ? null : { start: Number(match[1]), end: Number(match[2]) };
};

/** Bytes of a piece that form whole characters and whole escapes, leaving the rest for the next piece. */
const safeLength = (bytes: Buffer): number => {
  let end = bytes.byteLength;
  // Step back over an unfinished UTF-8 character.
  let back = 0;
  while (back < 3 && back < end && ((bytes[end - 1 - back] as number) & 0xc0) === 0x80) back++;
  const lead = bytes[end - 1 - back] as number;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  if (length > 1 && back + 1 < length) end -= back + 1;
  // Step back over an unfinished escape: \n, \u12, or the first half of an escaped surrogate pair.
  for (let position = Math.max(0, end - 12); position < end; position++) {
    if (bytes[position] !== 0x5c) continue;
    let slashes = 0;
    for (let before = position - 1; before >= 0 && bytes[before] === 0x5c; before--) slashes++;
    if (slashes % 2 === 1) continue;
    const escapeLength = bytes[position + 1] === 0x75 ? 6 : 2;
    if (position + escapeLength > end) return position;
    if (escapeLength === 6 && position + 12 > end) {
      const digits = bytes.toString("latin1", position + 2, position + 4).toLowerCase();
      if (/^d[89ab]/.test(digits)) return position;
    }
    position += escapeLength - 1;
  }
  return end;
};

const unescapeBytes = (bytes: Buffer): string => {
  const raw = bytes.toString("utf8");
  if (!raw.includes("\\")) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
};

/** The string whose content (between the quotes) is the byte range, in pieces of about `size` bytes, at least 16. */
export function* stringPieces(source: ByteSource, start: number, end: number, size = pieceBytes): Generator<string> {
  let position = start;
  while (position < end) {
    const bytes = readRange(source, position, Math.min(end, position + size));
    if (bytes.byteLength === 0) return;
    const last = position + bytes.byteLength >= end;
    const length = last ? bytes.byteLength : safeLength(bytes) || bytes.byteLength;
    yield unescapeBytes(bytes.subarray(0, length));
    position += length;
  }
}

/** The text with its marks read back, in pieces of about 1 MiB at most. */
export function* textPieces(text: string, source: ByteSource): Generator<string> {
  let from = 0;
  for (const match of text.matchAll(markPattern)) {
    if (match.index > from) yield text.slice(from, match.index);
    yield* stringPieces(source, Number(match[1]), Number(match[2]));
    from = match.index + match[0].length;
  }
  if (from < text.length) yield text.slice(from);
}

/** The whole text with its marks read back. */
export const expandLarge = (text: string, source: ByteSource): string =>
  hasLargeMark(text) ? [...textPieces(text, source)].join("") : text;

/** A parsed value with every mark in it read back. */
export const expandLargeValue = <T>(value: T, source: ByteSource): T => {
  if (typeof value === "string") return expandLarge(value, source) as T;
  if (Array.isArray(value)) return value.map((item) => expandLargeValue(item, source)) as T;
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [expandLarge(key, source), expandLargeValue(item, source)]),
    ) as T;
  }
  return value;
};
