import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inBatches } from "../src/in-batches.ts";

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

describe("inBatches", () => {
  it("keeps the order whichever batch is done first, with two under way at most", async () => {
    const asked: (readonly number[])[] = [];
    let underWay = 0;
    let most = 0;
    const read = async (batch: readonly number[]): Promise<readonly string[]> => {
      asked.push(batch);
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(batch[0] === 1 ? 20 : 1);
      underWay -= 1;
      return batch.map((number) => `read ${number}`);
    };
    expect(await collect(inBatches([1, 2, 3, 4, 5, 6, 7], 3, read))).toEqual([
      "read 1",
      "read 2",
      "read 3",
      "read 4",
      "read 5",
      "read 6",
      "read 7",
    ]);
    expect(asked).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(most).toBe(2);
  });

  it("reads nothing of nothing", async () => {
    const never = async (): Promise<readonly number[]> => {
      throw new Error("read");
    };
    expect(await collect(inBatches([], 10, never))).toEqual([]);
  });

  it("fails with the first failure and leaves no other unhandled", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    const read = async ([first]: readonly number[]): Promise<readonly number[]> => {
      throw new Error(`batch of ${first}`);
    };
    await expect(collect(inBatches([1, 2, 3, 4], 2, read))).rejects.toThrow("batch of 1");
    await sleep(5);
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});
