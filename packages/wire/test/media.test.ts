import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fromBytes } from "../src/byte-source.ts";
import { largeMark } from "../src/large-string.ts";
import { mediaPlaceholder } from "../src/media.ts";

const none = fromBytes("");

describe("mediaPlaceholder", () => {
  it("names kind, type, decoded size and the beginning of the hash", () => {
    // sha256 of "hello" begins 2cf24dba5fb0a30e.
    expect(mediaPlaceholder(none, "image", "image/png", "aGVsbG8=")).toBe(
      "[image image/png, 5 bytes, sha256:2cf24dba5fb0a30e]",
    );
  });

  it("stands for nothing too", () => {
    expect(mediaPlaceholder(none, "file", "text/plain", "")).toBe(
      "[file text/plain, 0 bytes, sha256:e3b0c44298fc1c14]",
    );
  });

  it("takes the media type of a data URL from it, however large it is", () => {
    const hello = "[image image/jpeg, 5 bytes, sha256:2cf24dba5fb0a30e]";
    expect(mediaPlaceholder(none, "image", "image/*", "data:image/jpeg;base64,aGVsbG8=")).toBe(hello);
    const source = fromBytes('"data:image/jpeg;base64,aGVsbG8="');
    expect(mediaPlaceholder(source, "image", "image/*", largeMark(1, source.size - 1))).toBe(hello);
    expect(mediaPlaceholder(none, "image", "image/*", "data:;base64,aGVsbG8=")).toBe(
      "[image image/*, 5 bytes, sha256:2cf24dba5fb0a30e]",
    );
  });

  it.each([
    ["as it is", (data: string) => data],
    ["with line breaks", (data: string) => data.replace(/(.{76})/g, "$1\n")],
    ["with escaped slashes", (data: string) => data],
  ])("is the same for data too large to hold, written %s", (how, format) => {
    const bytes = Buffer.alloc(3_000_001, "0123456789abcdefg?>/");
    const data = format(bytes.toString("base64"));
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    const expected = `[image image/png, 3000001 bytes, sha256:${hash}]`;
    expect(mediaPlaceholder(none, "image", "image/png", data)).toBe(expected);
    let written = JSON.stringify(data);
    if (how.includes("slashes")) written = written.replaceAll("/", "\\/");
    const source = fromBytes(written);
    expect(mediaPlaceholder(source, "image", "image/png", largeMark(1, source.size - 1))).toBe(expected);
  });
});
