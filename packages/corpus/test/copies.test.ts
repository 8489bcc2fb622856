import { expect, it } from "vitest";
import { CopyMatcher, isOrigin, originalOf } from "../src/copies.ts";

const side = (session: string, more: { parent?: string; firstOwnAt?: number; onlyShared?: boolean } = {}) => ({
  session,
  parent: null,
  firstOwnAt: null,
  onlyShared: false,
  ...more,
});

it("takes the declared parent, then the session with nothing of its own, then the one that went on first", () => {
  expect(isOrigin(side("b", { firstOwnAt: 9 }), side("a", { parent: "b", firstOwnAt: 1 }))).toBe(true);
  expect(isOrigin(side("b", { onlyShared: true }), side("a", { firstOwnAt: 1 }))).toBe(true);
  expect(isOrigin(side("b", { firstOwnAt: 1 }), side("a", { firstOwnAt: 2 }))).toBe(true);
  expect(isOrigin(side("a"), side("b"))).toBe(true);
  expect(isOrigin(side("b"), side("a"))).toBe(false);
});

it("[duplicate] finds a copied beginning and ends it at the first event of its own", () => {
  const seqs = new Map([
    [10, [1]],
    [20, [2]],
    [30, [5]],
  ]);
  const matcher = new CopyMatcher((key) => seqs.get(key) ?? []);
  const take = (seq: number, key: number, logOnly = false) => matcher.take({ seq, key, logOnly, isSame: () => true });
  expect([take(1, 10), take(2, 99, true), take(3, 20), take(4, 30), take(5, 77), take(6, 10)]).toEqual([
    1,
    null,
    2,
    5,
    null,
    null,
  ]);
  expect(matcher.ranges).toEqual([
    { from: 1, to: 1, originFrom: 1 },
    { from: 3, to: 3, originFrom: 2 },
    { from: 4, to: 4, originFrom: 5 },
  ]);
  expect([originalOf(matcher.ranges, 4), originalOf(matcher.ranges, 5)]).toEqual([5, null]);
});

it("takes no event for a copy that says something else under the same key", () => {
  const matcher = new CopyMatcher((key) => (key === 10 ? [1, 3] : [2]));
  const take = (seq: number, key: number, same: readonly number[]) =>
    matcher.take({ seq, key, logOnly: false, isSame: (originSeq) => same.includes(originSeq) });
  expect([take(1, 10, [3]), take(2, 20, []), take(3, 20, [2])]).toEqual([3, null, 2]);
});
