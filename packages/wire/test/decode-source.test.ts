import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromBytes } from "../src/byte-source.ts";
import { type DecodeProgress, decodeSource, decodeStream, recordContext } from "../src/decode-source.ts";
import type { LinkedEvent } from "../src/link-events.ts";
import { toyDecoder } from "./toy-decoder.ts";

const identity = { path: "/sessions/one.toy", place: "/sessions" };
const decoder = toyDecoder();
const content = [
  '{"toy":true}',
  '{"id":"a","text":"first","parent":null}',
  '{"id":"b","calls":["c1","c2"]}',
  "damaged",
  '{"id":"r2","answers":"c2","text":"two"}',
  '{"title":"A title"}',
  '{"id":"r1","answers":"c1","text":"one"}',
  '{"id":"c","parent":"a"}',
  "",
].join("\n");

const stream = (bytes: string, resume?: DecodeProgress, stopAfter?: number) => {
  const events: LinkedEvent[] = [];
  let records = 0;
  const progress = decodeStream(decoder, fromBytes(bytes), identity, {
    ...(resume === undefined ? {} : { resume: { state: resume.state, from: resume.consumed } }),
    onEvents: (linked) => events.push(...linked),
    shouldStop: () => ++records === stopAfter,
  });
  return { events, progress };
};

describe("decodeSource", () => {
  const { sessions, problems, progress } = decodeSource(decoder, fromBytes(content), identity);
  const events = sessions[0]?.events ?? [];

  it("gives seqs from 1 in the order of slots, headers and damage taking none", () => {
    expect(events.map(({ seq, key, part, parentSeq }) => [seq, key, part, parentSeq])).toEqual([
      [1, "a", 0, 0],
      [2, "b", 0, 1],
      [3, "b/c1", 1, 2],
      [4, "b/c2", 2, 2],
      [5, "r2", 0, 2],
      [6, "r1", 0, 5],
      [7, "c", 0, 1],
    ]);
  });

  it("pairs results with calls and keeps each record's bytes", () => {
    expect(events.map(({ callSeq }) => callSeq)).toEqual([null, null, null, null, 4, 3, null]);
    const second = content.indexOf('{"id":"b"');
    expect(events[1]?.origin).toEqual({ start: second, end: content.indexOf("\ndamaged") });
    expect(events[3]?.origin).toEqual(events[1]?.origin);
  });

  it("gives problems, session facts and the fold", () => {
    const damage = content.indexOf("damaged");
    expect(problems).toEqual([{ kind: "malformed", start: damage, end: damage + 7 }]);
    expect(sessions[0]?.facts.title).toBe("A title");
    expect(sessions[0]?.fold.head).toBe(7);
    expect(progress).toMatchObject({ consumed: content.length, pending: 0 });
  });

  it("folds a source without events", () => {
    expect(decodeSource(decoder, fromBytes('{"toy":true}\n'), identity).sessions[0]).toMatchObject({
      events: [],
      fold: { head: null },
    });
  });
});

describe("decodeStream", () => {
  const whole = stream(content);

  it("goes on from any cut as if there had been none", () => {
    for (let cut = 0; cut <= content.length; cut++) {
      const first = stream(content.slice(0, cut));
      const stored = JSON.parse(JSON.stringify(first.progress)) as DecodeProgress;
      const second = stream(content, stored);
      expect([...first.events, ...second.events]).toEqual(whole.events);
      expect(second.progress).toEqual(whole.progress);
    }
  });

  it("does not take the record twice after which it was stopped", () => {
    for (let count = 1; count <= 7; count++) {
      const first = stream(content, undefined, count);
      const second = stream(content, first.progress);
      expect([...first.events, ...second.events]).toEqual(whole.events);
    }
  });

  it("leaves the stored state as it was", () => {
    const first = stream(content.slice(0, 60));
    const stored = JSON.stringify(first.progress);
    stream(content, first.progress);
    expect(JSON.stringify(first.progress)).toBe(stored);
  });

  it("goes on in the way in which the source was first cut", () => {
    const pretty = '{\n"toy":true\n}\n{\n"id":"a"\n}\n';
    const first = stream(pretty);
    const second = stream(`${pretty}{\n"id":\n"b"}\n`, first.progress);
    expect([first.events, second.events].map((events) => events.map(({ seq, key }) => [seq, key]))).toEqual([
      [[1, "a"]],
      [[2, "b"]],
    ]);
  });
});

describe("recordContext", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "decode-source-"));
    mkdirSync(join(folder, "place", "sub"), { recursive: true });
    writeFileSync(join(folder, "place", "sub", "one.meta.json"), '{"a":1}');
    writeFileSync(join(folder, "place", "beside.json"), "{}");
    writeFileSync(join(folder, "secret"), "no");
    writeFileSync(join(folder, "place", "sub", "large"), "x".repeat(1_048_577));
    symlinkSync(join(folder, "secret"), join(folder, "place", "sub", "link"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const side = (path: string): string | null =>
    recordContext(
      fromBytes(""),
      { path: join(folder, "place", "sub", "one.toy"), place: join(folder, "place") },
      () => undefined,
    ).sideFile(path);

  it("reads a small file beside the source", () => {
    expect(side("one.meta.json")).toBe('{"a":1}');
    expect(side("../beside.json")).toBe("{}");
  });

  it.each(["absent", ".", "large", "../../secret", "link", "/etc/passwd", "a\0b"])("reads nothing for %s", (path) => {
    expect(side(path)).toBeNull();
  });
});
