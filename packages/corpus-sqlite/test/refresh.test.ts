import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addresses, claudeLines, claudePath, piLog, piMessage, piPath, testHome } from "./open-test-corpus.ts";

const search = async (corpus: Awaited<ReturnType<ReturnType<typeof testHome>["open"]>>, query: string) =>
  addresses(await corpus.query.searchCorpus({ query }));

describe("what is on disk is found at once", () => {
  it("finds an appended line and decodes only its bytes", async () => {
    const home = testHome();
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["first zebra", "second"]));
    const corpus = await home.open();
    expect(await search(corpus, "zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
    const line = `${JSON.stringify(piMessage(3, "third giraffe"))}\n`;
    appendFileSync(file, line);
    const report = await corpus.maintenance.refresh();
    expect(report.decodedBytes).toBe(Buffer.byteLength(line));
    expect(await search(corpus, "giraffe")).toEqual(["pi:aaaaaaaa-1:3"]);
    expect(await search(corpus, "zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
  });

  it("does no work when nothing changed, also after it was opened again", async () => {
    const home = testHome();
    home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    const first = await home.open();
    await first.maintenance.refresh();
    await first.close();
    const before = readFileSync(join(home.index, "index.sqlite"));
    const second = await home.open();
    expect((await second.maintenance.refresh()).decodedBytes).toBe(0);
    await second.close();
    expect(readFileSync(join(home.index, "index.sqlite")).equals(before)).toBe(true);
  });

  it("waits for half a last line and takes it once it is whole", async () => {
    const home = testHome();
    const line = `${JSON.stringify(piMessage(2, "giraffe in the tail"))}\n`;
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]) + line.slice(0, 40));
    const corpus = await home.open();
    expect(await search(corpus, "giraffe")).toEqual([]);
    expect((await corpus.maintenance.refresh()).skipped).toEqual([]);
    appendFileSync(file, line.slice(40));
    expect(await search(corpus, "giraffe")).toEqual(["pi:aaaaaaaa-1:2"]);
  });

  it("forgets a file that is gone and keeps its neighbours", async () => {
    const home = testHome();
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["zebra too"]));
    const corpus = await home.open();
    expect(await search(corpus, "zebra")).toHaveLength(2);
    rmSync(file);
    expect(await search(corpus, "zebra")).toEqual(["pi:bbbbbbbb-2:1"]);
  });

  it("sees a file that was rewritten in place with the same length and time", async () => {
    const home = testHome();
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    const corpus = await home.open();
    expect(await search(corpus, "zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
    const { atime, mtime } = statSync(file);
    writeFileSync(file, piLog("aaaaaaaa-1", ["panda"]));
    utimesSync(file, atime, mtime);
    expect(await search(corpus, "zebra")).toEqual([]);
    expect(await search(corpus, "panda")).toEqual(["pi:aaaaaaaa-1:1"]);
  });

  it("decodes nothing for a file that was only touched", async () => {
    const home = testHome();
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    const corpus = await home.open();
    await corpus.maintenance.refresh();
    utimesSync(file, new Date(), new Date());
    expect((await corpus.maintenance.refresh()).decodedBytes).toBe(0);
  });

  it("follows a session to another path without losing or doubling it", async () => {
    const home = testHome();
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    const corpus = await home.open();
    await corpus.maintenance.refresh();
    renameSync(file, `${file.slice(0, -6)}-moved.jsonl`);
    expect(await search(corpus, "zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
  });
});

describe("bad input costs only itself", () => {
  it("names what it could not take, and takes the rest", async () => {
    const home = testHome();
    home.write(piPath("good"), piLog("good0000-1", ["zebra"]));
    home.write(piPath("empty"), "");
    home.write(piPath("binary"), "\0\0\x01garbage\xff\n\0\0");
    home.write(piPath("damaged"), piLog("damaged0-1", ["zebra in damage"]).replace("\n", "\nnot json at all\n"));
    const corpus = await home.open();
    const page = await corpus.query.searchCorpus({ query: "zebra" });
    expect(addresses(page)).toHaveLength(2);
    const reasons = page.coverage.skipped.map((one) => [one.source.replace(/.*_/, ""), one.reason]);
    expect(reasons).toContainEqual(["empty.jsonl", "empty"]);
    expect(reasons).toContainEqual(["binary.jsonl", "unknown"]);
    expect(reasons).toContainEqual(["damaged.jsonl", "malformed"]);
  });

  it("follows links once and ends loops", async () => {
    const home = testHome();
    home.write("data/p/one.jsonl", claudeLines("11111111-1111-4111-8111-111111111111", "aa", ["zebra"]));
    mkdirSync(join(home.path, ".claude/projects"), { recursive: true });
    symlinkSync(join(home.path, "data/p"), join(home.path, ".claude/projects/-p"));
    symlinkSync(join(home.path, "data/p"), join(home.path, ".claude/projects/-q"));
    symlinkSync(join(home.path, ".claude/projects"), join(home.path, "data/p/loop"));
    const corpus = await home.open();
    const page = await corpus.query.searchCorpus({ query: "zebra" });
    expect(page.hits).toHaveLength(1);
    expect(page.hits[0]?.session.cwd).toBe("/home/dev/app");
    expect(page.coverage.skipped.map((one) => one.reason)).toContain("looping");
  });

  it("finds sessions of one agent where another's folder is absent", async () => {
    const home = testHome();
    home.write(
      claudePath("11111111-1111-4111-8111-111111111111"),
      claudeLines("11111111-1111-4111-8111-111111111111", "aa", ["zebra"]),
    );
    expect(await search(await home.open(), "zebra")).toHaveLength(1);
  });
});

describe("added paths", () => {
  it("takes relative, linked and given files, remembers them, and says what is missing", async () => {
    const home = testHome();
    const file = home.write("elsewhere/notes-of-a-session.txt", piLog("aaaaaaaa-1", ["zebra"]));
    const link = join(home.path, "link.jsonl");
    symlinkSync(file, link);
    const corpus = await home.open();
    const report = await corpus.maintenance.refresh({ paths: [link, join(home.path, "no-such")] });
    expect(report.missing).toEqual([join(home.path, "no-such")]);
    expect(await search(corpus, "zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
    await corpus.close();
    expect(await search(await home.open(), "zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
  });
});

describe("the index file", () => {
  it("is for its owner alone", async () => {
    const home = testHome();
    home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    await search(await home.open(), "zebra");
    expect(statSync(home.index).mode & 0o777).toBe(0o700);
    for (const name of ["index.sqlite", "refresh.lock"]) expect(statSync(join(home.index, name)).mode & 0o077).toBe(0);
    chmodSync(home.index, 0o700);
  });
});

describe("impatient queries", () => {
  it("answer from the index as it is and say how far behind it is, also the first one ever", async () => {
    const home = testHome();
    for (let number = 0; number < 40; number++) {
      home.write(
        piPath(`session-${number}`),
        piLog(
          `session-${number}`,
          Array.from({ length: 200 }, () => "zebra crossing"),
        ),
      );
    }
    const corpus = await home.open({ refreshMs: 0 });
    const page = await corpus.query.searchCorpus({ query: "zebra" });
    expect(page.coverage.behind).toBeGreaterThan(0);
    await corpus.maintenance.refresh();
    expect((await corpus.query.searchCorpus({ query: "zebra" })).coverage.sessions).toBe(40);
  });
});
