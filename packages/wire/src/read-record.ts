/** Owns reading one record again from its stored byte range. Does not own what it means. */
import { type ByteSource, readRange } from "./byte-source.ts";
import type { Origin } from "./event.ts";
import { longLineBytes, parseJson } from "./frame.ts";
import { isObject, type JsonObject } from "./json.ts";
import { reduceValue } from "./reduce-value.ts";

/** The record at a byte range, large strings as marks where the range is long; null where the bytes are no record now. */
export const readRecord = (source: ByteSource, { start, end }: Origin): JsonObject | null => {
  if (end - start >= longLineBytes) {
    const reduced = reduceValue(source, start, false);
    return reduced.end === end ? reduced.value : null;
  }
  const value = parseJson(readRange(source, start, end).toString("utf8"));
  return isObject(value) ? value : null;
};
