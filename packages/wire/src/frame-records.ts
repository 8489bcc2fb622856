/**
 * Owns cutting a source into records: one JSON object a line (LF only, CR and BOM dropped, torn tails left
 * pending, glued lines split, huge lines reduced), or consecutive or wrapped JSON values where a file was
 * written that way. Memory is bounded whatever the file holds. Knows no format.
 */
import { type ByteSource, readRange } from "./byte-source.ts";
import { splitGluedLine } from "./glued-line.ts";
import { isObject, type JsonObject } from "./json.ts";
import { arrayElements, objectMembers, type Span, skipSpace, skipValue } from "./json-span.ts";
import { LargeLine } from "./large-line.ts";

/** Longer lines are reduced while they are read. */
export const longLineBytes = 4_194_304;

/** Files of whole JSON values (not one a line) are read at once, up to this size. */
export const valuesFileBytes = 67_108_864;

const chunkBytes = 1_048_576;

/** `lines`: a record a line. `values`: JSON values over several lines, or wrapped in an array or object. */
export type FrameMode = "lines" | "values";

export interface Frame {
  readonly start: number;
  readonly end: number;
  readonly value: JsonObject;
}

export interface FrameProblem {
  readonly kind: "malformed" | "oversized";
  readonly start: number;
  readonly end: number;
}

export interface FrameOptions {
  /** Offset of the first byte to read: 0, or an earlier `consumed`. */
  readonly from: number;
  readonly mode: FrameMode;
  /** Names of members of a single top-level object whose array elements are the records. */
  readonly wrappers: readonly string[];
  /** Whether an object can stand as a record: decides what is recovered from a damaged line. */
  readonly isRecord: (value: JsonObject) => boolean;
  /** Return false to stop after this record. */
  readonly onRecord: (frame: Frame) => boolean | void;
  readonly onProblem: (problem: FrameProblem) => void;
}

export interface FrameResult {
  /** Offset after the last whole record: where to go on once the source has grown. */
  readonly consumed: number;
  /** Bytes of a last line that is not finished yet. */
  readonly pending: number;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

class Stop extends Error {}

const emit = (options: FrameOptions, frame: Frame): void => {
  if (options.onRecord(frame) === false) throw new Stop();
};

/** Handles one whole line; true where it is finished, false where it may be a torn tail. */
const takeLine = (line: Buffer, offset: number, terminated: boolean, options: FrameOptions): boolean => {
  let start = 0;
  let end = line.byteLength;
  if (offset === 0 && line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf) start = 3;
  if (end > start && line[end - 1] === 0x0d) end--;
  start = skipSpace(line, start);
  if (start >= end) return true;
  const value = parse(line.toString("utf8", start, end));
  if (isObject(value)) {
    emit(options, { start: offset + start, end: offset + end, value });
    return true;
  }
  if (value !== undefined) {
    options.onProblem({ kind: "malformed", start: offset + start, end: offset + end });
    return true;
  }
  const parts = splitGluedLine(line.subarray(start, end), options.isRecord);
  const last = parts[parts.length - 1];
  // Only whole records may be taken from a line that is still being written.
  if (!terminated && (last === undefined || last.value === null)) return false;
  for (const part of parts) {
    const range = { start: offset + start + part.start, end: offset + start + part.end };
    if (part.value === null) options.onProblem({ kind: "malformed", ...range });
    else emit(options, { ...range, value: part.value });
  }
  return true;
};

/** Reads a line that is longer than `longLineBytes` from its start; gives the offset after its LF, or -1 for a torn tail. */
const takeLongLine = (source: ByteSource, start: number, options: FrameOptions): number => {
  const line = new LargeLine();
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let position = start;
  let end = -1;
  while (end === -1) {
    const count = source.read(chunk, position);
    if (count === 0) break;
    const feed = chunk.indexOf(0x0a);
    const length = feed === -1 || feed >= count ? count : feed;
    line.feed(chunk.subarray(0, length), position);
    position += length;
    if (length < count) end = position;
  }
  const text = line.finish();
  const value = text === null ? undefined : parse(start === 0 ? text.replace(/^\uFEFF/, "") : text);
  if (isObject(value)) emit(options, { start, end: position, value });
  else if (end === -1) return -1;
  else options.onProblem({ kind: line.overflow ? "oversized" : "malformed", start, end: position });
  return end === -1 ? position : end + 1;
};

const frameLines = (source: ByteSource, options: FrameOptions): FrameResult => {
  let buffer = Buffer.allocUnsafe(chunkBytes);
  let bufferStart = options.from; // offset of buffer[0]
  let filled = 0;
  let consumed = options.from;
  try {
    for (;;) {
      if (filled === buffer.byteLength) {
        if (filled >= longLineBytes) {
          const next = takeLongLine(source, bufferStart, options);
          if (next === -1) return { consumed, pending: source.size - bufferStart };
          bufferStart = consumed = next;
          filled = 0;
          buffer = Buffer.allocUnsafe(chunkBytes);
          continue;
        }
        const larger = Buffer.allocUnsafe(Math.min(buffer.byteLength * 2, longLineBytes));
        buffer.copy(larger, 0, 0, filled);
        buffer = larger;
      }
      const scanFrom = filled;
      const count = source.read(buffer.subarray(filled), bufferStart + filled);
      filled += count;
      let lineStart = 0;
      let feed = buffer.subarray(0, filled).indexOf(0x0a, scanFrom);
      while (feed !== -1) {
        takeLine(buffer.subarray(lineStart, feed), bufferStart + lineStart, true, options);
        lineStart = feed + 1;
        consumed = bufferStart + lineStart;
        feed = buffer.subarray(0, filled).indexOf(0x0a, lineStart);
      }
      if (lineStart > 0) {
        buffer.copyWithin(0, lineStart, filled);
        filled -= lineStart;
        bufferStart += lineStart;
      }
      if (count === 0) {
        if (filled > 0 && takeLine(buffer.subarray(0, filled), bufferStart, false, options)) {
          return { consumed: bufferStart + filled, pending: 0 };
        }
        return { consumed, pending: filled };
      }
    }
  } catch (error) {
    if (error instanceof Stop) return { consumed, pending: 0 };
    throw error;
  }
};

const frameValues = (source: ByteSource, options: FrameOptions): FrameResult => {
  if (source.size > valuesFileBytes) {
    options.onProblem({ kind: "oversized", start: 0, end: source.size });
    return { consumed: source.size, pending: 0 };
  }
  const bytes = readRange(source, 0, source.size);
  const take = (span: Span): void => {
    const value = parse(bytes.toString("utf8", span.start, span.end));
    if (isObject(value)) emit(options, { ...span, value });
    else options.onProblem({ kind: "malformed", ...span });
  };
  let at = skipSpace(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  try {
    while (at < bytes.byteLength) {
      const end = skipValue(bytes, at);
      if (end === -1) {
        options.onProblem({ kind: "malformed", start: at, end: bytes.byteLength });
        break;
      }
      if (bytes[at] === 0x5b) for (const element of arrayElements(bytes, at)) take(element);
      else {
        const members = objectMembers(bytes, at);
        const wrapper = options.wrappers.find((name) => bytes[members.get(name)?.start ?? -1] === 0x5b);
        if (wrapper === undefined) take({ start: at, end });
        else {
          const rest = parse(bytes.toString("utf8", at, end));
          if (isObject(rest)) emit(options, { start: at, end, value: { ...rest, [wrapper]: undefined } });
          for (const element of arrayElements(bytes, (members.get(wrapper) as Span).start)) take(element);
        }
      }
      at = skipSpace(bytes, end);
    }
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return { consumed: source.size, pending: 0 };
};

/** Calls back for each record from `options.from` on, in order. */
export const frameRecords = (source: ByteSource, options: FrameOptions): FrameResult =>
  options.mode === "lines" ? frameLines(source, options) : frameValues(source, options);

/** How the source is cut: `values` where its first value spans lines, is an array, or wraps the records. */
export const frameModeOf = (source: ByteSource, wrappers: readonly string[]): FrameMode => {
  if (source.size > valuesFileBytes) return "lines";
  const head = readRange(source, 0, chunkBytes);
  const start = skipSpace(head, head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0);
  if (head[start] !== 0x7b && head[start] !== 0x5b) return "lines";
  const firstLine = head.indexOf(0x0a, start);
  if (head[start] === 0x7b && firstLine !== -1 && isObject(parse(head.toString("utf8", start, firstLine)))) {
    const members = objectMembers(head, start);
    return wrappers.some((name) => head[members.get(name)?.start ?? -1] === 0x5b) ? "values" : "lines";
  }
  const bytes = source.size > head.byteLength ? readRange(source, 0, source.size) : head;
  const end = skipValue(bytes, start);
  if (end === -1) return "lines";
  if (head[start] === 0x7b && bytes.subarray(start, end).indexOf(0x0a) === -1) {
    const members = objectMembers(bytes, start);
    return wrappers.some((name) => bytes[members.get(name)?.start ?? -1] === 0x5b) ? "values" : "lines";
  }
  return parse(bytes.toString("utf8", start, end)) === undefined ? "lines" : "values";
};
