/** Owns the text that stands for a binary payload: its kind, type, size and hash, never its bytes. */
import { createHash } from "node:crypto";
import type { ByteSource } from "./byte-source.ts";
import { textPieces } from "./large-string.ts";

/**
 * `[image image/png, 5120 bytes, sha256:0123456789abcdef]` for base64 `data`, which may hold large-string marks.
 * The hash is of the decoded bytes, its first 16 hex digits.
 */
export const mediaPlaceholder = (source: ByteSource, kind: string, mediaType: string, data: string): string => {
  const hash = createHash("sha256");
  let size = 0;
  let rest = "";
  const add = (base64: string): void => {
    const bytes = Buffer.from(base64, "base64");
    size += bytes.byteLength;
    hash.update(bytes);
  };
  for (const piece of textPieces(data, source)) {
    const text = rest + (/\s/.test(piece) ? piece.replace(/\s+/g, "") : piece);
    const whole = text.length - (text.length % 4);
    add(text.slice(0, whole));
    rest = text.slice(whole);
  }
  add(rest);
  return `[${kind} ${mediaType}, ${size} bytes, sha256:${hash.digest("hex").slice(0, 16)}]`;
};
