import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { addresses, piLog, piMessage, piPath, type TestHome, testHome } from "./open-test-corpus.ts";
import { testEngine } from "./open-test-engine.ts";

const mount = (home: TestHome, options: string): boolean =>
  spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", home.index]).status === 0;

/** A home whose index lies on a disk of its own, null where mounting is not allowed. */
const homeOnDisk = (megabytes: number): TestHome | null => {
  const home = testHome();
  mkdirSync(home.index, { recursive: true });
  onTestFinished(() => {
    spawnSync("umount", ["-l", home.index]);
  });
  return mount(home, `size=${megabytes}m,mode=700`) ? home : null;
};

const fill = (home: TestHome, leaveBytes: number): void => {
  const { bavail, bsize } = statfsSync(home.index);
  writeFileSync(join(home.index, "filler"), Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes)));
};

const noMount = "mounting a file system is not allowed here";

/** About 200 KB of words that differ. */
const words = (seed: number): string =>
  Array.from({ length: 20_000 }, (_, index) => `w${seed}x${index * 7919}`).join(" ");

it.for([0, 300_000])(
  "answers from what it has while the disk is full (%i bytes free), says so, and completes later",
  { timeout: 60_000 },
  async (leave, context) => {
    const home = homeOnDisk(24);
    if (home === null) return context.skip(noMount);
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    const corpus = await home.open();
    expect(addresses(await corpus.query.searchCorpus({ query: "zebra" }))).toEqual(["pi:aaaaaaaa-1:1"]);
    fill(home, leave);
    appendFileSync(file, `${JSON.stringify(piMessage(2, `giraffe ${words(1)}`))}\n`);
    for (let index = 0; index < 12; index++)
      home.write(piPath(`bbbbbbbb-${index}`), piLog(`bbbbbbbb-${index}`, [`panda ${words(index)}`, words(index + 50)]));
    for (let look = 0; look < 2; look++) {
      const page = await corpus.query.searchCorpus({ query: "zebra" });
      expect(addresses(page)).toEqual(["pi:aaaaaaaa-1:1"]);
      expect(page.hits[0]?.event.excerpt.text).toBe("zebra");
      expect(page.coverage.skipped).toContainEqual({
        source: "index",
        wire: null,
        reason: "failed",
        message: "The disk that holds the index is full; answers come from what was indexed before.",
      });
      expect(page.coverage.behind).toBeGreaterThan(0);
    }
    // A program that starts now finds the same.
    const second = await home.open();
    expect(addresses(await second.query.searchCorpus({ query: "zebra" }))).toEqual(["pi:aaaaaaaa-1:1"]);
    rmSync(join(home.index, "filler"));
    for (const one of [corpus, second]) {
      const page = await one.query.searchCorpus({ query: "panda", limit: 50 });
      expect(page.hits).toHaveLength(12);
      expect(page.coverage.skipped).toEqual([]);
      expect(addresses(await one.query.searchCorpus({ query: "giraffe" }))).toEqual(["pi:aaaaaaaa-1:2"]);
    }
  },
);

it("says why where there is no room for a first index", async (context) => {
  const home = homeOnDisk(1);
  if (home === null) return context.skip(noMount);
  home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
  fill(home, 0);
  const corpus = await home.open();
  await expect(corpus.query.searchCorpus({ query: "zebra" })).rejects.toMatchObject({ code: "index_failed" });
  await expect(corpus.maintenance.refresh()).rejects.toMatchObject({ message: expect.stringContaining("full") });
  rmSync(join(home.index, "filler"));
  expect(addresses(await corpus.query.searchCorpus({ query: "zebra" }))).toEqual(["pi:aaaaaaaa-1:1"]);
}, 60_000);

it("answers from an index in a folder that cannot be written, says so, and goes on once it can", async (context) => {
  const home = homeOnDisk(24);
  if (home === null) return context.skip(noMount);
  home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
  const first = await home.open();
  await first.maintenance.refresh();
  await first.close();
  expect(existsSync(join(home.index, "index.sqlite-wal"))).toBe(false);
  expect(spawnSync("mount", ["-o", "remount,ro", home.index]).status).toBe(0);
  home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["zebra"]));
  const corpus = await home.open();
  const page = await corpus.query.searchCorpus({ query: "zebra" });
  expect(addresses(page)).toEqual(["pi:aaaaaaaa-1:1"]);
  expect(page.coverage.skipped).toContainEqual(
    expect.objectContaining({
      source: "index",
      reason: "failed",
      message: expect.stringContaining("cannot be written"),
    }),
  );
  expect(spawnSync("mount", ["-o", "remount,rw", home.index]).status).toBe(0);
  expect([...addresses(await corpus.query.searchCorpus({ query: "zebra" }))].sort()).toEqual([
    "pi:aaaaaaaa-1:1",
    "pi:bbbbbbbb-2:1",
  ]);
}, 60_000);

it.each([
  ["alone", ["index.sqlite"]],
  ["with its side files", ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"]],
])("builds the index anew where it is deleted while it is open, %s", (_, names) => {
  const home = testHome();
  home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
  const engines = [testEngine(home), testEngine(home)];
  onTestFinished(() => {
    for (const engine of engines) engine.close();
  });
  for (const engine of engines) {
    engine.refresh();
    expect(engine.search("zebra")).toHaveLength(1);
  }
  for (const name of names) rmSync(join(home.index, name), { force: true });
  home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["zebra"]));
  for (const engine of engines) {
    engine.refresh();
    expect(engine.search("zebra")).toHaveLength(2);
  }
  for (const engine of engines) expect(engine.search("zebra")).toHaveLength(2);
  expect(readdirSync(home.index).filter((name) => name.includes(".new"))).toEqual([]);
});
