import { readFileSync, statSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { writeHugeLine, writeHugeSession, writeTinySessions } from "../src/odd-sources.ts";
import { temporaryHome } from "../src/temporary-home.ts";

const home = temporaryHome();
afterAll(() => home.remove());

describe("odd sources", () => {
  it("one session of the asked size", () => {
    const size = statSync(writeHugeSession(home.path, 400_000)).size;
    expect(size).toBeGreaterThanOrEqual(400_000);
    expect(size).toBeLessThan(700_000);
  });

  it("one line of the asked size that ends in the planted word", () => {
    const { path, planted } = writeHugeLine(home.path, 3_000_000);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    // Header, model change, prompt, reply, result, reply.
    expect(lines).toHaveLength(6);
    const result = JSON.parse(lines[4] ?? "") as { message: { content: { text: string }[] } };
    expect(result.message.content[0]?.text.endsWith(planted.word)).toBe(true);
    expect(lines[4]?.length).toBeGreaterThan(3_000_000);
    // Model change 1, prompt 2, reply 3, its call 4, result 5.
    expect(planted.seq).toBe(5);
  });

  it("many tiny sessions of one prompt and one reply", () => {
    const paths = writeTinySessions(home.path, 30);
    expect(new Set(paths).size).toBe(30);
    for (const path of paths) expect(readFileSync(path, "utf8").trimEnd().split("\n")).toHaveLength(4);
  });
});
