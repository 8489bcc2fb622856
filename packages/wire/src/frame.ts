/** Owns the vocabulary of framing: what a record, a problem and the options are. Does not own how bytes are cut. */
import type { JsonObject } from "./json.ts";

/** Longer lines are reduced while they are read. */
export const longLineBytes = 4_194_304;

/** Files of whole JSON values (not one a line) are read at once, up to this size. */
export const valuesFileBytes = 67_108_864;

/** `lines`: a record a line. `values`: JSON values over several lines, or wrapped in an array or object. */
export type FrameMode = "lines" | "values";

/** One record as it was cut from its source; offsets are bytes. */
export interface Frame {
  /** Offset of the record's first byte. */
  readonly start: number;
  /** Offset after its last byte. */
  readonly end: number;
  readonly value: JsonObject;
}

/** Bytes from `start` to `end` that hold no record: `malformed` is no JSON object, `oversized` too large to decode. */
export interface FrameProblem {
  readonly kind: "malformed" | "oversized";
  readonly start: number;
  readonly end: number;
}

/** How a source is cut, and who is told of its records and problems. */
export interface FrameOptions {
  /** Offset of the first byte to read: 0, or an earlier `consumed`. */
  readonly from: number;
  readonly mode: FrameMode;
  /** Names of members of a single top-level object whose array elements are the records. */
  readonly wrappers: readonly string[];
  /** Whether an object can stand as a record: decides what is recovered from a damaged line. */
  readonly isRecord: (value: JsonObject) => boolean;
  /** Return false to stop after this record; it counts as consumed. */
  readonly onRecord: (frame: Frame) => unknown;
  /** Return false to stop after these bytes; they count as consumed. */
  readonly onProblem: (problem: FrameProblem) => unknown;
}

/** How far a source was cut; byte offsets. */
export interface FrameResult {
  /** Offset after the last whole record: where to go on once the source has grown. */
  readonly consumed: number;
  /** Bytes of a last line or value that is not finished yet. */
  readonly pending: number;
}

/** Ends framing from inside a callback. */
export class FrameStop extends Error {
  readonly consumed: number;

  constructor(consumed: number) {
    super("stopped by the caller");
    this.consumed = consumed;
  }
}

/** Hands a record over; `consumed` is where a later run goes on. */
export const emitRecord = (options: FrameOptions, frame: Frame, consumed = frame.end): void => {
  if (options.onRecord(frame) === false) throw new FrameStop(consumed);
};

/** Hands over bytes that hold no record. */
export const emitProblem = (
  options: FrameOptions,
  kind: FrameProblem["kind"],
  start: number,
  end: number,
  consumed = end,
): void => {
  if (options.onProblem({ kind, start, end }) === false) throw new FrameStop(consumed);
};

/** The parsed text, undefined where it is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Length of a UTF-8 byte order mark at the start of `bytes`, 0 where there is none. */
export const bomLength = (bytes: Uint8Array): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
