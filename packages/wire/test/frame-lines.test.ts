import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ByteSource, fromBytes, openFile } from "../src/byte-source.ts";
import { longLineBytes } from "../src/frame.ts";
import { collect } from "./collect-frames.ts";

const chunk = 1_048_576;

describe("line borders", () => {
  it("splits at LF only, whatever other separators a string holds", () => {
    const text = "a\u2028b\u2029c\u0085d\u000be";
    // VT must be escaped in JSON; the other three are legal as they are.
    const line = `{"id":"1","text":"a\u2028b\u2029c\u0085d\\u000be"}`;
    const { values, records } = collect(`${line}\n{"id":"2"}\n`);
    expect(values).toEqual([{ id: "1", text }, { id: "2" }]);
    const length = Buffer.byteLength(line);
    expect(records.map(({ start, end }) => [start, end])).toEqual([
      [0, length],
      [length + 1, length + 1 + 10],
    ]);
  });

  it("does not split at a lone CR and drops the CR of CRLF", () => {
    const { records, problems, consumed } = collect('{"id":\r"1"}\r\n\r\n  {"id":"2"}\r\n');
    expect(records.map(({ start, end, value }) => [start, end, value.id])).toEqual([
      [0, 11, "1"],
      [17, 27, "2"],
    ]);
    expect(problems).toEqual([]);
    expect(consumed).toBe(29);
  });

  it("drops a byte order mark at the start of the source only", () => {
    const { records, problems } = collect('\uFEFF{"id":"1"}\n\uFEFF{"id":"2"}\n');
    expect(records.map(({ start, end }) => [start, end])).toEqual([
      [3, 13],
      [17, 27],
    ]);
    // On a later line the mark is damage; the record behind it is kept.
    expect(problems).toEqual([{ kind: "malformed", start: 14, end: 17 }]);
  });

  it("passes over empty lines and an empty source", () => {
    expect(collect('\n\n \n{"id":"1"}\n\n')).toMatchObject({ values: [{ id: "1" }], problems: [], consumed: 16 });
    expect(collect("")).toEqual({ records: [], values: [], problems: [], consumed: 0, pending: 0 });
    expect(collect("\uFEFF")).toMatchObject({ problems: [], consumed: 3, pending: 0 });
  });

  it("is not slowed by a megabyte of empty lines", () => {
    const { values } = collect(`${"\n".repeat(3_000_000)}{"id":"1"}\n`);
    expect(values).toEqual([{ id: "1" }]);
  });
});

describe("characters", () => {
  it.each([-4, -3, -2, -1, 0, 1])("keeps a character that lies %i bytes from the border of a read", (distance) => {
    const head = '{"id":"1","text":"';
    const text = `${"x".repeat(chunk - head.length + distance)}😀漢é`;
    const { values } = collect(`${head}${text}"}\n{"id":"2"}\n`);
    expect(values).toEqual([{ id: "1", text }, { id: "2" }]);
  });

  it("keeps lone surrogates that are escaped", () => {
    const { values } = collect('{"id":"1","text":"\\ud83d"}\n');
    expect(values).toEqual([{ id: "1", text: "\ud83d" }]);
  });
});

describe("damage", () => {
  it.each([
    ["text", "not json"],
    ["a cut object", '{"id":"2","text":"abc'],
    ["another value", "[1,2]"],
    ["a number", "17"],
    ["null", "null"],
    ["NUL bytes", "\0\0\0\0"],
    ["a cut surrogate", '{"id":"2","a":"\\ud8"}'],
  ])("costs only its own line: %s", (_, damage) => {
    const { values, problems, consumed, pending } = collect(`{"id":"1"}\n${damage}\n{"id":"3"}\n`);
    const end = 11 + Buffer.byteLength(damage);
    expect(values).toEqual([{ id: "1" }, { id: "3" }]);
    expect(problems).toEqual([{ kind: "malformed", start: 11, end }]);
    expect([consumed, pending]).toEqual([end + 12, 0]);
  });

  it("recovers a record behind NUL bytes", () => {
    const { records, problems } = collect('\0\0\0{"id":"1"}\n');
    expect(records).toEqual([{ start: 3, end: 13, value: { id: "1" } }]);
    expect(problems).toEqual([{ kind: "malformed", start: 0, end: 3 }]);
  });

  it("takes two whole records on one line", () => {
    const { records, problems } = collect('{"id":"1"} {"id":"2"}\n{"id":"3"}\n');
    expect(records.map(({ start, end }) => [start, end])).toEqual([
      [0, 10],
      [11, 21],
      [22, 32],
    ]);
    expect(problems).toEqual([]);
  });

  it("takes the record that is glued to a torn one", () => {
    const torn = '{"id":"1","content":{"text":"abc';
    const { records, problems } = collect(`${torn}{"id":"2"}\n`);
    expect(records).toEqual([{ start: torn.length, end: torn.length + 10, value: { id: "2" } }]);
    expect(problems).toEqual([{ kind: "malformed", start: 0, end: torn.length }]);
  });

  it("reads a binary file without records", () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7919 + (index >> 5)) & 0xff));
    const { values, problems, consumed, pending } = collect(bytes);
    expect(values).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
    expect(consumed + pending).toBe(bytes.byteLength);
  });

  it("parses nesting that is far too deep for a call stack", () => {
    const deep = `{"id":"1","a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const { values, problems } = collect(`${deep}\n{"id":"2"}\n`);
    expect(values.length + problems.length).toBe(2);
    expect(values.at(-1)).toEqual({ id: "2" });
  });
});

describe("torn tail", () => {
  const whole = '{"id":"1"}\n{"id":"2","content":{"id":"inner"}}\n';

  it("waits where the tail does not parse, and takes it once it is complete", () => {
    const cut = 20;
    const first = collect(whole.slice(0, cut));
    expect(first).toMatchObject({ values: [{ id: "1" }], problems: [], consumed: 11, pending: 9 });
    const second = collect(whole, { from: first.consumed });
    expect(second).toMatchObject({ problems: [], consumed: whole.length, pending: 0 });
    expect(second.values).toEqual([{ id: "2", content: { id: "inner" } }]);
  });

  it("takes a tail without LF that parses, and only once", () => {
    const first = collect(whole.slice(0, -1));
    expect(first).toMatchObject({ consumed: whole.length - 1, pending: 0 });
    expect(first.values).toHaveLength(2);
    expect(collect(`${whole}{"id":"3"}\n`, { from: first.consumed }).values).toEqual([{ id: "3" }]);
  });

  it("does not take an object inside a record that is still being written", () => {
    const first = collect(whole.slice(0, -2));
    expect(whole.slice(0, -2).endsWith('{"id":"inner"}')).toBe(true);
    expect(first).toMatchObject({ values: [{ id: "1" }], problems: [], consumed: 11, pending: 34 });
  });

  it("waits for the LF of a record that is glued to a torn one", () => {
    const glued = '{"id":"1","te{"id":"2"}';
    expect(collect(glued)).toMatchObject({ values: [], problems: [], consumed: 0, pending: 23 });
    expect(collect(`${glued}\n`)).toMatchObject({ values: [{ id: "2" }], consumed: 24, pending: 0 });
  });

  it("waits for the rest of a number", () => {
    expect(collect("12")).toMatchObject({ problems: [], consumed: 0, pending: 2 });
  });
});

describe("stopping", () => {
  it("counts the record after which it stopped as consumed", () => {
    const content = '{"id":"1"}\n{"id":"2"}{"id":"3"}\n{"id":"4"}\n';
    const first = collect(content, { stopAfter: 2 });
    expect(first).toMatchObject({ values: [{ id: "1" }, { id: "2" }], consumed: 21 });
    expect(collect(content, { from: first.consumed }).values).toEqual([{ id: "3" }, { id: "4" }]);
  });
});

describe("long lines", () => {
  const lineOf = (id: string, length: number): string => {
    const head = `{"id":"${id}","parts":[`;
    const part = `"${"p".repeat(97)}",`;
    const count = Math.floor((length - head.length - 4) / part.length);
    const rest = length - head.length - count * part.length - 4;
    return `${head}${part.repeat(count)}"${"q".repeat(rest)}"]}`;
  };

  it.each([-2, -1, 0, 1, 2])("takes lines of 4 MiB and %i bytes with their neighbours", (more) => {
    const long = lineOf("2", longLineBytes + more);
    expect(long.length).toBe(longLineBytes + more);
    for (const [ending, length] of [
      ["\n", 1],
      ["\r\n", 2],
    ] as const) {
      const content = `{"id":"1"}${ending}${long}${ending}{"id":"3"}${ending}`;
      const { records, problems, consumed } = collect(content);
      expect(records.map(({ value }) => value.id)).toEqual(["1", "2", "3"]);
      expect(records.map(({ start, end }) => end - start)).toEqual([10, long.length, 10]);
      expect(records[1]?.value).toEqual(JSON.parse(long));
      expect(problems).toEqual([]);
      expect(consumed).toBe(10 + long.length + 10 + 3 * length);
    }
  });

  it("takes a long record after a byte order mark and spaces", () => {
    const long = lineOf("1", longLineBytes + 10);
    const { records, problems } = collect(`\uFEFF  ${long}\n`);
    expect(records.map(({ start, end }) => [start, end])).toEqual([[5, 5 + long.length]]);
    expect(problems).toEqual([]);
  });

  it("waits for the end of a long line and takes it whole later", () => {
    const long = lineOf("2", 6_000_000);
    const content = `{"id":"1"}\n${long}`;
    const first = collect(content.slice(0, -10));
    expect(first).toMatchObject({ values: [{ id: "1" }], problems: [], consumed: 11, pending: 6_000_000 - 10 });
    expect(collect(content, { from: first.consumed })).toMatchObject({ consumed: content.length, pending: 0 });
  });

  it("takes what is glued to a long record", () => {
    const long = lineOf("1", 5_000_000);
    const { values, problems } = collect(`${long}{"id":"2"}\n{"id":"3"}\n`);
    expect(values.map((value) => value.id)).toEqual(["1", "2", "3"]);
    expect(problems).toEqual([]);
  });

  it("takes what is glued to a long torn record", () => {
    const torn = lineOf("1", 5_000_000).slice(0, -3);
    const { records, problems } = collect(`${torn}{"id":"2"}\n{"id":"3"}\n`);
    expect(records.map(({ value }) => value.id)).toEqual(["2", "3"]);
    expect(problems).toEqual([{ kind: "malformed", start: 0, end: torn.length }]);
  });

  it("costs only itself where it is not JSON", () => {
    const garbage = "x".repeat(9_000_000);
    const { values, problems } = collect(`{"id":"1"}\n${garbage}\n{"id":"2"}\n`);
    expect(values).toEqual([{ id: "1" }, { id: "2" }]);
    expect(problems).toEqual([{ kind: "malformed", start: 11, end: 11 + garbage.length }]);
  });

  it("is reported as oversized where it cannot be reduced", () => {
    const numbers = `{"id":"2","n":[${"12345678,".repeat(2_000_000)}0]}`;
    const { values, problems } = collect(`{"id":"1"}\n${numbers}\n{"id":"3"}\n`);
    expect(values).toEqual([{ id: "1" }, { id: "3" }]);
    expect(problems).toEqual([{ kind: "oversized", start: 11, end: 11 + numbers.length }]);
  });

  it("reduces a record of very many middling strings", () => {
    const text = "s".repeat(2000);
    const parts = Array.from({ length: 10_000 }, () => text);
    const { values, problems } = collect(`${JSON.stringify({ id: "1", parts })}\n`);
    expect(values.map((value) => value.id)).toEqual(["1"]);
    expect(problems).toEqual([]);
  });

  it("passes over megabytes of spaces", () => {
    const spaces = " ".repeat(9_000_000);
    expect(collect(`${spaces}\n${spaces}{"id":"1"}\n`)).toMatchObject({ values: [{ id: "1" }], problems: [] });
  });
});

describe("a file that changes while it is read", () => {
  it("ends where the file shrank", () => {
    const folder = mkdtempSync(join(tmpdir(), "frame-lines-"));
    const path = join(folder, "log");
    const line = `{"id":"1","text":"${"x".repeat(700_000)}"}\n`;
    writeFileSync(path, line.repeat(4));
    const source = openFile(path);
    const shrinking: ByteSource = {
      ...source,
      read: (buffer, position) => {
        if (position > 0) truncateSync(path, line.length + 5);
        return source.read(buffer, position);
      },
    };
    const { values, consumed, pending } = collect(shrinking);
    expect(values.length).toBeGreaterThanOrEqual(1);
    expect(consumed % line.length).toBe(0);
    expect(consumed + pending).toBeLessThanOrEqual(source.size);
    source.close();
    rmSync(folder, { recursive: true });
  });

  it("copes with reads that give a few bytes at a time", () => {
    const content = '\uFEFF{"id":"1","t":"漢😀"}\r\n{"id":"2"}\nbroken\n{"id":"3"}';
    const whole = fromBytes(content);
    const slow: ByteSource = { ...whole, read: (buffer, position) => whole.read(buffer.subarray(0, 1), position) };
    expect(collect(slow)).toEqual(collect(content));
  });
});

describe("properties", () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom("\n", "\r\n", "{", "}", '"', "\\", "[", "]", ":", ",", " ", "\uFEFF", "\0", "1", "null", "\u2028")
      .map((text) => Buffer.from(text)),
    fc
      .constantFrom('{"id":"a"}', '{"id":"b","c":{"id":"d"}}', '{"x":1}', '{"id":"e","t":"\\"\\\\"}', '{"id":"f","t":"')
      .map((text) => Buffer.from(text)),
  );
  const content = fc.array(piece, { maxLength: 24 }).map((pieces) => Buffer.concat(pieces));
  const space = new Set([0x20, 0x09, 0x0a, 0x0d]);

  it("covers every byte of every terminated line, in order, whatever the bytes", () => {
    fc.assert(
      fc.property(content, (bytes) => {
        const { records, problems, consumed, pending } = collect(bytes);
        expect(consumed + pending).toBe(bytes.byteLength);
        const ranges = [...records, ...problems].sort((one, other) => one.start - other.start);
        let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
        for (const range of [...ranges, { start: consumed, end: consumed }]) {
          expect(range.start).toBeGreaterThanOrEqual(at);
          for (; at < range.start; at++) expect(space.has(bytes[at] as number)).toBe(true);
          at = range.end;
        }
        expect(bytes.subarray(consumed).indexOf(0x0a)).toBe(-1);
      }),
      { numRuns: 2000 },
    );
  });

  it("gives the same records from a part and the rest as from the whole", () => {
    fc.assert(
      fc.property(content, fc.nat(), (bytes, seed) => {
        const cut = bytes.byteLength === 0 ? 0 : seed % (bytes.byteLength + 1);
        const first = collect(bytes.subarray(0, cut));
        const second = collect(bytes, { from: first.consumed });
        expect([...first.records, ...second.records]).toEqual(collect(bytes).records);
      }),
      { numRuns: 2000 },
    );
  });

  it("goes on from every record as if it had not stopped", () => {
    fc.assert(
      fc.property(content, (bytes) => {
        const whole = collect(bytes).records;
        for (let count = 1; count <= whole.length; count++) {
          const first = collect(bytes, { stopAfter: count });
          expect([...first.records, ...collect(bytes, { from: first.consumed }).records]).toEqual(whole);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("reads each record again from its own offset", () => {
    fc.assert(
      fc.property(content, (bytes) => {
        for (const record of collect(bytes).records) {
          expect(collect(bytes, { from: record.start, stopAfter: 1 }).records).toEqual([record]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
