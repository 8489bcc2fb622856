import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addresses, claudeLines, claudePath, testHome } from "./open-test-corpus.ts";

const id = "11111111-1111-4111-8111-111111111111";
const session = `claude-code:${id}`;

const dropLine = (path: string, index: number): void => {
  const lines = readFileSync(path, "utf8").split("\n");
  lines.splice(index, 1);
  writeFileSync(path, lines.join("\n"));
};

it("keeps the seqs of what survives when a line is deleted in place, and gives no seq twice", async () => {
  const home = testHome();
  const path = home.write(claudePath(id), claudeLines(id, "aa", ["zebra", "giraffe", "panda"]));
  const corpus = await home.open();
  expect(addresses(await corpus.query.searchCorpus({ query: "panda" }))).toEqual([`${session}:3`]);
  dropLine(path, 1);
  expect(addresses(await corpus.query.searchCorpus({ query: "panda" }))).toEqual([`${session}:3`]);
  expect(addresses(await corpus.query.searchCorpus({ query: "giraffe" }))).toEqual([]);
  writeFileSync(path, readFileSync(path, "utf8") + claudeLines(id, "aa", ["lion"], { from: 4 }));
  expect(addresses(await corpus.query.searchCorpus({ query: "lion" }))).toEqual([`${session}:4`]);
  expect((await corpus.maintenance.inspect()).index.ledgerSessions).toBe(1);
});

it("survives the deletion of the index", async () => {
  const home = testHome();
  const path = home.write(claudePath(id), claudeLines(id, "aa", ["zebra", "giraffe", "panda"]));
  const first = await home.open();
  await first.maintenance.refresh();
  dropLine(path, 0);
  await first.maintenance.refresh();
  await first.close();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(join(home.index, `index.sqlite${suffix}`), { force: true });
  const second = await home.open();
  expect(addresses(await second.query.searchCorpus({ query: "panda" }))).toEqual([`${session}:3`]);
});

it("moves no address while the ledger cannot be read, and says what is behind", async () => {
  const home = testHome();
  const path = home.write(claudePath(id), claudeLines(id, "aa", ["zebra", "giraffe", "panda"]));
  const corpus = await home.open();
  await corpus.maintenance.refresh();
  dropLine(path, 0);
  await corpus.maintenance.refresh();
  const [name] = readdirSync(join(home.index, "ledger"));
  const ledger = join(home.index, "ledger", name ?? "");
  // A folder in its place cannot be read as a file, whoever runs this.
  renameSync(ledger, `${ledger}.aside`);
  mkdirSync(ledger);
  dropLine(path, 0);
  const blocked = await corpus.query.searchCorpus({ query: "panda" });
  expect(addresses(blocked)).toEqual([`${session}:3`]);
  expect(blocked.coverage.skipped).toMatchObject([{ source: path }]);
  rmdirSync(ledger);
  renameSync(`${ledger}.aside`, ledger);
  const read = await corpus.query.searchCorpus({ query: "panda" });
  expect(addresses(read)).toEqual([`${session}:3`]);
  expect(read.coverage.skipped).toEqual([]);
});

it("keeps Pi's addresses when the program migrates a version 1 log", async () => {
  const home = testHome();
  const path = ".pi/agent/sessions/--work-app--/old.jsonl";
  const message = (text: string, second: number) => ({
    type: "message",
    timestamp: `2025-11-20T10:00:0${second}.000Z`,
    message: { role: "user", content: text, timestamp: 1763632800000 + second * 1000 },
  });
  const header = { type: "session", id: "oldest-1", timestamp: "2025-11-20T10:00:00.000Z", cwd: "/home/dev/app" };
  const entries = [message("zebra", 1), message("giraffe", 2)];
  const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
  home.write(path, lines([header, ...entries]));
  const corpus = await home.open();
  expect(addresses(await corpus.query.searchCorpus({ query: "giraffe" }))).toEqual(["pi:oldest-1:2"]);
  const ids = ["aaaa1111", "bbbb2222"];
  home.write(
    path,
    lines([
      { ...header, version: 3 },
      ...entries.map((entry, index) => ({ ...entry, id: ids[index], parentId: index === 0 ? null : ids[index - 1] })),
    ]),
  );
  expect(addresses(await corpus.query.searchCorpus({ query: "giraffe" }))).toEqual(["pi:oldest-1:2"]);
});

it("gives what is written after a log was cut short new seqs", async () => {
  const home = testHome();
  const path = home.write(claudePath(id), claudeLines(id, "aa", ["zebra", "giraffe", "panda"]));
  const corpus = await home.open();
  await corpus.maintenance.refresh();
  writeFileSync(path, claudeLines(id, "aa", ["zebra", "giraffe"]));
  expect(addresses(await corpus.query.searchCorpus({ query: "panda" }))).toEqual([]);
  appendFileSync(path, claudeLines(id, "bb", ["lion"], { from: 9 }));
  expect(addresses(await corpus.query.searchCorpus({ query: "lion" }))).toEqual([`${session}:4`]);
  expect(addresses(await corpus.query.searchCorpus({ query: "giraffe" }))).toEqual([`${session}:2`]);
});

it("makes no ledger for a log that only grew, however often it is decoded again", async () => {
  const home = testHome();
  const title = `${JSON.stringify({ type: "custom-title", customTitle: "again", sessionId: id })}\n`;
  const path = home.write(claudePath(id), claudeLines(id, "aa", ["zebra"]) + title + title);
  const corpus = await home.open();
  await corpus.maintenance.refresh();
  appendFileSync(path, claudeLines(id, "aa", ["giraffe"], { from: 2 }) + title);
  await corpus.maintenance.refresh({ rebuild: true });
  expect((await corpus.maintenance.inspect()).index.ledgerSessions).toBe(0);
  expect(addresses(await corpus.query.searchCorpus({ query: "giraffe" }))).toEqual([`${session}:4`]);
});
