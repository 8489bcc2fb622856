import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Detection, fromBytes, openFile, readHead } from "@backscroll/wire";
import { describe, expect, it } from "vitest";
import { backscrollDecoder } from "../src/backscroll-decoder.ts";
import { header, identity, linesOf, record } from "./write-records.ts";

const detect = (...records: unknown[]): Detection | null =>
  backscrollDecoder.detect(readHead(fromBytes(linesOf(records)), identity, backscrollDecoder));

const said = record(1, "user/message", { text: "a" });

describe("detect", () => {
  it("knows a log by its header, also behind damage, or by its records", () => {
    expect(detect(header, said)).toEqual({ kind: "yes" });
    expect(detect("damage", header, said)).toEqual({ kind: "yes" });
    expect(detect(said)).toEqual({ kind: "yes" });
    expect(detect(header, ...Array.from({ length: 60 }, (_, index) => record(index + 1, "x/y")))).toEqual({
      kind: "yes",
    });
  });

  it("says that a log holds nothing yet", () => {
    expect(detect(header)).toEqual({ kind: "empty", reason: "no message yet" });
    expect(detect(header, record(1, "session/title", { title: "t" }))).toMatchObject({ kind: "empty" });
  });

  it("says that a newer version wrote it", () => {
    expect(detect({ ...header, version: 2 }, said)).toEqual({
      kind: "unsupported",
      reason: "version 2, written by a newer Backscroll",
    });
  });

  it.each([
    ["Pi", { type: "session", version: 3, id: "a", timestamp: "2026-01-01T00:00:00Z", cwd: "/p" }],
    ["Claude Code", { type: "user", uuid: "u", sessionId: "s", message: { role: "user", content: "a" } }],
    ["Codex", { type: "session_meta", timestamp: "2026-01-01T00:00:00Z", payload: { id: "a" } }],
    ["Gemini", { sessionId: "s", projectHash: "h", startTime: "2026-01-01T00:00:00Z" }],
    ["nothing", { a: 1 }],
  ])("does not claim a log of %s", (_, first) => {
    expect(detect(first)).toBeNull();
  });

  it("takes only .jsonl files, not locks", () => {
    expect(["a.jsonl", "a.lock", "a.jsonl.tmp"].map((name) => backscrollDecoder.accepts(name))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

const samples = process.env.BACKSCROLL_SAMPLE_SESSIONS;
const hasSamples = samples !== undefined && statSync(samples, { throwIfNoEntry: false })?.isDirectory() === true;

describe("real logs of other programs", () => {
  it.skipIf(!hasSamples)("are not claimed (skipped where BACKSCROLL_SAMPLE_SESSIONS names no folder)", () => {
    const files = readdirSync(samples ?? ".", { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const source = openFile(join(file.parentPath, file.name));
      const head = readHead(source, { path: file.name, place: file.parentPath }, backscrollDecoder);
      source.close();
      expect([file.name, backscrollDecoder.detect(head)]).toEqual([file.name, null]);
    }
  });
});
