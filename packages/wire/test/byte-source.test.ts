import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromBytes, openFile, readRange } from "../src/byte-source.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "byte-source-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

describe("openFile", () => {
  it("reads any range and nothing past the end", () => {
    const source = openFile(write("plain", "0123456789"));
    expect(source.size).toBe(10);
    expect(readRange(source, 3, 6).toString()).toBe("345");
    expect(readRange(source, 8, 99).toString()).toBe("89");
    expect(readRange(source, 10, 12).byteLength).toBe(0);
    expect(readRange(source, 6, 3).byteLength).toBe(0);
    source.close();
  });

  it("does not read what was appended after it was opened", () => {
    const path = write("grows", "abc");
    const source = openFile(path);
    writeFileSync(path, "abcdef");
    expect(readRange(source, 0, 10).toString()).toBe("abc");
    source.close();
  });

  it("gives fewer bytes where the file shrank", () => {
    const path = write("shrinks", "abcdef");
    const source = openFile(path);
    truncateSync(path, 2);
    expect(readRange(source, 0, 6).toString()).toBe("ab");
    expect(readRange(source, 4, 6).byteLength).toBe(0);
    source.close();
  });

  it("refuses a folder and a device", () => {
    mkdirSync(join(folder, "sub"));
    expect(() => openFile(join(folder, "sub"))).toThrowError(expect.objectContaining({ code: "ENOTREG" }));
    if (process.platform !== "win32") {
      expect(() => openFile("/dev/zero")).toThrowError(expect.objectContaining({ code: "ENOTREG" }));
    }
  });

  it.skipIf(process.platform === "win32")("refuses a pipe without waiting for a writer", () => {
    const path = join(folder, "pipe");
    execFileSync("mkfifo", [path]);
    expect(() => openFile(path)).toThrowError(expect.objectContaining({ code: "ENOTREG" }));
  });

  it("throws the system's error for a missing file", () => {
    expect(() => openFile(join(folder, "absent"))).toThrowError(expect.objectContaining({ code: "ENOENT" }));
  });
});

describe("fromBytes", () => {
  it("measures text in bytes", () => {
    const source = fromBytes("é漢");
    expect(source.size).toBe(5);
    expect(readRange(source, 2, 5).toString()).toBe("漢");
  });
});
