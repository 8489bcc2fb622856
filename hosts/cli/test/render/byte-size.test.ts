import { expect, it } from "vitest";
import { byteSize } from "../../src/render/byte-size.ts";

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1.0 kB"],
  [9950, "9.9 kB"],
  [25_000_000, "25 MB"],
  [999_960, "1.0 MB"],
  [2_500_000_000, "2.5 GB"],
])("writes %d as %s", (bytes, words) => {
  expect(byteSize(bytes)).toBe(words);
});
