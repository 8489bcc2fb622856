import { describe, expect, it } from "vitest";
import { closestWord, didYouMean } from "../../src/arguments/closest-word.ts";

describe("closestWord", () => {
  it("finds a slip of one letter, a swap, a part", () => {
    expect(closestWord("asistant", ["user", "assistant"])).toBe("assistant");
    expect(closestWord("uesr", ["user", "assistant"])).toBe("user");
    expect(closestWord("claude", ["pi", "claude-code"])).toBe("claude-code");
    expect(closestWord("USER", ["user"])).toBe("user");
  });

  it("finds nothing where nothing is near", () => {
    expect(closestWord("zebra", ["user", "assistant"])).toBeNull();
    expect(closestWord("x", [])).toBeNull();
  });
});

describe("didYouMean", () => {
  it("is a question or nothing", () => {
    expect(didYouMean("usr", ["user"])).toBe(' Did you mean "user"?');
    expect(didYouMean("zebra", ["user"])).toBe("");
  });
});
