import { expect, test } from "vitest";
import { noCounts, uniqueKey } from "../src/unique-key.ts";

test("a key that occurs again is counted", () => {
  const counts = noCounts();
  expect(["user/a", "user/b", "user/a", "user/a"].map((key) => uniqueKey(counts, key))).toEqual([
    "user/a",
    "user/b",
    "user/a/2",
    "user/a/3",
  ]);
});

test("random ids are left alone, so that a record written twice is known", () => {
  const counts = noCounts();
  const key = "call_Xadcaju55OrZk0cmKRlq1xCw/output";
  expect([uniqueKey(counts, key), uniqueKey(counts, key)]).toEqual([key, key]);
});

test("counts outlive many other keys, and their memory is bounded", () => {
  const counts = noCounts();
  uniqueKey(counts, "user/a");
  for (let index = 0; index < 500; index++) uniqueKey(counts, `user/x${index}`);
  expect(uniqueKey(counts, "user/a")).toBe("user/a/2");
  for (let index = 0; index < 500; index++) uniqueKey(counts, `user/y${index}`);
  expect(uniqueKey(counts, "user/a")).toBe("user/a/3");
  for (let index = 0; index < 20_000; index++) uniqueKey(counts, `user/z${index}`);
  expect(JSON.stringify(counts).length).toBeLessThan(25_000);
});
