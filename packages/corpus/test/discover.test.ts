import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sampleDecoder } from "../src/conformance/sample-decoder.ts";
import { discoverSources } from "../src/discover.ts";

let home = "";
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "backscroll-discover-")));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const write = (path: string): void => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), "x");
};

const look = (added: readonly string[] = []) =>
  discoverSources([sampleDecoder], { home, variables: {}, platform: process.platform }, added);

it("[discovery] takes files at every depth, by name, and says where it looked", () => {
  write(".sample/a.jsonl");
  write(".sample/deep/er/b.jsonl");
  write(".sample/c.txt");
  const { files, places } = look();
  expect(files.map((file) => basename(file.path)).toSorted()).toEqual(["a.jsonl", "b.jsonl"]);
  expect(places).toMatchObject([{ wire: "sample", origin: "default", state: "present", files: 2 }]);
});

it("[discovery] looks at what exists where a place is missing", () => {
  write("elsewhere/a.jsonl");
  const { files, places, missing } = look([join(home, "elsewhere"), join(home, "nowhere")]);
  expect(files.map((file) => basename(file.path))).toEqual(["a.jsonl"]);
  expect(places.map((place) => place.state)).toEqual(["missing", "present", "missing"]);
  expect(missing).toEqual([join(home, "nowhere")]);
});

it("[symlink] follows linked folders and files, each once, and ends loops with a word", () => {
  write("data/a.jsonl");
  mkdirSync(join(home, ".sample"));
  symlinkSync(join(home, "data"), join(home, ".sample/one"));
  symlinkSync(join(home, "data"), join(home, ".sample/two"));
  symlinkSync(join(home, "data/a.jsonl"), join(home, ".sample/again.jsonl"));
  symlinkSync(join(home, ".sample"), join(home, ".sample/loop"));
  const { files, skipped } = look();
  expect(files.length).toBe(1);
  expect(skipped.map((one) => one.reason)).toEqual(["looping"]);
});
