import { existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { applicationId, schemaVersion } from "../src/schema.ts";
import { addresses, piLog, piPath, testHome } from "./open-test-corpus.ts";

const zebraHome = () => {
  const home = testHome();
  home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
  mkdirSync(home.index, { recursive: true });
  return { home, path: join(home.index, "index.sqlite") };
};

it("refuses another program's database by name and leaves it alone", async () => {
  const { home, path } = zebraHome();
  const foreign = new Database(path);
  foreign.exec("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')");
  foreign.close();
  const before = readFileSync(path);
  const corpus = await home.open();
  await expect(corpus.query.searchCorpus({ query: "zebra" })).rejects.toMatchObject({
    code: "invalid_config",
    message: expect.stringContaining(path),
  });
  expect(readFileSync(path).equals(before)).toBe(true);
});

it("sets a damaged index aside and builds it anew", async () => {
  const { home, path } = zebraHome();
  const first = await home.open();
  await first.maintenance.refresh();
  await first.close();
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 4096);
  writeFileSync(path, bytes);
  const corpus = await home.open();
  expect(addresses(await corpus.query.searchCorpus({ query: "zebra" }))).toEqual(["pi:aaaaaaaa-1:1"]);
  expect(existsSync(`${path}.damaged`)).toBe(true);
});

it("sets aside what is no database at all", async () => {
  const { home, path } = zebraHome();
  writeFileSync(
    path,
    "these are not the bytes of a database, and there are more than a hundred of them in this file, so that a header can be read",
  );
  expect(addresses(await (await home.open()).query.searchCorpus({ query: "zebra" }))).toEqual(["pi:aaaaaaaa-1:1"]);
  expect(readFileSync(`${path}.damaged`, "utf8")).toContain("not the bytes");
});

it("builds an index of an older schema anew", async () => {
  const { home, path } = zebraHome();
  const old = new Database(path);
  old.exec("CREATE TABLE source (id INTEGER PRIMARY KEY, something TEXT)");
  old.pragma(`application_id = ${applicationId}`);
  old.pragma(`user_version = ${schemaVersion - 1}`);
  old.close();
  expect(addresses(await (await home.open()).query.searchCorpus({ query: "zebra" }))).toEqual(["pi:aaaaaaaa-1:1"]);
});

it("recovers while it is open: the index is damaged under a running corpus", async () => {
  const { home, path } = zebraHome();
  const corpus = await home.open();
  await corpus.maintenance.refresh();
  writeFileSync(path, Buffer.alloc(65_536, 0x5a));
  home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["zebra"]));
  expect(addresses(await corpus.query.searchCorpus({ query: "zebra" })).length).toBe(2);
});

it("refuses an index of a newer version by name and leaves it alone", async () => {
  const { home, path } = zebraHome();
  const newer = new Database(path);
  newer.exec("CREATE TABLE source (id INTEGER PRIMARY KEY, something TEXT)");
  newer.pragma(`application_id = ${applicationId}`);
  newer.pragma(`user_version = ${schemaVersion + 1}`);
  newer.close();
  const before = readFileSync(path);
  const corpus = await home.open();
  const asked = await Promise.allSettled([1, 2, 3].map(() => corpus.query.searchCorpus({ query: "zebra" })));
  for (const one of asked) {
    expect(one).toMatchObject({
      status: "rejected",
      reason: { code: "invalid_config", message: expect.stringContaining("newer version") },
    });
  }
  expect(readFileSync(path).equals(before)).toBe(true);
});

it("builds the index anew where only a search meets the damage", async () => {
  const { home, path } = zebraHome();
  const first = await home.open();
  await first.maintenance.refresh();
  await first.close();
  const damaged = new Database(path);
  damaged.unsafeMode(true);
  damaged.exec("UPDATE text_data SET block = zeroblob(length(block)) WHERE id > 10");
  damaged.close();
  const corpus = await home.open();
  expect(addresses(await corpus.query.searchCorpus({ query: "zebra" }))).toEqual(["pi:aaaaaaaa-1:1"]);
  expect(existsSync(`${path}.damaged`)).toBe(true);
});

it("survives that the index is cut short while it is open", async () => {
  const { home, path } = zebraHome();
  for (let index = 0; index < 40; index++) {
    home.write(
      piPath(`bbbbbbbb-${index}`),
      piLog(`bbbbbbbb-${index}`, [`zebra ${Array.from({ length: 2000 }, (_, word) => `w${index}x${word}`).join(" ")}`]),
    );
  }
  const corpus = await home.open();
  await corpus.maintenance.refresh();
  const checkpoint = new Database(path);
  checkpoint.pragma("wal_checkpoint(TRUNCATE)");
  checkpoint.close();
  expect((await corpus.query.searchCorpus({ query: "zebra", limit: 50 })).hits).toHaveLength(41);
  truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096);
  expect((await corpus.query.searchCorpus({ query: "zebra", limit: 60 })).hits).toHaveLength(41);
});

it("makes its lock anew where that was overwritten", async () => {
  const { home } = zebraHome();
  writeFileSync(
    join(home.index, "refresh.lock"),
    "this is not a database, though it is as long as the header of one would be: a hundred bytes and more",
  );
  const corpus = await home.open();
  expect(addresses(await corpus.query.searchCorpus({ query: "zebra" }))).toEqual(["pi:aaaaaaaa-1:1"]);
});
