import { describe, expect, it } from "vitest";
import { type Fold, plainFold } from "../src/fold.ts";
import { beforeCompaction, branchOf, surfaceOf } from "../src/hit-state.ts";

const fold: Fold = {
  ...plainFold(12),
  inactive: [[4, 5]],
  shadowed: [
    [1, 3],
    [6, 7],
  ],
  boundary: 8,
};

describe("the state of an event", () => {
  it.each([
    [1, "active", "shadowed", true],
    [4, "inactive", "shadowed", true],
    [7, "active", "shadowed", true],
    [8, "active", "current", false],
    [12, "active", "current", false],
  ])("seq %i is %s, %s, before the boundary: %s", (seq, branch, surface, before) => {
    expect([branchOf(fold, seq), surfaceOf(fold, seq, false), beforeCompaction(fold, seq)]).toEqual([
      branch,
      surface,
      before,
    ]);
  });

  it("is log-only for what never was context, on any branch", () => {
    expect([1, 4, 9].map((seq) => surfaceOf(fold, seq, true))).toEqual(["log-only", "log-only", "log-only"]);
  });

  it("has nothing before a boundary where there is none", () => {
    expect(beforeCompaction(plainFold(3), 1)).toBe(false);
  });
});
