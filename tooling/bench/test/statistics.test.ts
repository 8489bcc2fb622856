import { describe, expect, it } from "vitest";
import { median, percentile, timings } from "../src/statistics.ts";

describe("statistics", () => {
  it("take the value at or below which the share lies", () => {
    const values = [5, 1, 4, 2, 3, 10, 9, 8, 7, 6];
    expect(percentile(values, 0.95)).toBe(10);
    expect(percentile(values, 0.9)).toBe(9);
    expect(percentile(values, 0)).toBe(1);
    expect(median(values)).toBe(5);
    expect(median([3, 1, 2])).toBe(2);
  });

  it("of nothing are not a number", () => {
    expect(median([])).toBeNaN();
  });

  it("time each round once, in order", async () => {
    const rounds: number[] = [];
    const times = await timings(3, async (round) => rounds.push(round));
    expect(rounds).toEqual([0, 1, 2]);
    expect(times).toHaveLength(3);
    expect(times.every((time) => time >= 0)).toBe(true);
  });
});
