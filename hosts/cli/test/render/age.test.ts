import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { age, isoTime, localTime } from "../../src/render/age.ts";

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = "America/New_York";
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const now = Date.UTC(2026, 10, 15, 12);

describe("age", () => {
  it.each([
    [30_000, "just now"],
    [60_000, "1 minute ago"],
    [59 * 60_000, "59 minutes ago"],
    [3_600_000, "1 hour ago"],
    [47 * 3_600_000, "1 day ago"],
    [29 * 86_400_000, "29 days ago"],
    [30 * 86_400_000, "2026-10-16"],
    [-3_600_000, "2026-11-15"],
  ])("says %d milliseconds as %s", (passed, words) => {
    expect(age(now - passed, now)).toBe(words);
  });

  it("does not invent a time", () => {
    expect(age(null, now)).toBe("time unknown");
    expect(localTime(null)).toBe("time unknown");
    expect(isoTime(null)).toBeNull();
  });
});

describe("localTime and isoTime", () => {
  it("are in the local zone and in UTC", () => {
    expect(localTime(Date.UTC(2026, 6, 23, 2, 0))).toBe("2026-07-22 22:00");
    expect(isoTime(Date.UTC(2026, 6, 23, 2, 0))).toBe("2026-07-23T02:00:00.000Z");
  });
});
