/**
 * Owns the recovery of records from a line that is not one JSON value: two complete records on one line,
 * or a torn record with the next one glued to it.
 */
import { parseJson } from "./frame.ts";
import { isObject, type JsonObject } from "./json.ts";
import { skipSpace, skipValue } from "./json-span.ts";

export interface GluedPart {
  readonly start: number;
  readonly end: number;
  /** Null for bytes that hold no record. */
  readonly value: JsonObject | null;
}

/** Bytes that may be looked at for each byte of the line, so that no line takes quadratic time. */
const effort = 32;

const parseObject = (line: Buffer, start: number, end: number): JsonObject | null => {
  const value = parseJson(line.toString("utf8", start, end));
  return isObject(value) ? value : null;
};

/**
 * The parts of a line that did not parse, in order; offsets are within the line. One part with a null value
 * where nothing could be recovered. A whole object that stands where a record would begin is one; after damage
 * `isRecord` decides. `torn`: the line begins inside a record.
 */
export const splitGluedLine = (
  line: Buffer,
  isRecord: (value: JsonObject) => boolean,
  torn = false,
): readonly GluedPart[] => {
  let budget = line.length * effort;

  const findAfterDamage = (from: number): GluedPart | null => {
    let start = line.indexOf('{"', from);
    while (start !== -1 && budget > 0) {
      const end = skipValue(line, start);
      budget -= (end === -1 ? line.length : end) - start;
      if (end !== -1) {
        const after = skipSpace(line, end);
        // A glued record is followed by the line's end or by another record, never by the rest of an outer one.
        if (after === line.length || line[after] === 0x7b) {
          const value = parseObject(line, start, end);
          if (value !== null && isRecord(value)) return { start, end, value };
        }
      }
      start = line.indexOf('{"', start + 1);
    }
    return null;
  };

  const parts: GluedPart[] = [];
  let at = skipSpace(line, 0);
  let damaged = torn;
  while (at < line.length) {
    const whole = !damaged && line[at] === 0x7b && budget > 0;
    const end = whole ? skipValue(line, at) : -1;
    if (whole) budget -= (end === -1 ? line.length : end) - at;
    const value = end === -1 ? null : parseObject(line, at, end);
    if (value !== null) {
      parts.push({ start: at, end, value });
      at = skipSpace(line, end);
      continue;
    }
    const next = findAfterDamage(damaged ? at : at + 1);
    damaged = false;
    const lostEnd = next?.start ?? line.length;
    if (lostEnd > at || parts.length === 0) parts.push({ start: at, end: lostEnd, value: null });
    if (next === null) break;
    parts.push(next);
    at = skipSpace(line, next.end);
  }
  return parts;
};
