import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrayElements, findMembers, skipSpace, skipValue } from "../src/json-span.ts";

const value = (text: string, at = 0): number => skipValue(Buffer.from(text), at);

describe("skipValue", () => {
  it.each([
    ['{"a":"}"} x', 9],
    ['{"a":"\\"}"}', 11],
    ['{"a":"\\\\"}', 10],
    ["[1,[2],{}]", 10],
    ['"a\\"b" ', 6],
    ["true,", 4],
    ["-1.5e3]", 6],
    ["x{", 1],
    ['{"a":1', -1],
    ['"a\\"', -1],
    ["]", -1],
    ["", -1],
  ])("%s ends at %i", (text, end) => {
    expect(value(text)).toBe(end);
  });

  it("agrees with JSON.stringify on every value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(2), (json, indent) => {
        const text = JSON.stringify(json, null, indent);
        const bytes = Buffer.from(`${text} , "x"`);
        expect(skipValue(bytes, 0)).toBe(Buffer.byteLength(text));
      }),
    );
  });
});

describe("skipSpace", () => {
  it("passes JSON's four spaces and no others", () => {
    expect(skipSpace(Buffer.from(" \t\r\n\u000bx"), 0)).toBe(4);
    expect(skipSpace(Buffer.from("  "), 0)).toBe(2);
  });
});

describe("arrayElements", () => {
  const elements = (text: string): string[] =>
    [...arrayElements(Buffer.from(text), 0)].map(({ start, end }) => text.slice(start, end));

  it("gives each element", () => {
    expect(elements('[ 1, "a,]" ,[2,3], {"b":[4]} ]')).toEqual(["1", '"a,]"', "[2,3]", '{"b":[4]}']);
    expect(elements("[]")).toEqual([]);
  });

  it("stops at damage", () => {
    expect(elements('[1,{"a":')).toEqual(["1"]);
    expect(elements("[1,,2]")).toEqual(["1"]);
  });
});

describe("findMembers", () => {
  const members = (text: string, ...names: string[]): Record<string, string> =>
    Object.fromEntries(
      [...findMembers(Buffer.from(text), 0, names)].map(([name, { start, end }]) => [name, text.slice(start, end)]),
    );

  it("gives the values of the named members of the outer object only", () => {
    const text = '{ "a" : {"b":1} , "c":"}" , "b":[2] }';
    expect(members(text, "a", "b")).toEqual({ a: '{"b":1}', b: "[2]" });
    expect(members(text, "d")).toEqual({});
  });

  it("stops at damage", () => {
    expect(members('{"a":1,"b" 2,"c":3}', "a", "b", "c")).toEqual({ a: "1" });
    expect(members('{"a":1,"b":"', "a", "b")).toEqual({ a: "1" });
  });
});
