/**
 * Owns handling texts that may hold marks of large strings: lengths and hashes that do not depend on them, since
 * marks differ from run to run.
 */
import { hasLargeMark, type Json, jsonText, keyHash } from "@backscroll/wire";

const mark = /\u0001large-[0-9a-f]+:(\d+)-(\d+)\u0001/g;

const bytesOf = (start: string, end: string): number => Number(end) - Number(start);

/** The text with each mark replaced by the size of what it stands for. */
const withoutMarks = (text: string): string =>
  hasLargeMark(text) ? text.replace(mark, (_, start: string, end: string) => `[${bytesOf(start, end)} bytes]`) : text;

/** Length in UTF-16 units; a mark counts the bytes that it stands for. */
export const lengthOf = (text: string): number => {
  let length = text.length;
  if (hasLargeMark(text)) {
    for (const [whole, start = "0", end = "0"] of text.matchAll(mark)) length += bytesOf(start, end) - whole.length;
  }
  return length;
};

/** The text as two writers of the same words would agree on it: white space collapsed, marks without addresses. */
export const plainForm = (text: string): string => withoutMarks(text).replace(/\s+/g, " ").trim();

/** A short hash of any value, the same in every run. */
export const contentHash = (value: Json): string => keyHash(withoutMarks(jsonText(value))).toString(36);

/** The text without its marks. */
export const dropMarks = (text: string): string => (hasLargeMark(text) ? text.replace(mark, "") : text);
