/**
 * Owns random access to the bytes of one source. Synchronous on purpose: decoding runs in worker
 * threads, where a blocking read is the fastest one. Never writes.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** The bytes of one source, read at any place. Reading throws the system's error; whoever opened it closes it. */
export interface ByteSource {
  /** Bytes when it was opened; a file may grow afterwards, what follows is not read. */
  readonly size: number;
  /** Fills `buffer` from `position`; gives the number of bytes read, 0 at the end. */
  read(buffer: Uint8Array, position: number): number;
  close(): void;
}

/** Opens a regular file. Throws the system's error, or one with code `ENOTREG` for a pipe, device or folder. */
export const openFile = (path: string): ByteSource => {
  // A pipe would block the open until a writer came.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const status = fstatSync(descriptor);
  if (!status.isFile()) {
    closeSync(descriptor);
    throw Object.assign(new Error("not a regular file"), { code: "ENOTREG" });
  }
  const size = status.size;
  return {
    size,
    read: (buffer, position) => {
      const wanted = Math.min(buffer.byteLength, size - position);
      return wanted <= 0 ? 0 : readSync(descriptor, buffer, 0, wanted, position);
    },
    close: () => closeSync(descriptor),
  };
};

/** A source over bytes in memory. */
export const fromBytes = (content: Uint8Array | string): ByteSource => {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return {
    size: bytes.byteLength,
    read: (buffer, position) => {
      const piece = bytes.subarray(position, position + buffer.byteLength);
      buffer.set(piece);
      return piece.byteLength;
    },
    close: () => {},
  };
};

/** The bytes of a range, fewer where the source ends before it. */
export const readRange = (source: ByteSource, start: number, end: number): Buffer => {
  const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(end, source.size) - start));
  let filled = 0;
  while (filled < buffer.byteLength) {
    const count = source.read(buffer.subarray(filled), start + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
};
