/**
 * Owns records that are not one a line: JSON values over several lines, elements of a top-level array, elements
 * of a named array in one top-level object. Such files are read whole, up to `valuesFileBytes`.
 */
import { type ByteSource, readRange } from "./byte-source.ts";
import {
  bomLength,
  emitProblem,
  emitRecord,
  type FrameOptions,
  type FrameResult,
  parseJson,
  valuesFileBytes,
} from "./frame.ts";
import { isObject } from "./json.ts";
import { arrayElements, findMembers, type Span, skipSpace, skipValue } from "./json-span.ts";

const recoveryLimit = 64;

/** The first of `wrappers` that is an array in the object at `position`. */
export const findWrapper = (
  bytes: Uint8Array,
  position: number,
  wrappers: readonly string[],
): { readonly name: string; readonly span: Span } | undefined => {
  if (wrappers.length === 0) return undefined;
  const members = findMembers(bytes, position, wrappers);
  for (const name of wrappers) {
    const span = members.get(name);
    if (span !== undefined && bytes[span.start] === 0x5b) return { name, span };
  }
  return undefined;
};

class ValuesFrame {
  readonly #bytes: Buffer;
  readonly #options: FrameOptions;

  constructor(bytes: Buffer, options: FrameOptions) {
    this.#bytes = bytes;
    this.#options = options;
  }

  problem(start: number, end: number): void {
    if (start >= this.#options.from) emitProblem(this.#options, "malformed", start, end);
  }

  take({ start, end }: Span): void {
    if (start < this.#options.from) return;
    const value = parseJson(this.#bytes.toString("utf8", start, end));
    if (isObject(value)) emitRecord(this.#options, { start, end, value });
    else this.problem(start, end);
  }

  elements(array: Span): void {
    let at = skipSpace(this.#bytes, array.start + 1);
    for (const element of arrayElements(this.#bytes, array.start)) {
      this.take(element);
      at = skipSpace(this.#bytes, element.end);
    }
    if (at < array.end - 1) this.problem(at, array.end);
  }

  /** The object around a wrapped array, without the array's elements. */
  head({ start, end }: Span, name: string, array: Span): void {
    if (start < this.#options.from) return;
    const text = `${this.#bytes.toString("utf8", start, array.start)}null${this.#bytes.toString("utf8", array.end, end)}`;
    const value = parseJson(text);
    if (isObject(value)) {
      emitRecord(this.#options, { start, end, value: { ...value, [name]: undefined } }, array.start);
    } else emitProblem(this.#options, "malformed", start, array.start);
  }

  value(span: Span): void {
    const first = this.#bytes[span.start];
    const wrapper = first === 0x7b ? findWrapper(this.#bytes, span.start, this.#options.wrappers) : undefined;
    if (wrapper !== undefined) {
      this.head(span, wrapper.name, wrapper.span);
      this.elements(wrapper.span);
    } else if (first === 0x5b) this.elements(span);
    else this.take(span);
  }
}

/** Where to go on after bytes that begin no whole value; -1 where they may be one that is still being written. */
const recoverAt = (bytes: Buffer, position: number): number => {
  const first = bytes[position];
  if (first === 0x7b || first === 0x5b || first === 0x22) {
    const next = bytes.indexOf("\n{", position);
    return next === -1 ? -1 : next + 1;
  }
  let at = position + 1;
  while (at < bytes.length && (bytes[at] === 0x2c || bytes[at] === 0x5d || bytes[at] === 0x7d)) at++;
  return at;
};

/** Records of a source of whole values that begin at `options.from` or later. */
export const frameValues = (source: ByteSource, options: FrameOptions): FrameResult => {
  if (source.size > valuesFileBytes) {
    if (options.from < source.size) emitProblem(options, "oversized", options.from, source.size);
    return { consumed: source.size, pending: 0 };
  }
  const bytes = readRange(source, 0, source.size);
  const frame = new ValuesFrame(bytes, options);
  let at = skipSpace(bytes, bomLength(bytes));
  for (let recoveries = 0; at < bytes.byteLength; at = skipSpace(bytes, at)) {
    const end = skipValue(bytes, at);
    if (end !== -1) {
      frame.value({ start: at, end });
      at = end;
      continue;
    }
    const next = recoverAt(bytes, at);
    if (next === -1) {
      const consumed = Math.max(at, options.from);
      return { consumed, pending: bytes.byteLength - consumed };
    }
    const lostEnd = ++recoveries > recoveryLimit ? bytes.byteLength : next;
    frame.problem(at, lostEnd);
    at = lostEnd;
  }
  return { consumed: bytes.byteLength, pending: 0 };
};
