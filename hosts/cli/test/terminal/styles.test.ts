import { describe, expect, it } from "vitest";
import { makeStyles, wantsColor } from "../../src/terminal/styles.ts";

describe("wantsColor", () => {
  it("follows the terminal", () => {
    expect(wantsColor({}, { isTTY: true })).toBe(true);
    expect(wantsColor({}, { isTTY: false })).toBe(false);
    expect(wantsColor({}, {})).toBe(false);
  });

  it("lets NO_COLOR take colours away where it is not empty", () => {
    expect(wantsColor({ NO_COLOR: "1" }, { isTTY: true })).toBe(false);
    expect(wantsColor({ NO_COLOR: "0" }, { isTTY: true })).toBe(false);
    expect(wantsColor({ NO_COLOR: "" }, { isTTY: true })).toBe(true);
  });

  it("lets FORCE_COLOR decide over everything", () => {
    expect(wantsColor({ FORCE_COLOR: "1" }, {})).toBe(true);
    expect(wantsColor({ FORCE_COLOR: "" }, {})).toBe(true);
    expect(wantsColor({ FORCE_COLOR: "1", NO_COLOR: "1" }, {})).toBe(true);
    expect(wantsColor({ FORCE_COLOR: "0" }, { isTTY: true })).toBe(false);
    expect(wantsColor({ FORCE_COLOR: "false" }, { isTTY: true })).toBe(false);
  });

  it("gives a dumb terminal none", () => {
    expect(wantsColor({ TERM: "dumb" }, { isTTY: true })).toBe(false);
  });
});

describe("makeStyles", () => {
  it("gives texts back without colours and ends what it begins with them", () => {
    expect(makeStyles(false).match("x")).toBe("x");
    expect(makeStyles(true).error("x")).toBe("\u001b[31mx\u001b[39m");
    expect(makeStyles(true).title("")).toBe("");
  });
});
