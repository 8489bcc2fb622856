import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseTime, parseTimeRange } from "../../src/arguments/parse-time.ts";

const now = Date.UTC(2026, 10, 15, 12, 0, 0);
const from = (text: string): string => new Date(parseTime("--since", text, "from", now)).toISOString();
const to = (text: string): string => new Date(parseTime("--until", text, "to", now)).toISOString();

const zone = process.env.TZ;
const useZone = (name: string): void => {
  process.env.TZ = name;
};
beforeEach(() => useZone("America/New_York"));
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe("parseTime", () => {
  it("counts ages back from now, with or without a minus", () => {
    expect(from("7d")).toBe("2026-11-08T12:00:00.000Z");
    expect(from("-7d")).toBe("2026-11-08T12:00:00.000Z");
    expect(from("12h")).toBe("2026-11-15T00:00:00.000Z");
    expect(from("30m")).toBe("2026-11-15T11:30:00.000Z");
    expect(from("2W")).toBe("2026-11-01T12:00:00.000Z");
    expect(from("1.5h")).toBe("2026-11-15T10:30:00.000Z");
  });

  it("takes a bare day as the local one, from its start to its end", () => {
    expect(from("2026-07-22")).toBe("2026-07-22T04:00:00.000Z");
    expect(to("2026-07-22")).toBe("2026-07-23T03:59:59.999Z");
  });

  it("knows that a day of clock change has 23 or 25 hours", () => {
    expect(from("2026-11-01")).toBe("2026-11-01T04:00:00.000Z");
    expect(to("2026-11-01")).toBe("2026-11-02T04:59:59.999Z");
    expect(to("2026-03-08")).toBe("2026-03-09T03:59:59.999Z");
  });

  it("takes a time without a zone as local, one with a zone as it says", () => {
    expect(from("2026-07-22T09:30")).toBe("2026-07-22T13:30:00.000Z");
    expect(from("2026-07-22 09:30:15.25")).toBe("2026-07-22T13:30:15.250Z");
    expect(from("2026-07-22T09:30Z")).toBe("2026-07-22T09:30:00.000Z");
    expect(from("2026-07-22T09:30:00+05:30")).toBe("2026-07-22T04:00:00.000Z");
    expect(from("2026-07-22T09:30:00-0200")).toBe("2026-07-22T11:30:00.000Z");
  });

  it.each([
    "",
    "yesterdayish",
    "7",
    "d",
    "2026-13-01",
    "2026-02-30",
    "2026-02-29",
    "2026-11-01T24:00",
    "2026-11-01T10:00+99:00",
    "99999999999999d",
  ])("refuses %j by the option's name", (text) => {
    expect(() => parseTime("--since", text, "from", now)).toThrow(/--since/);
  });

  it("knows leap years", () => {
    expect(from("2028-02-29T00:00Z")).toBe("2028-02-29T00:00:00.000Z");
  });
});

describe("parseTimeRange", () => {
  it("is null without bounds and open where one is absent", () => {
    expect(parseTimeRange(undefined, undefined, now)).toBeNull();
    expect(parseTimeRange("1d", undefined, now)).toEqual({ from: now - 86_400_000 });
    expect(parseTimeRange(undefined, "1d", now)).toEqual({ to: now - 86_400_000 });
  });

  it("refuses an inverted range by name", () => {
    expect(() => parseTimeRange("1d", "7d", now)).toThrow('--since "1d" lies after --until "7d".');
  });

  it("takes one day as a whole", () => {
    const day = parseTimeRange("2026-07-22", "2026-07-22", now);
    expect(day).toEqual({ from: Date.UTC(2026, 6, 22, 4), to: Date.UTC(2026, 6, 23, 4) - 1 });
  });
});
