import { describe, expect, it } from "vitest";
import { sessionName } from "../../src/render/session-name.ts";
import { textWidth } from "../../src/terminal/text-width.ts";

describe("sessionName", () => {
  it("is the title, else the first prompt marked as such, else untitled", () => {
    expect(sessionName({ title: "Tidy", firstPrompt: "Please" })).toBe("Tidy");
    expect(sessionName({ title: null, firstPrompt: "Please\ntidy" })).toBe("“Please tidy” (first prompt)");
    expect(sessionName({ title: " ", firstPrompt: "Please" })).toBe("“Please” (first prompt)");
    expect(sessionName({ title: null, firstPrompt: null })).toBe("untitled");
  });

  it("cuts a title of 60 Chinese characters on a character boundary", () => {
    const title = "修".repeat(60);
    expect(sessionName({ title, firstPrompt: null }, 100)).toBe(`${"修".repeat(49)}…`);
    expect(textWidth(sessionName({ title: null, firstPrompt: title }, 60))).toBeLessThanOrEqual(60);
  });
});
