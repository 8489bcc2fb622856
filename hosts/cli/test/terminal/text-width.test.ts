import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToWidth, padToWidth, textWidth, wrapPieces, wrapText } from "../../src/terminal/text-width.ts";

describe("textWidth", () => {
  it("counts columns", () => {
    expect(textWidth("abc")).toBe(3);
    expect(textWidth("搜索")).toBe(4);
    expect(textWidth("e\u0301")).toBe(1);
    expect(textWidth("👩‍👩‍👧")).toBe(2);
  });
});

describe("cutToWidth", () => {
  it("cuts before the last column and marks it", () => {
    expect(cutToWidth("abcdef", 6)).toBe("abcdef");
    expect(cutToWidth("abcdef", 5)).toBe("abcd…");
    expect(cutToWidth("abc def", 5)).toBe("abc…");
    expect(cutToWidth("abc", 0)).toBe("");
  });

  it("never cuts inside a wide character or a joined emoji", () => {
    expect(cutToWidth("搜索功能", 5)).toBe("搜索…");
    expect(cutToWidth("搜索功能", 6)).toBe("搜索…");
    expect(cutToWidth("a👩‍👩‍👧b", 3)).toBe("a…");
  });

  it("stays within the width for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, columns) => {
        expect(textWidth(cutToWidth(text, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe("padToWidth", () => {
  it("fills up by columns", () => {
    expect(padToWidth("搜", 4)).toBe("搜  ");
    expect(padToWidth("abcde", 4)).toBe("abcde");
  });
});

describe("wrapText", () => {
  it("breaks between words, and between wide characters", () => {
    expect(wrapText("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrapText("搜索功能", 5)).toEqual(["搜索", "功能"]);
  });

  it("breaks a word that is longer than the line", () => {
    expect(wrapText("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
  });

  it("gives one line where there is no width", () => {
    expect(wrapText("one two", Number.POSITIVE_INFINITY)).toEqual(["one two"]);
  });
});

describe("wrapPieces", () => {
  it("counts only the text, not its style", () => {
    const style = (text: string): string => `<${text}>`;
    expect(
      wrapPieces(
        [
          { text: "one ", style: null },
          { text: "two", style },
          { text: " three", style: null },
        ],
        8,
      ),
    ).toEqual(["one <two>", "three"]);
  });
});
