/** Owns telling from a source's beginning whether its records stand one a line. */
import { type ByteSource, readRange } from "./byte-source.ts";
import { bomLength, type FrameMode, parseJson, valuesFileBytes } from "./frame.ts";
import { findWrapper } from "./frame-values.ts";
import { isObject } from "./json.ts";
import { skipSpace, skipValue } from "./json-span.ts";

const headBytes = 1_048_576;
/** Holds the first line of most files. */
const firstBytes = 65_536;

/** Whether any whole line of the head is an object by itself. */
const hasObjectLine = (head: Buffer, from: number): boolean => {
  let start = from;
  for (let end = head.indexOf(0x0a, start); end !== -1; end = head.indexOf(0x0a, start)) {
    if (head[start] === 0x7b && isObject(parseJson(head.toString("utf8", start, end)))) return true;
    start = end + 1;
  }
  return false;
};

/** How the source is cut: `values` where its first value spans lines, is an array, or wraps the records. */
export const frameModeOf = (source: ByteSource, wrappers: readonly string[]): FrameMode => {
  let head = readRange(source, 0, firstBytes);
  if (head.byteLength < source.size && head.indexOf(0x0a) === -1) head = readRange(source, 0, headBytes);
  const start = skipSpace(head, bomLength(head));
  if (head[start] !== 0x7b && head[start] !== 0x5b) return "lines";
  const small = source.size <= valuesFileBytes;
  const firstLine = head.indexOf(0x0a, start);
  if (head[start] === 0x7b && firstLine !== -1 && isObject(parseJson(head.toString("utf8", start, firstLine)))) {
    return small && findWrapper(head, start, wrappers) !== undefined ? "values" : "lines";
  }
  if (head.byteLength < Math.min(headBytes, source.size)) head = readRange(source, 0, headBytes);
  if (small) {
    const bytes = source.size > head.byteLength ? readRange(source, 0, source.size) : head;
    const end = skipValue(bytes, start);
    if (end !== -1) {
      const oneLine = bytes.subarray(start, end).indexOf(0x0a) === -1;
      if (oneLine && bytes[start] === 0x7b)
        return findWrapper(bytes, start, wrappers) === undefined ? "lines" : "values";
      if (!hasObjectLine(head, start)) return "values";
      return parseJson(bytes.toString("utf8", start, end)) === undefined ? "lines" : "values";
    }
  }
  // Damaged, unfinished or too large: one line that is a record by itself decides.
  return firstLine === -1 || hasObjectLine(head, start) ? "lines" : "values";
};
