import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readAhead } from "../src/read-ahead.ts";

describe("readAhead", () => {
  it("keeps the order and the width", async () => {
    let underWay = 0;
    let most = 0;
    const read = async (number: number): Promise<number> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(10 - number);
      underWay -= 1;
      return number * 2;
    };
    const results: number[] = [];
    for await (const result of readAhead([1, 2, 3, 4, 5, 6], read, 3)) results.push(result);
    expect(results).toEqual([2, 4, 6, 8, 10, 12]);
    expect(most).toBe(3);
  });

  it("passes the first failure on and leaves no other unhandled", async () => {
    const read = (number: number): Promise<number> =>
      number > 1 ? Promise.reject(new Error(`no ${number}`)) : Promise.resolve(number);
    const results = async () => {
      const all: number[] = [];
      for await (const result of readAhead([1, 2, 3], read)) all.push(result);
      return all;
    };
    await expect(results()).rejects.toThrow("no 2");
  });
});
