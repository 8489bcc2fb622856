import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { makeProgressBar, progressLine } from "../../src/terminal/progress-bar.ts";

const progress = {
  phase: "indexing",
  filesDone: 5,
  filesTotal: 20,
  bytesDone: 25_000_000,
  bytesTotal: 100_000_000,
} as const;

describe("progressLine", () => {
  it("shows the share of the bytes, and both counts", () => {
    expect(progressLine(progress, 200)).toBe("Indexing ██████░░░░░░░░░░░░░░░░░░ 25%  5 of 20 files, 25 MB of 100 MB");
  });

  it("leaves the bar out where there is no room", () => {
    expect(progressLine(progress, 48)).toBe("Indexing 25%  5 of 20 files, 25 MB of 100 MB");
  });

  it("is done where there is nothing to do", () => {
    expect(progressLine({ ...progress, filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0 }, 50)).toContain(
      "100%",
    );
  });
});

describe("makeProgressBar", () => {
  it("draws nothing where standard error is no terminal", () => {
    const stream = new PassThrough();
    const bar = makeProgressBar(stream, () => 10_000);
    bar.update(progress);
    bar.end();
    expect(stream.read()).toBeNull();
  });

  it("draws after a while, and removes what it drew", () => {
    const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    let time = 0;
    const bar = makeProgressBar(stream, () => time);
    bar.update(progress);
    expect(stream.read()).toBeNull();
    time = 1000;
    bar.update(progress);
    expect(String(stream.read())).toMatch(/^\r\u001b\[2KIndexing /);
    bar.end();
    expect(String(stream.read())).toBe("\r\u001b[2K");
  });
});
