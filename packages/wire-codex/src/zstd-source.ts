/**
 * Owns reading a compressed file as if it were plain: a cursor that decompresses forward and keeps what it passed
 * last, and begins anew for what lies further back. Does not own finding or opening files.
 */
import { type ByteSource, readRange } from "@backscroll/wire";
import { Decompress } from "fzstd";

const readBytes = 262_144;
/** Bytes given to the decompressor at once: few, since each may stand for thousands. */
const feedBytes = 1024;
/** Bytes that stay readable behind the last ones that were asked for. */
const keptBytes = 4_194_304;
const largestWindow = 268_435_456;

const failure = (message: string): Error => Object.assign(new Error(message), { code: "EZSTD" });

export const isZstd = (head: Uint8Array): boolean =>
  head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd;

/** Bytes of history that decompressing the first frame takes, as its header says. */
const windowSize = (head: Buffer): number => {
  const descriptor = head[4] ?? 0;
  const isSingle = (descriptor & 0x20) !== 0;
  if (!isSingle) {
    const window = head[5] ?? 0;
    const base = 2 ** (10 + (window >> 3));
    return base + (base / 8) * (window & 7);
  }
  const at = 5 + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  const sizeBytes = 1 << (descriptor >> 6);
  if (head.byteLength < at + sizeBytes) return 0;
  return sizeBytes === 8 ? Number(head.readBigUInt64LE(at)) : head.readUIntLE(at, sizeBytes);
};

class ZstdCursor {
  readonly #source: ByteSource;
  readonly #decompress: Decompress;
  readonly #chunks: Uint8Array[] = [];
  #input: Buffer = Buffer.alloc(0);
  #inputAt = 0;
  #taken = 0;
  #finished = false;
  /** Offset of the first kept byte. */
  start = 0;
  /** Offset after the last decompressed byte. */
  end = 0;

  constructor(source: ByteSource) {
    this.#source = source;
    this.#decompress = new Decompress((chunk) => {
      if (chunk.byteLength === 0) return;
      this.#chunks.push(chunk);
      this.end += chunk.byteLength;
    });
  }

  /** Decompresses a little more; false at the end. Throws where the data is damaged or ends too early. */
  advance(): boolean {
    if (this.#finished) return false;
    if (this.#inputAt === this.#input.byteLength) {
      this.#input = readRange(this.#source, this.#taken, this.#taken + readBytes);
      this.#inputAt = 0;
      this.#taken += this.#input.byteLength;
    }
    const piece = this.#input.subarray(this.#inputAt, this.#inputAt + feedBytes);
    this.#inputAt += piece.byteLength;
    this.#finished = piece.byteLength === 0;
    try {
      this.#decompress.push(piece, this.#finished);
    } catch (error) {
      throw failure(`damaged or unfinished zstd data (${error instanceof Error ? error.message : "unknown"})`);
    }
    return true;
  }

  /** Gives up what lies more than `keptBytes` before `position`. */
  dropBefore(position: number): void {
    let first = this.#chunks[0];
    while (first !== undefined && this.start + first.byteLength < position - keptBytes) {
      this.start += first.byteLength;
      this.#chunks.shift();
      first = this.#chunks[0];
    }
  }

  /** Copies what is there from `position` on, which lies in the kept range. */
  copy(buffer: Uint8Array, position: number): number {
    let at = this.start;
    let filled = 0;
    for (const chunk of this.#chunks) {
      const from = position + filled - at;
      if (from < chunk.byteLength) {
        const piece = chunk.subarray(from, from + buffer.byteLength - filled);
        buffer.set(piece, filled);
        filled += piece.byteLength;
        if (filled === buffer.byteLength) break;
      }
      at += chunk.byteLength;
    }
    return filled;
  }
}

/** Number of bytes that the source decompresses to, by decompressing it. Throws where it is damaged. */
export const decompressedSize = (source: ByteSource): number => {
  const cursor = new ZstdCursor(source);
  while (cursor.advance()) cursor.dropBefore(cursor.end + keptBytes);
  return cursor.end;
};

/** Throws where decompressing would take more memory than is reasonable. */
export const checkWindow = (source: ByteSource): void => {
  if (windowSize(readRange(source, 0, 18)) > largestWindow) throw failure("zstd data that needs too much memory");
};

/** The decompressed bytes of a source, `size` of them. */
export const zstdSource = (source: ByteSource, size: number): ByteSource => {
  let cursor = new ZstdCursor(source);
  return {
    size,
    read: (buffer, position) => {
      const wanted = Math.min(buffer.byteLength, size - position);
      if (wanted <= 0) return 0;
      if (position < cursor.start) cursor = new ZstdCursor(source);
      while (cursor.end < position + wanted) {
        cursor.dropBefore(position);
        if (!cursor.advance()) break;
      }
      return position < cursor.end ? cursor.copy(buffer.subarray(0, wanted), position) : 0;
    },
    close: () => source.close(),
  };
};
