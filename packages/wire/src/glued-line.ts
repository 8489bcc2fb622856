/**
 * Owns the recovery of records from a line that is not one JSON value: two complete records on one line,
 * or a torn record with the next one glued to it.
 */
import { isObject, type JsonObject } from "./json.ts";
import { skipSpace, skipValue } from "./json-span.ts";

export interface GluedPart {
  readonly start: number;
  readonly end: number;
  /** Null for bytes that hold no record. */
  readonly value: JsonObject | null;
}

const candidateLimit = 64;

const parseObject = (bytes: Buffer): JsonObject | null => {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

/** Where a record that `isRecord` accepts begins after `from` and runs to its end; null where none does. */
const findTornEnd = (line: Buffer, from: number, isRecord: (value: JsonObject) => boolean): GluedPart | null => {
  let candidate = from;
  for (let tried = 0; tried < candidateLimit; tried++) {
    candidate = line.indexOf('{"', candidate + 1);
    if (candidate === -1) return null;
    const end = skipValue(line, candidate);
    if (end === -1) continue;
    const after = skipSpace(line, end);
    // A glued record is followed by the line's end or by another record, never by the rest of an outer one.
    if (after < line.length && line[after] !== 0x7b) continue;
    const value = parseObject(line.subarray(candidate, end));
    if (value !== null && isRecord(value)) return { start: candidate, end, value };
  }
  return null;
};

/**
 * The parts of a line that did not parse, in order; offsets are within the line. One part with a null value
 * where nothing could be recovered.
 */
export const splitGluedLine = (line: Buffer, isRecord: (value: JsonObject) => boolean): readonly GluedPart[] => {
  const parts: GluedPart[] = [];
  let at = skipSpace(line, 0);
  while (at < line.length) {
    const end = line[at] === 0x7b ? skipValue(line, at) : -1;
    const value = end === -1 ? null : parseObject(line.subarray(at, end));
    if (value !== null && isRecord(value)) {
      parts.push({ start: at, end, value });
      at = skipSpace(line, end);
      continue;
    }
    const next = findTornEnd(line, at, isRecord);
    parts.push({ start: at, end: next?.start ?? line.length, value: null });
    if (next === null) break;
    parts.push(next);
    at = skipSpace(line, next.end);
  }
  return parts;
};
