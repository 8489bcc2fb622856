import { describe, expect, it } from "vitest";
import { atLeast, atMost, isMet, type Row, renderTable } from "../src/row.ts";

const row = (measured: number, target: Row["target"]): Row => ({
  name: "refresh",
  corpus: "15m",
  unit: "ms",
  measured,
  target,
  detail: {},
});

describe("a row", () => {
  it("meets an upper bound at the bound itself", () => {
    expect(isMet(row(50, atMost(50)))).toBe(true);
    expect(isMet(row(50.1, atMost(50)))).toBe(false);
  });

  it("meets a lower bound at the bound itself", () => {
    expect(isMet(row(0.85, atLeast(0.85)))).toBe(true);
    expect(isMet(row(0.84, atLeast(0.85)))).toBe(false);
  });

  it("that was not measured is not met", () => {
    expect(isMet(row(Number.NaN, atMost(50)))).toBe(false);
  });

  it("without a target is neither", () => {
    expect(isMet(row(1, null))).toBe(null);
  });

  it("is shown aligned, with its bound and whether it is met", () => {
    expect(renderTable([row(7.25, atMost(50)), row(120, atMost(50))]).split("\n")).toEqual([
      "corpus  what     target     measured",
      "15m     refresh  ≤ 50.0 ms  7.25 ms   met",
      "15m     refresh  ≤ 50.0 ms  120 ms    NOT MET",
    ]);
  });
});
