import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleJson, visibleLine, visibleText } from "../../src/terminal/visible-text.ts";

describe("visibleText", () => {
  it("shows escape sequences instead of sending them", () => {
    expect(visibleText("\u001b[31mred\u001b[0m")).toBe("␛[31mred␛[0m");
    expect(visibleText("\u001b]0;owned\u0007")).toBe("␛]0;owned␇");
    expect(visibleText("a\u009b2Jb")).toBe("a<U+009B>2Jb");
    expect(visibleText("over\rwritten\b\u007f")).toBe("over␍written␈␡");
  });

  it("shows what reorders text", () => {
    expect(visibleText("user\u202egnp.exe")).toBe("user<U+202E>gnp.exe");
    expect(visibleText("\u2066a\u2069\u200f\u061c")).toBe("<U+2066>a<U+2069><U+200F><U+061C>");
  });

  it("shows invisible tags and lone surrogates", () => {
    expect(visibleText("a\u{e0041}b")).toBe("a<U+E0041>b");
    expect(visibleText("a\ud800b")).toBe("a<U+D800>b");
  });

  it("keeps lines, tabs and every script", () => {
    expect(visibleText("one\r\n\ttwo\n搜索 日本語 👩‍👩‍👧 e\u0301")).toBe("one\n\ttwo\n搜索 日本語 👩‍👩‍👧 e\u0301");
  });

  it("leaves nothing that a terminal acts on, whatever the text", () => {
    const characters = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(characters, (text) => {
        expect(visibleText(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(visibleLine(text)).not.toMatch(/[\t\n]/);
      }),
    );
  });
});

describe("visibleLine", () => {
  it("makes one line", () => {
    expect(visibleLine("  a\n\n b\tc ")).toBe("a b c");
  });
});

describe("visibleJson", () => {
  it("keeps the value and sends no control character", () => {
    const value = { text: "\u001b[31m\u009b\u202e\u007f\u2028\u{e0041} 搜索" };
    const json = visibleJson(JSON.stringify(value));
    expect(json).toBe('{"text":"\\u001b[31m\\u009b\\u202e\\u007f\\u2028\\udb40\\udc41 搜索"}');
    expect(JSON.parse(json)).toEqual(value);
  });
});
