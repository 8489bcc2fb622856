import { describe, expect, it } from "vitest";
import { keyHash } from "../src/key-hash.ts";

describe("keyHash", () => {
  it("never changes, since stored indexes hold it", () => {
    expect(keyHash("")).toBe(keyHash(""));
    expect([keyHash("a1b2c3d4"), keyHash("msg_1/2"), keyHash("漢😀")]).toMatchInlineSnapshot(`
      [
        38264139817979,
        57451227772423,
        71693893436389,
      ]
    `);
  });

  it("is a whole number below 2^47", () => {
    for (let index = 0; index < 1000; index++) {
      const hash = keyHash(`key ${index}`);
      expect(Number.isSafeInteger(hash) && hash >= 0 && hash < 2 ** 47).toBe(true);
    }
  });

  it("tells a hundred thousand similar keys apart", () => {
    const hashes = new Set<number>();
    for (let index = 0; index < 100_000; index++) hashes.add(keyHash(index.toString(16).padStart(8, "0")));
    expect(hashes.size).toBe(100_000);
  });
});
