/** Owns the text that stands for a binary payload: its kind, type, size and hash, never its bytes. */
import { createHash } from "node:crypto";
import { type ByteSource, readRange } from "./byte-source.ts";
import { soleLargeMark } from "./large-string.ts";

// Divisible by 4, so that every piece is whole base64 groups.
const pieceBytes = 1_048_576;

/**
 * `[image image/png, 5120 bytes, sha256:0123456789abcdef]` for base64 `data`, which may be a large-string mark.
 * The hash is of the decoded bytes, its first 16 hex digits.
 */
export const mediaPlaceholder = (source: ByteSource, kind: string, mediaType: string, data: string): string => {
  const hash = createHash("sha256");
  let size = 0;
  const add = (base64: string): void => {
    const bytes = Buffer.from(base64, "base64");
    size += bytes.byteLength;
    hash.update(bytes);
  };
  const large = soleLargeMark(data);
  if (large === null) add(data);
  else {
    for (let position = large.start; position < large.end; position += pieceBytes) {
      add(readRange(source, position, Math.min(large.end, position + pieceBytes)).toString("latin1"));
    }
  }
  return `[${kind} ${mediaType}, ${size} bytes, sha256:${hash.digest("hex").slice(0, 16)}]`;
};
