/** Owns the text that stands for a binary payload: its kind, type, size and hash, never its bytes. */
import { createHash } from "node:crypto";
import type { ByteSource } from "./byte-source.ts";
import { textPieces } from "./large-string.ts";

const dataUrlHead = /^data:([^;,]*)[^,]{0,256},/;

/**
 * `[image image/png, 5120 bytes, sha256:0123456789abcdef]` for base64 `data`, which may hold large-string marks.
 * The hash is of the decoded bytes, its first 16 hex digits. Where `data` is a data URL, its own media type counts.
 */
export const mediaPlaceholder = (source: ByteSource, kind: string, mediaType: string, data: string): string => {
  const hash = createHash("sha256");
  let type = mediaType;
  let size = 0;
  let rest = "";
  let begun = false;
  const add = (base64: string): void => {
    const bytes = Buffer.from(base64, "base64");
    size += bytes.byteLength;
    hash.update(bytes);
  };
  for (const piece of textPieces(data, source)) {
    const head = begun ? null : dataUrlHead.exec(piece);
    begun = true;
    if (head !== null) type = head[1] || mediaType;
    const base64 = head === null ? piece : piece.slice(head[0].length);
    const text = rest + (/\s/.test(base64) ? base64.replace(/\s+/g, "") : base64);
    const whole = text.length - (text.length % 4);
    add(text.slice(0, whole));
    rest = text.slice(whole);
  }
  add(rest);
  return `[${kind} ${type}, ${size} bytes, sha256:${hash.digest("hex").slice(0, 16)}]`;
};
