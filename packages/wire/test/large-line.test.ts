import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ByteSource, fromBytes } from "../src/byte-source.ts";
import { LargeLine, reducedLineBytes } from "../src/large-line.ts";
import { expandLarge, expandLargeValue, hasLargeMark, soleLargeMark, textPieces } from "../src/large-string.ts";
import { collect } from "./collect-frames.ts";

const reduce = (bytes: Buffer, limit: number, sizes: readonly number[]): LargeLine => {
  const line = new LargeLine(limit);
  let at = 0;
  for (let turn = 0; at < bytes.byteLength; turn++) {
    const piece = bytes.subarray(at, at + (sizes[turn % sizes.length] as number));
    const used = line.feed(piece, at);
    if (used < piece.byteLength) break;
    at += piece.byteLength;
  }
  return line;
};

describe("LargeLine", () => {
  it("turns strings over the limit into marks of their range, and leaves the others", () => {
    const text = '{"a":"12345678","b":["12345","\\"\\"\\"\\\\"]}';
    const line = reduce(Buffer.from(text), 5, [1000]);
    expect(line.ended).toBe(true);
    const value = JSON.parse(line.text());
    expect(soleLargeMark(value.a)).toEqual({ start: 6, end: 14 });
    expect(value.b[0]).toBe("12345");
    expect(soleLargeMark(value.b[1])).toEqual({ start: 30, end: 38 });
    expect(expandLargeValue(value, fromBytes(text))).toEqual({ a: "12345678", b: ["12345", '"""\\'] });
  });

  it("ends at the object's brace and says how many bytes were its own", () => {
    const line = new LargeLine(10);
    expect(line.feed(Buffer.from('{"a":"}"}  {"b":1}'), 0)).toBe(9);
    expect([line.ended, line.text()]).toEqual([true, '{"a":"}"}']);
  });

  it("does not end inside a string or an inner object", () => {
    const line = reduce(Buffer.from('{"a":{"b":1},"c":"{'), 10, [3]);
    expect([line.ended, line.overflow]).toEqual([false, false]);
  });

  it("says that what lies outside large strings is too long", () => {
    const line = new LargeLine();
    const numbers = Buffer.alloc(1_000_000, "1,");
    line.feed(Buffer.from("{["), 0);
    for (let fed = 0; fed <= reducedLineBytes; fed += numbers.byteLength) line.feed(numbers, fed);
    expect([line.overflow, line.ended]).toEqual([true, false]);
  });

  it("gives back every value after any split of the bytes", () => {
    fc.assert(
      fc.property(
        fc.object({ values: [fc.string({ unit: "binary", maxLength: 40 }), fc.integer(), fc.constant(null)] }),
        fc.boolean(),
        fc.integer({ min: 0, max: 20 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        (value, escaped, limit, sizes) => {
          const plain = JSON.stringify(value);
          const text = escaped
            ? plain.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
            : plain;
          const bytes = Buffer.from(text);
          const line = reduce(bytes, limit, sizes);
          expect(line.ended).toBe(true);
          expect(expandLargeValue(JSON.parse(line.text()), fromBytes(bytes))).toEqual(JSON.parse(bytes.toString()));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("a huge string in a record", () => {
  const size = 100_000_000;
  const before = Buffer.from('{"id":"1"}\n{"id":"2","text":"');
  const after = Buffer.from(' needle"}\n{"id":"3"}\n');

  /** A log of 100 MB that exists nowhere in memory. */
  const generated = (onRead: () => void): ByteSource => {
    const byteAt = (position: number): number => {
      if (position < before.byteLength) return before[position] as number;
      if (position >= before.byteLength + size) return after[position - before.byteLength - size] as number;
      return 0x78;
    };
    return {
      size: before.byteLength + size + after.byteLength,
      read(buffer, position) {
        onRead();
        const count = Math.max(0, Math.min(buffer.byteLength, this.size - position));
        buffer.fill(0x78, 0, count);
        for (const [start, end] of [
          [0, before.byteLength],
          [before.byteLength + size, this.size],
        ] as const) {
          for (let at = Math.max(start, position); at < Math.min(end, position + count); at++) {
            buffer[at - position] = byteAt(at);
          }
        }
        return count;
      },
      close: () => {},
    };
  };

  it("is read with its neighbours in bounded memory, to its very end", () => {
    const used = (): number => process.memoryUsage().arrayBuffers;
    const baseline = used();
    let peak = 0;
    const source = generated(() => {
      peak = Math.max(peak, used() - baseline);
    });
    const { values, problems } = collect(source);
    expect(values.map((value) => value.id)).toEqual(["1", "2", "3"]);
    expect(problems).toEqual([]);
    const text = values[1]?.text as string;
    expect(hasLargeMark(text)).toBe(true);
    expect(text.length).toBeLessThan(100);
    let length = 0;
    let last = "";
    for (const piece of textPieces(text, source)) {
      expect(piece.length).toBeLessThanOrEqual(1_048_576);
      length += piece.length;
      last = piece;
    }
    expect(length).toBe(size + " needle".length);
    expect(last.endsWith("x needle")).toBe(true);
    expect(peak).toBeLessThan(100_000_000);
  });
});

describe("a whole line of large strings", () => {
  it("is read back as it was written", () => {
    const text = `${'漢\n\\"😀'.repeat(600_000)}end`;
    const content = `${JSON.stringify({ id: "1", text, list: [text.slice(0, 10)] })}\n`;
    const { values } = collect(content);
    const source = fromBytes(content);
    expect(expandLarge(values[0]?.text as string, source) === text).toBe(true);
    expect(values[0]?.list).toEqual([text.slice(0, 10)]);
  });
});
