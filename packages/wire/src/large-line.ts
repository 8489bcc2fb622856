/**
 * Owns the reduction of one very long JSON object, fed in pieces, to a small text in which every large
 * string is a mark. Memory stays bounded by what is not inside large strings.
 */
import { largeMark, largeStringBytes } from "./large-string.ts";

const quote = 0x22;
const backslash = 0x5c;

/** A record whose text outside large strings is over this is not decoded. */
export const reducedLineBytes = 16_777_216;

/** Sizes from which strings become marks: the next one is tried where a record is still too long. */
export const largeStringSteps: readonly number[] = [largeStringBytes, 16_384, 1024];

export class LargeLine {
  readonly #limit: number;
  #text = Buffer.allocUnsafe(65_536);
  #length = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Absolute offset of the current string's content. */
  #stringStart = 0;
  /** Where the current string's content begins in the reduced text. */
  #stringAt = 0;
  #stringLength = 0;
  #overflow = false;
  #ended = false;

  /** Strings of more than `limit` bytes become marks. */
  constructor(limit: number = largeStringBytes) {
    this.#limit = limit;
  }

  /** True once the record, large strings left out, is too long to decode; the rest is ignored. */
  get overflow(): boolean {
    return this.#overflow;
  }

  /** True once the object's closing brace was fed. */
  get ended(): boolean {
    return this.#ended;
  }

  #keep(bytes: Buffer, start: number, end: number): void {
    const length = this.#length + end - start;
    if (length > reducedLineBytes) {
      this.#overflow = true;
      return;
    }
    if (length > this.#text.byteLength) {
      const larger = Buffer.allocUnsafe(Math.min(Math.max(length, this.#text.byteLength * 2), reducedLineBytes));
      this.#text.copy(larger, 0, 0, this.#length);
      this.#text = larger;
    }
    // Calling out costs more than copying a few bytes.
    if (end - start > 32) bytes.copy(this.#text, this.#length, start, end);
    else for (let at = start, to = this.#length; at < end; at++, to++) this.#text[to] = bytes[at] as number;
    this.#length = length;
  }

  #addToString(bytes: Buffer, start: number, end: number): void {
    this.#stringLength += end - start;
    if (this.#stringLength <= this.#limit) this.#keep(bytes, start, end);
    else this.#length = this.#stringAt;
  }

  #endString(end: number): void {
    this.#inString = false;
    if (this.#stringLength <= this.#limit) return;
    const mark = Buffer.from(JSON.stringify(largeMark(this.#stringStart, end)).slice(1, -1));
    this.#keep(mark, 0, mark.byteLength);
  }

  /** Keeps bytes outside strings up to and with the next quote or the object's end; gives the offset after them. */
  #takeStructure(bytes: Buffer, from: number, offset: number): number {
    let at = from;
    while (at < bytes.byteLength) {
      const byte = bytes[at++];
      if (byte === quote) {
        this.#inString = true;
        this.#escaped = false;
        this.#stringStart = offset + at;
        this.#stringLength = 0;
        break;
      }
      if (byte === 0x7b || byte === 0x5b) this.#depth++;
      else if (byte === 0x7d || byte === 0x5d) {
        this.#depth--;
        if (this.#depth === 0) {
          this.#ended = true;
          break;
        }
      }
    }
    this.#keep(bytes, from, at);
    this.#stringAt = this.#length;
    return at;
  }

  #takeString(bytes: Buffer, from: number, offset: number): number {
    if (this.#escaped) {
      this.#addToString(bytes, from, from + 1);
      this.#escaped = false;
      return from + 1;
    }
    const close = bytes.indexOf(quote, from);
    const limit = close === -1 ? bytes.byteLength : close;
    let slashes = 0;
    while (limit - 1 - slashes >= from && bytes[limit - 1 - slashes] === backslash) slashes++;
    this.#addToString(bytes, from, limit);
    if (slashes % 2 === 1) {
      this.#escaped = true;
      return limit;
    }
    if (close === -1) return limit;
    this.#endString(offset + close);
    this.#keep(bytes, close, close + 1);
    return close + 1;
  }

  /** Adds the next bytes, `offset` being their place in the source; gives how many belong to the object. */
  feed(bytes: Buffer, offset: number): number {
    let at = 0;
    while (at < bytes.byteLength && !this.#ended && !this.#overflow) {
      at = this.#inString ? this.#takeString(bytes, at, offset) : this.#takeStructure(bytes, at, offset);
    }
    return at;
  }

  /** The reduced text of what was fed. */
  text(): string {
    return this.#text.toString("utf8", 0, this.#length);
  }
}
