import { describe, expect, it } from "vitest";
import { splitGluedLine } from "../src/glued-line.ts";
import { hasId } from "./collect-frames.ts";

const split = (line: string, torn = false) =>
  splitGluedLine(Buffer.from(line), hasId, torn).map(({ start, end, value }) => [
    line.slice(start, end),
    value === null ? null : value.id,
  ]);

describe("splitGluedLine", () => {
  it("parts whole objects, whether or not they could stand after damage", () => {
    expect(split('{"id":"1"}{"x":2} {"id":"3"}')).toEqual([
      ['{"id":"1"}', "1"],
      ['{"x":2}', undefined],
      ['{"id":"3"}', "3"],
    ]);
  });

  it.each([
    ["in a string", '{"id":"1","t":"ab'],
    ["in an escape", '{"id":"1","t":"ab\\'],
    ["in a number", '{"id":"1","t":12'],
    ["after an inner object", '{"id":"1","c":[{"id":"x"},'],
    ["in its first brace", "{"],
  ])("finds the record behind one torn %s", (_, torn) => {
    expect(split(`${torn}{"id":"2","c":{"id":"y"}}`)).toEqual([
      [torn, null],
      ['{"id":"2","c":{"id":"y"}}', "2"],
    ]);
  });

  it("finds several, torn ones between them", () => {
    expect(split('{"a":"x{"id":"1"}{"b":"y{"id":"2"}')).toEqual([
      ['{"a":"x', null],
      ['{"id":"1"}', "1"],
      ['{"b":"y', null],
      ['{"id":"2"}', "2"],
    ]);
  });

  it("does not take an object that no record is", () => {
    expect(split('{"id":"1","c":{"x":1}')).toEqual([['{"id":"1","c":{"x":1}', null]]);
    expect(split('{"id":"1","c":{"id":"x"},"d":')).toEqual([['{"id":"1","c":{"id":"x"},"d":', null]]);
  });

  it("finds a record behind very many inner objects", () => {
    const torn = `{"id":"1","c":[${'{"a":1},'.repeat(5000)}"`;
    expect(split(`${torn}{"id":"2"}`).at(-1)).toEqual(['{"id":"2"}', "2"]);
  });

  it("begins inside a record where it is told so", () => {
    expect(split('{"id":"x"}],"t":"{"id":"2"}', true)).toEqual([
      ['{"id":"x"}],"t":"', null],
      ['{"id":"2"}', "2"],
    ]);
  });

  it.each(['{"', '{"a":', '{"id', '{"id":"1"}{"', '{"a{"id":"1"}'])(
    "takes no quadratic time over %s",
    (unit) => {
      const line = Buffer.from(`${unit.repeat(Math.ceil(1_000_000 / unit.length))}!`);
      const parts = splitGluedLine(line, hasId);
      expect(parts.at(-1)?.end).toBe(line.byteLength);
    },
    20_000,
  );
});
