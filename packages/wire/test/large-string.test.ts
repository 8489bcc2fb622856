import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBytes } from "../src/byte-source.ts";
import {
  expandLarge,
  expandLargeValue,
  hasLargeMark,
  jsonText,
  largeMark,
  soleLargeMark,
  stringPieces,
  textPieces,
} from "../src/large-string.ts";

const source = fromBytes('{"a":"one\\n","b":"two"}');
const one = largeMark(6, 11);
const two = largeMark(18, 21);

describe("marks", () => {
  it("are told from any other text", () => {
    expect(soleLargeMark(one)).toEqual({ start: 6, end: 11 });
    expect(soleLargeMark(`${one}x`)).toBeNull();
    expect(soleLargeMark(`x${one}`)).toBeNull();
    expect(soleLargeMark(one + two)).toBeNull();
    expect(soleLargeMark("")).toBeNull();
    expect(hasLargeMark(`x${one}y`)).toBe(true);
    expect(hasLargeMark("\u0001large-1-2\u0001")).toBe(false);
  });

  it("are read back wherever they stand in a text", () => {
    expect(expandLarge(`[${one}|${two}]`, source)).toBe("[one\n|two]");
    expect([...textPieces("plain", source)]).toEqual(["plain"]);
    expect([...textPieces("", source)]).toEqual([]);
  });

  it("are read back after one was looked at alone", () => {
    expect(soleLargeMark(one)).not.toBeNull();
    expect(expandLarge(one, source)).toBe("one\n");
    expect(expandLarge(one, source)).toBe("one\n");
  });

  it("are read back in keys and values of any depth", () => {
    const value = { [two]: [one, 1, null, { b: `${two}!` }], plain: true };
    expect(expandLargeValue(value, source)).toEqual({ two: ["one\n", 1, null, { b: "two!" }], plain: true });
  });

  it("end where the source does", () => {
    expect(expandLarge(largeMark(18, 500), fromBytes('{"a":"one\\n","b":"tw'))).toBe("tw");
    expect(expandLarge(largeMark(400, 500), source)).toBe("");
  });
});

describe("stringPieces", () => {
  const unit = fc.oneof(
    fc.constantFrom(
      '"',
      "\\",
      "\n",
      "\t",
      "/",
      "\u2028",
      "\ud83d",
      "\ude00",
      "😀",
      "漢",
      "é",
      "a",
      "\ud83d\ud83d",
      "u12",
    ),
    fc.string({ unit: "binary", maxLength: 3 }),
  );
  const text = fc.array(unit, { maxLength: 60 }).map((units) => units.join(""));
  const escapeAll = (value: string): string =>
    [...Array(value.length).keys()].map((at) => `\\u${value.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");

  it("gives the string exactly, wherever the pieces end", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 16, max: 40 }), fc.integer({ min: 0, max: 15 }), (value, size, pad) => {
        const padded = "p".repeat(pad) + value;
        for (const written of [JSON.stringify(padded).slice(1, -1), "p".repeat(pad) + escapeAll(value)]) {
          const bytes = Buffer.from(written);
          const expected = JSON.parse(`"${bytes.toString()}"`);
          expect([...stringPieces(fromBytes(bytes), 0, bytes.byteLength, size)].join("")).toBe(expected);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("never cuts a surrogate pair, so that each piece can be encoded by itself", () => {
    const written = `${"\\ud83d\\ude00".repeat(20)}${"😀".repeat(20)}`;
    for (let pad = 0; pad < 16; pad++) {
      const bytes = Buffer.from("p".repeat(pad) + written);
      for (let size = 16; size < 40; size++) {
        const pieces = [...stringPieces(fromBytes(bytes), 0, bytes.byteLength, size)];
        expect(pieces.map((piece) => Buffer.from(piece).toString()).join("")).toBe("p".repeat(pad) + "😀".repeat(40));
      }
    }
  });

  it("keeps runs of backslashes in their order", () => {
    for (let count = 1; count < 40; count++) {
      const bytes = Buffer.from(`${"\\\\".repeat(count)}n`);
      for (let size = 16; size < 24; size++) {
        expect([...stringPieces(fromBytes(bytes), 0, bytes.byteLength, size)].join("")).toBe(`${"\\".repeat(count)}n`);
      }
    }
  });
});

describe("jsonText", () => {
  it("is a string as it is, else JSON text in which marks stay marks", () => {
    const source = fromBytes("xxx a\\nb xxx");
    const mark = largeMark(4, 8);
    const text = jsonText({ content: mark, other: '"' });
    expect(jsonText("a\nb")).toBe("a\nb");
    expect(text).toBe(`{"content":"${mark}","other":"\\""}`);
    expect(expandLarge(text, source)).toBe('{"content":"a\nb","other":"\\""}');
  });
});
