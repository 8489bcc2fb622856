import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type GeneratedCorpus, generateCorpus } from "../src/generate-corpus.ts";
import { wordsToPlant } from "../src/planted-words.ts";
import { temporaryHome } from "../src/temporary-home.ts";

const homes = [temporaryHome(), temporaryHome(), temporaryHome()] as const;
const size = { sessions: 40, bytes: 1_500_000 };
const one = generateCorpus({ ...size, home: homes[0].path, seed: 5 });
const same = generateCorpus({ ...size, home: homes[1].path, seed: 5 });
const other = generateCorpus({ ...size, home: homes[2].path, seed: 6 });

afterAll(() => {
  for (const home of homes) home.remove();
});

/** Contents by relative path; a fork names its parent by absolute path, which differs between homes. */
const digest = (corpus: GeneratedCorpus): string => {
  const hash = createHash("sha256");
  for (const file of corpus.files) {
    hash.update(relative(corpus.home, file)).update(readFileSync(file, "utf8").replaceAll(corpus.home, "HOME"));
  }
  return hash.digest("hex");
};

describe("a generated corpus", () => {
  it("has the same bytes for the same seed", () => {
    expect(digest(same)).toBe(digest(one));
    expect(same.planted).toEqual(one.planted);
  });

  it("has other bytes for another seed", () => {
    expect(digest(other)).not.toBe(digest(one));
  });

  it("has as many sessions as asked and about as many bytes", () => {
    expect(one.files).toHaveLength(40);
    expect(new Set(one.sessions).size).toBe(40);
    const bytes = one.files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeGreaterThan(1_500_000);
    expect(bytes).toBeLessThan(3_000_000);
  });

  it("holds every planted word once, in the session that is told", () => {
    expect(one.planted.map((planted) => planted.word).sort()).toEqual(wordsToPlant.map(({ word }) => word).sort());
    for (const planted of one.planted) {
      const holders = one.files.filter((file) => readFileSync(file, "utf8").includes(planted.word));
      expect(holders, planted.word).toEqual([one.files[one.sessions.indexOf(planted.session)]]);
    }
  });

  it("gives a file the time of its last event", () => {
    for (const file of one.files) {
      const last = readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .reverse()
        .find((line) => line.includes('"timestamp"'));
      const { timestamp } = JSON.parse(last ?? "{}") as { timestamp: string };
      expect(Math.abs(statSync(file).mtimeMs - Date.parse(timestamp))).toBeLessThan(1_000);
    }
  });
});
