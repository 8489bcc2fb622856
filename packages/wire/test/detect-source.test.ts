import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ByteSource, fromBytes } from "../src/byte-source.ts";
import { detectSource, readHead } from "../src/detect-source.ts";
import { valuesFileBytes } from "../src/frame.ts";
import { toyDecoder } from "./toy-decoder.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "detect-source-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (content: string): { path: string; place: string } => {
  const path = join(folder, "log");
  writeFileSync(path, content);
  return { path, place: folder };
};

const never = toyDecoder("never", () => null);
const empty = toyDecoder("empty", () => ({ kind: "empty", reason: "no conversation" }));
const old = toyDecoder("old", () => ({ kind: "unsupported", reason: "too old" }));

describe("detectSource", () => {
  it("takes the first decoder that can decode the content", () => {
    const identity = file('{"other":1}\n{"toy":true}\n{"id":"a"}\n');
    const found = detectSource([never, empty, toyDecoder(), toyDecoder("later")], identity);
    expect(found).toMatchObject({ kind: "yes", mode: "lines", decoder: { wire: "toy" } });
  });

  it("says which format it is where no decoder can decode it", () => {
    expect(detectSource([never, old, empty], file("{}\n"))).toMatchObject({
      kind: "unsupported",
      reason: "too old",
      decoder: { wire: "old" },
    });
  });

  it("says why a file is nobody's", () => {
    expect(detectSource([never], file("{}\n"))).toEqual({
      kind: "unknown",
      reason: "not a session log of any known agent",
    });
    expect(detectSource([empty], file(""))).toEqual({ kind: "unknown", reason: "empty file" });
  });

  it("says that a file is too large to be read whole", () => {
    const head = Buffer.from('{\n  "messages": [\n');
    const large: ByteSource = {
      size: valuesFileBytes + 1,
      read: (buffer, position) => fromBytes(head).read(buffer, position),
      close: () => {},
    };
    expect(detectSource([{ ...never, open: () => large }], { path: "/x", place: "/" })).toEqual({
      kind: "unknown",
      reason: "one JSON value of over 67108864 bytes",
    });
  });

  it("finds a wrapped log", () => {
    expect(detectSource([toyDecoder()], file('{"toy":true,"items":[{"id":"a"}]}'))).toMatchObject({
      kind: "yes",
      mode: "values",
    });
  });

  it("throws what opening throws", () => {
    expect(() => detectSource([never], { path: join(folder, "absent"), place: folder })).toThrow("ENOENT");
  });
});

describe("readHead", () => {
  const identity = { path: "/log", place: "/" };
  const decoder = toyDecoder();

  it("gives at most 50 records, whatever damage lies between", () => {
    const head = readHead(fromBytes('{"id":"a"}\nnoise\n'.repeat(80)), identity, decoder);
    expect(head.records).toHaveLength(50);
    expect(Buffer.from(head.bytes).toString().slice(0, 10)).toBe('{"id":"a"}');
    expect(readHead(fromBytes("x".repeat(9000)), identity, decoder).bytes.byteLength).toBe(4096);
  });

  it("takes a first record of any length", () => {
    const long = `{"id":"a","text":"${"x".repeat(6_000_000)}"}\n{"id":"b"}\n`;
    expect(readHead(fromBytes(long), identity, decoder).records.map((record) => record.id)).toEqual(["a"]);
  });

  it("stops after a megabyte without records", () => {
    let furthest = 0;
    const noise = fromBytes("no record\n".repeat(1_000_000));
    const source: ByteSource = {
      ...noise,
      read: (buffer, position) => {
        furthest = Math.max(furthest, position);
        return noise.read(buffer, position);
      },
    };
    expect(readHead(source, identity, decoder).records).toEqual([]);
    expect(furthest).toBeLessThan(3_000_000);
  });
});
