import { describe, expect, it } from "vitest";
import { groups, readArguments } from "../src/arguments.ts";

describe("the arguments", () => {
  it("default to the two smaller corpora and everything", () => {
    expect(readArguments([])).toEqual({ sizes: ["15m", "220m"], only: groups, json: null });
  });

  it("may be given several times", () => {
    const read = readArguments(["--size", "2g", "--only", "index", "--only", "reads", "--json", "x.json"]);
    expect(read).toEqual({ sizes: ["2g"], only: ["index", "reads"], json: "x.json" });
  });

  it("take all sizes at once", () => {
    expect(readArguments(["--size", "all"]).sizes).toEqual(["15m", "220m", "2g"]);
  });

  it("refuse what they do not know by name", () => {
    expect(() => readArguments(["--size", "3g"])).toThrow('--size "3g" is not one of 15m, 220m, 2g');
    expect(() => readArguments(["--only", "speed"])).toThrow('--only "speed" is not one of floors');
  });
});
