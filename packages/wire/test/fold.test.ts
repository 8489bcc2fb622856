import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inRanges, plainFold, rangesOf } from "../src/fold.ts";

describe("ranges", () => {
  it("join neighbours", () => {
    expect(rangesOf([1, 2, 3, 5, 8, 9])).toEqual([
      [1, 3],
      [5, 5],
      [8, 9],
    ]);
    expect(rangesOf([])).toEqual([]);
  });

  it("hold exactly what they were made of", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60)), (seqs) => {
        const sorted = [...seqs].sort((one, other) => one - other);
        const ranges = rangesOf(sorted);
        const held = [...Array(62).keys()].filter((seq) => inRanges(ranges, seq));
        expect(held).toEqual(sorted);
      }),
    );
  });
});

describe("plainFold", () => {
  it("has one open window and no boundary", () => {
    expect(plainFold(7)).toMatchObject({
      head: 7,
      boundary: null,
      windows: [{ from: 1, to: null, boundary: null, summarySeq: null, firstRetainedSeq: null }],
    });
  });
});
