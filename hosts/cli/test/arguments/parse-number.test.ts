import { describe, expect, it } from "vitest";
import { parseNumber } from "../../src/arguments/parse-number.ts";

describe("parseNumber", () => {
  it("takes whole numbers within bounds", () => {
    expect(parseNumber("--limit", "20", 1, 100)).toBe(20);
  });

  it.each(["0", "101", "-1", "1.5", "1e3", "", "ten", "99999999999999999999"])("refuses %j", (text) => {
    expect(() => parseNumber("--limit", text, 1, 100)).toThrow(
      `--limit "${text}" is not a whole number from 1 to 100.`,
    );
  });
});
