import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ByteSource, decodeSource, detectSource, fromBytes, openSource, readRange } from "@backscroll/wire";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codexDecoder } from "../src/index.ts";
import { decompressedSize, zstdSource } from "../src/zstd-source.ts";
import { decode, meta, said, textOf, thread } from "./rollout.ts";
import { frame, rawBlock, rawFrame, runBlock } from "./zstd-frame.ts";

const open = (compressed: Buffer): ByteSource => {
  const source = fromBytes(compressed);
  return zstdSource(source, decompressedSize(source));
};
const all = (source: ByteSource): string => readRange(source, 0, source.size).toString();

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "codex-zstd-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe("the bytes of a compressed source", () => {
  test("of raw and run-length blocks", () => {
    expect(
      all(
        open(frame([rawBlock(Buffer.from("ab"), false), runBlock(0x63, 3, false), rawBlock(Buffer.from("d"), true)])),
      ),
    ).toBe("abcccd");
  });

  test("of frames one after another, a skippable one between", () => {
    const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9]);
    expect(all(open(Buffer.concat([rawFrame(Buffer.from("one ")), skippable, rawFrame(Buffer.from("two"))])))).toBe(
      "one two",
    );
  });

  test("read from any place in any order are the plain ones", () => {
    const plain = Buffer.from(Array.from({ length: 60_000 }, (_, index) => `${index} `).join(""));
    const source = open(rawFrame(plain));
    expect(source.size).toBe(plain.byteLength);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(plain.byteLength + 10), fc.nat(200_000)), { maxLength: 6 }), (reads) => {
        for (const [start, length] of reads) {
          expect(readRange(source, start, start + length).equals(plain.subarray(start, start + length))).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("behind what is kept are read again from the beginning", () => {
    const runs = [
      ...Array.from({ length: 100 }, (_, index) => runBlock(0x41 + (index % 26), 120_000, false)),
      rawBlock(Buffer.from("."), true),
    ];
    const source = open(frame(runs));
    expect(source.size).toBe(12_000_001);
    expect(readRange(source, 12_000_000, 12_000_001).toString()).toBe(".");
    expect(readRange(source, 119_999, 120_001).toString()).toBe("AB");
    expect(readRange(source, 11_999_999, 12_000_001).toString()).toBe(`${String.fromCharCode(0x41 + (99 % 26))}.`);
  });
});

describe("a compressed rollout", () => {
  const lines = [meta(), said(1, "user", "hello"), said(2, "assistant", "hi 日本")];
  const path = (name: string, content: Buffer): string => {
    const full = join(folder, name);
    writeFileSync(full, content);
    return full;
  };

  test("is the plain one", () => {
    const file = path(`rollout-2026-03-01T10-00-00-${thread}.jsonl.zst`, rawFrame(Buffer.from(textOf(lines))));
    const identity = { path: file, place: folder };
    expect(detectSource([codexDecoder], identity)).toMatchObject({ kind: "yes", mode: "lines" });
    const source = openSource(codexDecoder, file);
    const decoded = decodeSource(codexDecoder, source, identity).sessions[0];
    source.close();
    expect(decoded?.events).toEqual(decode(lines).events);
    expect(decoded?.facts.nativeId).toBe(thread);
  });

  test("as the program's own library compresses it", () => {
    const compressed = Buffer.from(
      [
        "KLUv/WBzAA0GAEKMJR1gT3Mj1yjWlgamgbQO2TMLAIJi6e2E5sLBJSR4AoAYG/FtKcjTVADxinSAeeFjznE9el+2na68thj6btvN",
        "weUKxcGjL0QxL2Pby1lu7vHCBIjx7ViJg28wgc4yuP6xONBTIg5NZuYjkfL6Zz2jf5SjYNQ7uuplTnOLefn6fZg++iIzBamZFCmb",
        "QjYGQhKuf0w1L1v9TBAALJlIsUXlfqd1CCYImuGLEgHOHA8dezNcvENxLwjgA4sdiuwMXB4=",
      ].join(""),
      "base64",
    );
    const source = open(compressed);
    const { sessions } = decodeSource(codexDecoder, source, { path: "/a.jsonl.zst", place: "/" });
    expect(sessions[0]?.events.map(({ text }) => text)).toEqual(["compress this, this, this and this again"]);
  });

  test("is known by its content, and a plain file under its name by its own", () => {
    expect(
      detectSource([codexDecoder], { path: path("renamed.jsonl", rawFrame(Buffer.from(textOf(lines)))), place: folder })
        .kind,
    ).toBe("yes");
    expect(
      detectSource([codexDecoder], { path: path("plain.jsonl.zst", Buffer.from(textOf(lines))), place: folder }).kind,
    ).toBe("yes");
  });

  test("that is torn or damaged is refused with the reason, never read in part", () => {
    const whole = rawFrame(Buffer.from(textOf(lines)));
    expect(() => codexDecoder.open?.(path("torn.jsonl.zst", whole.subarray(0, -5)))).toThrow(
      /damaged or unfinished zstd/,
    );
    const reserved = frame([Buffer.from([0x07, 0, 0])]);
    expect(() => codexDecoder.open?.(path("damaged.jsonl.zst", reserved))).toThrow(
      expect.objectContaining({ code: "EZSTD" }),
    );
  });

  test("that would take more memory than is reasonable is refused", () => {
    const huge = frame([rawBlock(Buffer.from("x"), true)], 0xff);
    expect(() => codexDecoder.open?.(path("huge.jsonl.zst", huge))).toThrow(/too much memory/);
  });

  test("decompresses what stands for very much without holding it", () => {
    const bomb = frame(Array.from({ length: 3000 }, (_, index) => runBlock(0x20, 131_072, index === 2999)));
    const before = process.memoryUsage().rss;
    expect(decompressedSize(fromBytes(bomb))).toBe(3000 * 131_072);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });
});
