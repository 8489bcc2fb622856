import { appendFileSync, rmSync, utimesSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addresses, claudeLines, claudePath, piLog, piPath, testHome } from "./open-test-corpus.ts";

const original = "11111111-1111-4111-8111-111111111111";
const copy = "22222222-2222-4222-8222-222222222222";

const at = (path: string, second: number): void => utimesSync(path, second, second);

describe("a Claude Code session continued in a new file", () => {
  const shared = ["zebra one", "zebra two", "zebra three", "zebra four"];

  // Whichever file is newer is indexed first, so both orders are tried.
  it.each([
    ["the original is older", 100, 200],
    ["the original is newer", 200, 100],
  ])("is found once, as the original, and owns only what is new (%s)", async (_, originalAt, copyAt) => {
    const home = testHome();
    at(home.write(claudePath(original), claudeLines(original, "aa", shared)), originalAt);
    at(
      home.write(
        claudePath(copy),
        claudeLines(copy, "aa", shared, { fields: { sessionKind: "bg" } }) +
          claudeLines(copy, "aa", ["giraffe five"], { from: 5 }),
      ),
      copyAt,
    );
    const corpus = await home.open();
    const zebras = await corpus.query.searchCorpus({ query: "zebra" });
    expect([...addresses(zebras)].sort()).toEqual([1, 2, 3, 4].map((seq) => `claude-code:${original}:${seq}`));
    expect(addresses(await corpus.query.searchCorpus({ query: "giraffe" }))).toEqual([`claude-code:${copy}:5`]);
    const read = await corpus.query.readEvent({ session: `claude-code:${copy}`, seq: 2 });
    expect(read.event.document).toBe("zebra two");
    expect(read.event.copyOf).toEqual({ session: `claude-code:${original}`, seq: 2 });
  });

  it("is found by itself where it says something else under the same uuid", async () => {
    const home = testHome();
    at(home.write(claudePath(original), claudeLines(original, "aa", ["zebra one", "zebra two", "zebra three"])), 100);
    home.write(claudePath(copy), claudeLines(copy, "aa", ["zebra one", "giraffe two", "zebra three", "heron four"]));
    const corpus = await home.open();
    expect(addresses(await corpus.query.searchCorpus({ query: "giraffe" }))).toEqual([`claude-code:${copy}:2`]);
    expect(addresses(await corpus.query.searchCorpus({ query: "three" }))).toEqual([`claude-code:${original}:3`]);
    const transcript = await corpus.query.openTranscript(`claude-code:${copy}`);
    expect(transcript.events.map((event) => event.copyOf?.seq ?? null)).toEqual([1, null, 3, null]);
  });

  it("gets its own words back when the original is deleted", async () => {
    const home = testHome();
    const first = home.write(claudePath(original), claudeLines(original, "aa", shared));
    at(first, 100);
    home.write(claudePath(copy), claudeLines(copy, "aa", shared) + claudeLines(copy, "aa", ["giraffe"], { from: 5 }));
    const corpus = await home.open();
    expect(addresses(await corpus.query.searchCorpus({ query: '"zebra two"' }))).toEqual([`claude-code:${original}:2`]);
    rmSync(first);
    expect(addresses(await corpus.query.searchCorpus({ query: '"zebra two"' }))).toEqual([`claude-code:${copy}:2`]);
  });

  it("stays one when both go on", async () => {
    const home = testHome();
    const first = home.write(claudePath(original), claudeLines(original, "aa", shared));
    at(first, 100);
    const second = home.write(claudePath(copy), claudeLines(copy, "aa", shared));
    const corpus = await home.open();
    expect((await corpus.query.searchCorpus({ query: "zebra" })).hits).toHaveLength(4);
    appendFileSync(second, claudeLines(copy, "bb", ["zebra in the copy"], { from: 60 }));
    appendFileSync(first, claudeLines(original, "cc", ["zebra in the original"], { from: 70 }));
    expect((await corpus.query.searchCorpus({ query: "zebra" })).hits).toHaveLength(6);
  });
});

describe("a Pi fork that copies its parent's entries", () => {
  it.each([
    ["parent older", 100, 200],
    ["parent newer", 200, 100],
  ])("gives each entry once and keeps its lineage (%s)", async (_, parentAt, childAt) => {
    const home = testHome();
    const parent = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra", "giraffe"]));
    at(parent, parentAt);
    at(
      home.write(
        piPath("bbbbbbbb-2"),
        piLog("bbbbbbbb-2", ["zebra", "giraffe", "panda"], {
          parentSession: parent,
          timestamp: "2026-10-02T10:00:00.000Z",
        }),
      ),
      childAt,
    );
    const corpus = await home.open();
    expect(addresses(await corpus.query.searchCorpus({ query: "zebra" }))).toEqual(["pi:aaaaaaaa-1:1"]);
    expect(addresses(await corpus.query.searchCorpus({ query: "panda" }))).toEqual(["pi:bbbbbbbb-2:3"]);
    const trace = await corpus.query.traceSession("pi:bbbbbbbb-2");
    expect(trace.ancestors.map((one) => one.session)).toEqual(["pi:aaaaaaaa-1"]);
    expect((await corpus.query.traceEvent("pi:aaaaaaaa-1", 2)).derived).toEqual([{ session: "pi:bbbbbbbb-2", seq: 2 }]);
  });
});

describe("one session in two places", () => {
  it("is chosen once, the fuller log, and costs nothing on the next look", async () => {
    const home = testHome();
    home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    const fuller = home.write(
      `.pi/agent/sessions/archive/copy_aaaaaaaa-1.jsonl`,
      piLog("aaaaaaaa-1", ["zebra", "giraffe"]),
    );
    const corpus = await home.open();
    const page = await corpus.query.searchCorpus({ query: "zebra" });
    expect(page.hits).toHaveLength(1);
    expect(page.coverage.skipped.map((one) => one.reason)).toEqual(["duplicate"]);
    expect(addresses(await corpus.query.searchCorpus({ query: "giraffe" }))).toEqual(["pi:aaaaaaaa-1:2"]);
    expect((await corpus.maintenance.refresh()).decodedBytes).toBe(0);
    rmSync(fuller);
    expect(addresses(await corpus.query.searchCorpus({ query: "zebra" }))).toEqual(["pi:aaaaaaaa-1:1"]);
    expect(addresses(await corpus.query.searchCorpus({ query: "giraffe" }))).toEqual([]);
  });
});

it("does not take unrelated Pi sessions with equal entry ids for copies", async () => {
  const home = testHome();
  home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra here"]));
  home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["zebra there"]));
  expect((await (await home.open()).query.searchCorpus({ query: "zebra" })).hits).toHaveLength(2);
});
