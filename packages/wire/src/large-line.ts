/**
 * Owns the reduction of one very long line of JSON, fed in pieces, to a small line in which every large
 * string is a mark. Memory stays bounded by what is not inside large strings.
 */
import { largeMark, largeStringBytes } from "./large-string.ts";

const quote = 0x22;
const backslash = 0x5c;

/** A line whose text outside large strings is over this is not decoded. */
export const reducedLineBytes = 33_554_432;

export class LargeLine {
  readonly #pieces: Buffer[] = [];
  #kept = 0;
  #inString = false;
  #escaped = false;
  /** Absolute offset of the current string's content. */
  #stringStart = 0;
  /** Pieces of the current string, dropped once it is large. */
  #string: Buffer[] = [];
  #stringLength = 0;
  #overflow = false;

  /** True once the line, large strings left out, is too long to decode; the rest may still be fed. */
  get overflow(): boolean {
    return this.#overflow;
  }

  #keep(piece: Buffer): void {
    this.#kept += piece.byteLength;
    if (this.#kept > reducedLineBytes) {
      this.#overflow = true;
      this.#pieces.length = 0;
    } else this.#pieces.push(Buffer.from(piece));
  }

  #addToString(piece: Buffer): void {
    this.#stringLength += piece.byteLength;
    if (this.#stringLength <= largeStringBytes) this.#string.push(Buffer.from(piece));
    else this.#string.length = 0;
  }

  #endString(end: number): void {
    if (this.#stringLength > largeStringBytes) {
      this.#keep(Buffer.from(JSON.stringify(largeMark(this.#stringStart, end)).slice(1, -1)));
    } else for (const piece of this.#string) this.#keep(piece);
    this.#string = [];
    this.#stringLength = 0;
    this.#inString = false;
  }

  /** Adds the line's next bytes; `offset` is their place in the source. */
  feed(bytes: Buffer, offset: number): void {
    let at = 0;
    while (at < bytes.byteLength) {
      if (!this.#inString) {
        const open = bytes.indexOf(quote, at);
        const end = open === -1 ? bytes.byteLength : open + 1;
        this.#keep(bytes.subarray(at, end));
        at = end;
        if (open !== -1) {
          this.#inString = true;
          this.#escaped = false;
          this.#stringStart = offset + at;
        }
        continue;
      }
      if (this.#escaped) {
        this.#addToString(bytes.subarray(at, at + 1));
        this.#escaped = false;
        at++;
        continue;
      }
      const close = bytes.indexOf(quote, at);
      const limit = close === -1 ? bytes.byteLength : close;
      let slashes = 0;
      while (limit - 1 - slashes >= at && bytes[limit - 1 - slashes] === backslash) slashes++;
      if (limit > at) this.#addToString(bytes.subarray(at, limit));
      at = limit;
      if (slashes % 2 === 1) this.#escaped = true;
      else if (close !== -1) {
        this.#endString(offset + close);
        this.#keep(bytes.subarray(close, close + 1));
        at = close + 1;
      }
    }
  }

  /** The reduced line, or null where it overflowed or ends inside a string. */
  finish(): string | null {
    return this.#overflow || this.#inString ? null : Buffer.concat(this.#pieces).toString("utf8");
  }
}
