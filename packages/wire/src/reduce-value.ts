/** Owns reading one JSON object that is too long to hold, its large strings as marks. Does not own where it begins. */
import type { ByteSource } from "./byte-source.ts";
import { parseJson } from "./frame.ts";
import { isObject, type JsonObject } from "./json.ts";
import { LargeLine, largeStringSteps } from "./large-line.ts";

const chunkBytes = 1_048_576;
const lineFeed = 0x0a;

export interface ReducedValue {
  /** Null where the bytes are no object, or none that ends. */
  readonly value: JsonObject | null;
  /** Offset after the object, -1 where it does not end. */
  readonly end: number;
  /** True where too much of it lies outside large strings. */
  readonly oversized: boolean;
}

const reduceOnce = (source: ByteSource, start: number, limit: number, oneLine: boolean): ReducedValue => {
  const line = new LargeLine(limit);
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let position = start;
  for (;;) {
    const count = source.read(chunk, position);
    const feed = oneLine ? chunk.subarray(0, count).indexOf(lineFeed) : -1;
    const used = line.feed(chunk.subarray(0, feed === -1 ? count : feed), position);
    if (line.ended) {
      const value = parseJson(line.text());
      return { value: isObject(value) ? value : null, end: position + used, oversized: false };
    }
    if (count === 0 || feed !== -1 || line.overflow) return { value: null, end: -1, oversized: line.overflow };
    position += count;
  }
};

/** Reads the object that begins at `start`; one that runs over the line's end does not end if it is to be `oneLine`. */
export const reduceValue = (source: ByteSource, start: number, oneLine: boolean): ReducedValue => {
  let reduced: ReducedValue = { value: null, end: -1, oversized: true };
  for (const limit of largeStringSteps) {
    if (reduced.oversized) reduced = reduceOnce(source, start, limit, oneLine);
  }
  return reduced;
};
