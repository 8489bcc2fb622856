import { describe, expect, test } from "vitest";
import { timeOf } from "../src/timestamp.ts";

describe("recorded times", () => {
  test("an ISO text is read with its zone", () => {
    expect(timeOf("2026-03-01T10:00:00.500Z")).toBe(1772359200500);
    expect(timeOf("2026-03-01T10:00:00+02:00")).toBe(1772352000000);
  });

  test("a number is seconds or milliseconds by its magnitude", () => {
    expect(timeOf(1785000000)).toBe(1785000000000);
    expect(timeOf(1785000000.25)).toBe(1785000000250);
    expect(timeOf(1785000000000)).toBe(1785000000000);
    expect(new Date(timeOf(1785000000) ?? 0).getUTCFullYear()).toBe(2026);
    expect(timeOf("1785000000")).toBe(1785000000000);
  });

  test("what is no time is null", () => {
    for (const value of [undefined, null, "", "yesterday", 0, -5, true, {}, [1], 1e300])
      expect(timeOf(value)).toBeNull();
  });
});
