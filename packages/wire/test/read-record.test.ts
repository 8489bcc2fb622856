import { describe, expect, it } from "vitest";
import { fromBytes } from "../src/byte-source.ts";
import { longLineBytes } from "../src/frame.ts";
import { expandLargeValue } from "../src/large-string.ts";
import { readRecord } from "../src/read-record.ts";
import { collect } from "./collect-frames.ts";

describe("readRecord", () => {
  it("reads every record of a log again", () => {
    const content = '\uFEFF{"id":"1"}\r\n {"id":"漢"} \n{"id":"2"}{"id":"3"}\n{"id":"t{"id":"4"}\n{"id":"5"}';
    const { records } = collect(content);
    expect(records.map(({ value }) => value.id)).toEqual(["1", "漢", "2", "3", "4", "5"]);
    for (const record of records) expect(readRecord(fromBytes(content), record)).toEqual(record.value);
  });

  it.each([-1, 0, 1])("reads a record of 4 MiB and %i bytes as it was decoded", (more) => {
    const frame = '{"id":"1","a":"","b":""}'.length;
    const small = "s".repeat(1000);
    const content = `{"id":"1","a":"${small}","b":"${"x".repeat(longLineBytes + more - frame - 1000)}"}\n`;
    const [record] = collect(content).records;
    expect(record).toMatchObject({ start: 0, end: longLineBytes + more });
    expect(readRecord(fromBytes(content), { start: 0, end: longLineBytes + more })).toEqual(record?.value);
  });

  it("reads a long record that was written over several lines", () => {
    const value = { id: "1", list: Array.from({ length: 60_000 }, (_, index) => ({ index, text: "x".repeat(60) })) };
    const content = JSON.stringify(value, null, 2);
    const source = fromBytes(`\n${content}\n`);
    const record = readRecord(source, { start: 1, end: 1 + content.length });
    expect(expandLargeValue(record, source)).toEqual(value);
  });

  it("gives nothing where the bytes are no record any more", () => {
    const source = fromBytes('{"id":"1"}\n[1]\n');
    expect(readRecord(source, { start: 1, end: 10 })).toBeNull();
    expect(readRecord(source, { start: 11, end: 14 })).toBeNull();
    expect(readRecord(source, { start: 100, end: 110 })).toBeNull();
    expect(readRecord(source, { start: 0, end: longLineBytes })).toBeNull();
  });
});
