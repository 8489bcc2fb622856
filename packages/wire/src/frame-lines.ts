/**
 * Owns records that stand one a line: split at LF only, CR and BOM dropped, torn tails left pending, glued lines
 * split, huge lines reduced. Does not own values over several lines.
 */
import { type ByteSource, readRange } from "./byte-source.ts";
import {
  bomLength,
  emitProblem,
  emitRecord,
  type FrameOptions,
  type FrameResult,
  longLineBytes,
  parseJson,
} from "./frame.ts";
import { type GluedPart, splitGluedLine } from "./glued-line.ts";
import { isObject } from "./json.ts";
import { isSpace, skipSpace } from "./json-span.ts";
import { reduceValue } from "./reduce-value.ts";

const chunkBytes = 1_048_576;
/** Small at first: most looks at a file end after its first records. */
const firstChunkBytes = 65_536;
const lineFeed = 0x0a;

const emitParts = (options: FrameOptions, parts: readonly GluedPart[], offset: number): void => {
  for (const { start, end, value } of parts) {
    if (value === null) emitProblem(options, "malformed", offset + start, offset + end);
    else emitRecord(options, { start: offset + start, end: offset + end, value });
  }
};

/** Handles the line between two offsets of a buffer; gives the offset from which on it may be a torn tail, else `to`. */
const takeLine = (
  buffer: Buffer,
  from: number,
  to: number,
  bufferStart: number,
  terminated: boolean,
  options: FrameOptions,
): number => {
  let start = from;
  let end = to;
  while (start < end && isSpace(buffer[start])) start++;
  while (end > start && isSpace(buffer[end - 1])) end--;
  if (start === end) return to;
  const value = parseJson(buffer.toString("utf8", start, end));
  if (isObject(value)) {
    emitRecord(options, { start: bufferStart + start, end: bufferStart + end, value });
    return to;
  }
  if (value !== undefined) {
    // A number that is still being written parses too.
    if (!terminated) return from;
    emitProblem(options, "malformed", bufferStart + start, bufferStart + end);
    return to;
  }
  const parts = splitGluedLine(buffer.subarray(start, end), options.isRecord);
  const damage = parts.findIndex((part) => part.value === null);
  if (terminated || damage === -1) {
    emitParts(options, parts, bufferStart + start);
    return to;
  }
  // In a line that is still being written, an object inside a torn one looks like a record glued to it.
  const whole = parts.slice(0, damage);
  emitParts(options, whole, bufferStart + start);
  return start + (whole[damage - 1]?.end ?? 0);
};

/** Offset of the next LF from `position`, or the source's end. */
const findLineEnd = (source: ByteSource, position: number): { end: number; terminated: boolean } => {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let at = position;
  for (;;) {
    const count = source.read(chunk, at);
    if (count === 0) return { end: at, terminated: false };
    const feed = chunk.subarray(0, count).indexOf(lineFeed);
    if (feed !== -1) return { end: at + feed, terminated: true };
    at += count;
  }
};

/**
 * Takes the record at the start of a line that is longer than `longLineBytes`, or, where there is none, the whole
 * line. Gives the offset to go on from, or -1 for a torn tail.
 */
const takeLongLine = (source: ByteSource, start: number, first: number | undefined, options: FrameOptions): number => {
  const reduced = first === 0x7b ? reduceValue(source, start, true) : null;
  if (reduced !== null && reduced.value !== null) {
    emitRecord(options, { start, end: reduced.end, value: reduced.value });
    return reduced.end;
  }
  const { end, terminated } = findLineEnd(source, start);
  if (!terminated) return -1;
  // A record glued to the broken one is at the end.
  const tailStart = Math.max(start, end - longLineBytes);
  const [lost, ...rest] = splitGluedLine(readRange(source, tailStart, end), options.isRecord, true);
  const lostEnd = lost === undefined ? end : tailStart + lost.end;
  emitProblem(options, reduced?.oversized ? "oversized" : "malformed", start, lostEnd);
  emitParts(options, rest, tailStart);
  return end;
};

/** Records of a source from `options.from`, a line each. */
export const frameLines = (source: ByteSource, options: FrameOptions): FrameResult => {
  let buffer = Buffer.allocUnsafe(firstChunkBytes);
  let bufferStart = options.from; // offset of buffer[0], always the start of a line
  if (bufferStart === 0) bufferStart = bomLength(readRange(source, 0, 3));
  let filled = 0;
  for (;;) {
    if (filled === buffer.byteLength && filled >= longLineBytes) {
      const spaces = skipSpace(buffer, 0);
      bufferStart += spaces;
      if (spaces < filled) {
        const next = takeLongLine(source, bufferStart, buffer[spaces], options);
        if (next === -1) return { consumed: bufferStart, pending: Math.max(0, source.size - bufferStart) };
        bufferStart = next;
      }
      filled = 0;
      buffer = Buffer.allocUnsafe(chunkBytes);
    } else if (filled === buffer.byteLength) {
      const larger = Buffer.allocUnsafe(Math.min(buffer.byteLength * 2, longLineBytes));
      buffer.copy(larger, 0, 0, filled);
      buffer = larger;
    }
    const room = buffer.byteLength - filled;
    const count = source.read(buffer.subarray(filled), bufferStart + filled);
    const valid = buffer.subarray(0, filled + count);
    let lineStart = 0;
    let feed = valid.indexOf(lineFeed, filled);
    filled += count;
    while (feed !== -1) {
      takeLine(valid, lineStart, feed, bufferStart, true, options);
      lineStart = feed + 1;
      feed = valid.indexOf(lineFeed, lineStart);
    }
    if (lineStart > 0) {
      buffer.copyWithin(0, lineStart, filled);
      filled -= lineStart;
      bufferStart += lineStart;
    }
    if (count === room && buffer.byteLength < chunkBytes) {
      const larger = Buffer.allocUnsafe(buffer.byteLength * 4);
      buffer.copy(larger, 0, 0, filled);
      buffer = larger;
    }
    if (count === 0) {
      const taken = filled === 0 ? 0 : takeLine(buffer, 0, filled, bufferStart, false, options);
      return { consumed: bufferStart + taken, pending: filled - taken };
    }
  }
};
