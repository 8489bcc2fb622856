import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBytes } from "../src/byte-source.ts";
import { type FrameMode, valuesFileBytes } from "../src/frame.ts";
import { frameModeOf } from "../src/frame-mode.ts";
import { collect } from "./collect-frames.ts";

const modeOf = (content: string, wrappers: readonly string[] = ["messages"]): FrameMode =>
  frameModeOf(fromBytes(content), wrappers);

const one = { id: "1", text: "a\nb" };
const two = { id: "2", list: [1, { id: "inner" }] };

describe("frameModeOf", () => {
  const pretty = JSON.stringify(one, null, 2);
  it.each<[string, string, FrameMode]>([
    ["a record a line", '{"id":"1"}\n{"id":"2"}\n', "lines"],
    ["one record without LF", '{"id":"1"}', "lines"],
    ["nothing", "", "lines"],
    ["text", "hello\n{\n}\n", "lines"],
    ["a pretty-printed record", pretty, "values"],
    ["a pretty-printed record after a byte order mark", `\uFEFF${pretty}`, "values"],
    ["pretty-printed records", `${pretty}\n${pretty}\n`, "values"],
    ["an array on one line", '[{"id":"1"},{"id":"2"}]', "values"],
    ["an array with an element a line", '[\n{"id":"1"},\n{"id":"2"}\n]', "values"],
    ["a wrapper on one line", '{"sessionId":"s","messages":[{"id":"1"}]}\n', "values"],
    ["a wrapper's name with another type", '{"messages":"none"}\n{"id":"1"}\n', "lines"],
    ["a pretty-printed wrapper", JSON.stringify({ messages: [one] }, null, 1), "values"],
    ["a first line that is torn", '{"id":"1","te\n{"id":"2"}\n', "lines"],
    ["a first line that leaves a bracket open", '[\n{"id":"2"}\n{"id":"3"}\n', "lines"],
    ["a pretty-printed record that is still being written", pretty.slice(0, -4), "values"],
  ])("%s", (_, content, mode) => {
    expect(modeOf(content)).toBe(mode);
  });

  it("takes a first line of several MiB for what it is", () => {
    const long = JSON.stringify({ id: "1", text: "x".repeat(3_000_000) });
    expect(modeOf(`${long}\n{"id":"2"}\n`)).toBe("lines");
    expect(modeOf(long.slice(0, -5))).toBe("lines");
    expect(modeOf(JSON.stringify({ messages: [{ id: "1", text: "x".repeat(3_000_000) }] }))).toBe("values");
  });
});

describe("values", () => {
  const values = (content: string, wrappers: readonly string[] = []) => collect(content, { mode: "values", wrappers });

  it("takes consecutive records over several lines", () => {
    const first = JSON.stringify(one, null, 2);
    const second = JSON.stringify(two, null, 2);
    const { records, problems, consumed, pending } = values(`\uFEFF${first}\n\n${second}\n`);
    expect(records).toEqual([
      { start: 3, end: 3 + first.length, value: one },
      { start: 5 + first.length, end: 5 + first.length + second.length, value: two },
    ]);
    expect([problems, consumed, pending]).toEqual([[], 6 + first.length + second.length, 0]);
  });

  it("takes the elements of an array", () => {
    const { records } = values('[ {"id":"1"} , {"id":"2"}]');
    expect(records.map(({ start, end }) => [start, end])).toEqual([
      [2, 12],
      [15, 25],
    ]);
  });

  it("takes the object around a wrapped array first, without the array", () => {
    const content = '{"sessionId":"s","messages":[{"id":"1"},{"id":"2"}],"summary":"t"}';
    const { records, problems } = values(content, ["loglines", "messages"]);
    expect(records.map(({ value }) => value)).toEqual([
      { sessionId: "s", messages: undefined, summary: "t" },
      { id: "1" },
      { id: "2" },
    ]);
    expect(records[0]).toMatchObject({ start: 0, end: content.length });
    expect(records[1]).toMatchObject({ start: 29, end: 39 });
    expect(problems).toEqual([]);
  });

  it("does not mistake an inner member for the wrapper", () => {
    const inner = '{"a":{"messages":[1]},"id":"1"}';
    expect(values(inner, ["messages"]).values).toEqual([JSON.parse(inner)]);
  });

  it("keeps the neighbours of a broken element and of a wrapper", () => {
    const content = '{"s":1,"messages":[{"id":"1"},{"id":tru},7,{"id":"3"}]}';
    const { values: found, problems } = values(content, ["messages"]);
    expect(found).toEqual([{ s: 1, messages: undefined }, { id: "1" }, { id: "3" }]);
    expect(problems.map(({ start, end }) => content.slice(start, end))).toEqual(['{"id":tru}', "7"]);
  });

  it("reports what follows a value and is none, and goes on behind it", () => {
    const content = '{"id":\n"1"} trailing} , {"id":"2"} nul';
    const { values: found, problems, consumed } = values(content);
    expect(found).toEqual([{ id: "1" }, { id: "2" }]);
    expect(problems.map(({ start, end }) => content.slice(start, end))).toEqual(["trailing", "}", ",", "nul"]);
    expect(consumed).toBe(content.length);
  });

  it("reports the rest of an array that breaks off", () => {
    const content = '[{"id":"1"} : } ]';
    expect(values(content)).toMatchObject({ values: [{ id: "1" }] });
    expect(values(content).problems.map(({ start, end }) => content.slice(start, end))).toEqual([":", "]"]);
  });

  it("recovers at the next record that begins a line", () => {
    const content = '{\n "id": "1\n}\n{\n "id": "2"\n}\n';
    // The open quote of the first record swallows the second's opening.
    const { values: found, problems } = values(content);
    expect(found).toEqual([{ id: "2" }]);
    expect(problems.map(({ start, end }) => [start, end])).toEqual([[0, 14]]);
  });

  it("leaves a value that is still being written, and takes it once it is complete", () => {
    const first = JSON.stringify(one, null, 1);
    const content = `${first}\n${JSON.stringify(two, null, 1)}`;
    const torn = values(content.slice(0, -5));
    expect(torn).toMatchObject({ values: [one], problems: [], consumed: first.length + 1 });
    expect(torn.consumed + torn.pending).toBe(content.length - 5);
    expect(collect(content, { mode: "values", from: torn.consumed }).values).toEqual([two]);
  });

  it("is refused above the size that is read at once", () => {
    const source = { size: valuesFileBytes + 1, read: () => 0, close: () => {} };
    expect(collect(source, { mode: "values" })).toMatchObject({
      values: [],
      problems: [{ kind: "oversized", start: 0, end: valuesFileBytes + 1 }],
      consumed: valuesFileBytes + 1,
    });
  });

  const record = fc.dictionary(fc.constantFrom("id", "a", "messages"), fc.jsonValue({ maxDepth: 2 }));
  const layout = fc
    .tuple(fc.array(record, { minLength: 1, maxLength: 5 }), fc.constantFrom("array", "wrapper", "plain"), fc.nat(2))
    .map(([records, kind, indent]) => {
      if (kind === "array") return JSON.stringify(records, null, indent);
      if (kind === "wrapper") return JSON.stringify({ s: 1, messages: records, t: [2] }, null, indent);
      return records.map((value) => JSON.stringify(value, null, indent)).join("\n");
    });

  it("goes on from every record as if it had not stopped", () => {
    fc.assert(
      fc.property(layout, (content) => {
        const options = { mode: "values" as const, wrappers: ["messages"] };
        const whole = collect(content, options);
        expect(whole.consumed + whole.pending).toBe(Buffer.byteLength(content));
        for (let count = 1; count <= whole.records.length; count++) {
          const first = collect(content, { ...options, stopAfter: count });
          const rest = collect(content, { ...options, from: first.consumed });
          expect([...first.records, ...rest.records]).toEqual(whole.records);
        }
      }),
    );
  });

  it("never throws, whatever the bytes", () => {
    const piece = fc.oneof(
      fc.constantFrom("{", "}", "[", "]", '"', ",", ":", "\n", " ", "\\", '{"id":"1"}', '"messages":', "1", "\n{"),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const content = pieces.join("");
        const size = Buffer.byteLength(content);
        modeOf(content);
        const { consumed, pending, records, problems } = collect(content, { mode: "values", wrappers: ["messages"] });
        expect(consumed + pending).toBe(size);
        for (const { start, end } of [...records, ...problems]) expect(start < end && end <= size).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
