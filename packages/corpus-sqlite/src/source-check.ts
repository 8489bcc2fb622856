/** Owns telling whether the bytes that were indexed are still the source's beginning. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type ByteSource, readRange } from "@backscroll/wire";

const chunkBytes = 1_048_576;
const edgeBytes = 4096;
const innerSamples = 8;
const innerBytes = 1024;

/** Checksum of the bytes from `start` to `end`, continuing `checksum` of what lies before. */
export const extendChecksum = (source: ByteSource, start: number, end: number, checksum: number): number => {
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(1, end - start)));
  let position = start;
  let value = checksum;
  while (position < end) {
    const count = source.read(chunk.subarray(0, Math.min(chunk.byteLength, end - position)), position);
    if (count === 0) break;
    value = crc32(chunk.subarray(0, count), value);
    position += count;
  }
  return value;
};

/**
 * A hash of samples of the first `end` bytes: both edges and places between. Enough to tell growth from rewriting
 * without reading everything again.
 */
export const samplePrefix = (source: ByteSource, end: number): string => {
  const hash = createHash("sha1");
  const add = (start: number, length: number): void => {
    hash.update(readRange(source, start, Math.min(end, start + length)));
  };
  add(0, edgeBytes);
  for (let index = 1; index <= innerSamples; index++) add(Math.floor((end * index) / (innerSamples + 1)), innerBytes);
  add(Math.max(0, end - edgeBytes), edgeBytes);
  return hash.digest("base64");
};
