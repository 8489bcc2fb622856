import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { openCorpus } from "../dist/index.js";
import { addresses, piLog, piPath, type TestHome, testHome } from "./open-test-corpus.ts";

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds of processor time that this process takes within `span`. */
const busyWithin = async (span: number): Promise<number> => {
  const before = process.cpuUsage();
  await pause(span);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** A home with one log of so many events. */
const homeWith = (events: number): TestHome => {
  const home = testHome();
  home.write(
    piPath("aaaaaaaa-1"),
    piLog(
      "aaaaaaaa-1",
      Array.from({ length: events }, (_, index) => `zebra ${index} ${"stripe ".repeat(60)}`),
    ),
  );
  return home;
};

describe("a caller that gives up", () => {
  it("stops indexing, and the next caller's goes on from there", async () => {
    const home = homeWith(30_000);
    const corpus = await home.open();
    const abort = new AbortController();
    const refresh = corpus.maintenance.refresh(
      { onProgress: ({ phase }) => phase === "indexing" && setTimeout(() => abort.abort(), 100) },
      { signal: abort.signal },
    );
    await expect(refresh).rejects.toMatchObject({ code: "aborted" });
    await pause(300);
    expect(await busyWithin(500)).toBeLessThan(250);
    expect((await corpus.maintenance.refresh()).events).toBe(30_000);
  }, 60_000);

  it("does not wait for a refresh that was begun before its query", async () => {
    const home = homeWith(30_000);
    const corpus = await home.open({ refreshMs: 0 });
    let isDone = false;
    const refresh = corpus.maintenance.refresh().then(() => {
      isDone = true;
    });
    const { coverage } = await corpus.query.searchCorpus({ query: "zebra" });
    expect(isDone).toBe(false);
    expect(coverage.behind).toBeGreaterThan(0);
    await refresh;
  }, 60_000);

  it("stops a scan of a session's text", async () => {
    const home = homeWith(30_000);
    const corpus = await home.open();
    await corpus.maintenance.refresh();
    const abort = new AbortController();
    const scan = corpus.query.filterEvents(
      { session: "pi:aaaaaaaa-1", text: "no such text" },
      { signal: abort.signal },
    );
    setTimeout(() => abort.abort(), 150);
    await expect(scan).rejects.toMatchObject({ code: "aborted" });
    await pause(300);
    expect(await busyWithin(500)).toBeLessThan(250);
    expect(addresses(await corpus.query.searchCorpus({ query: '"zebra 29999"' }))).toEqual(["pi:aaaaaaaa-1:30000"]);
  }, 60_000);

  it("gets its answer at once where it gave up before it asked", async () => {
    const corpus = await homeWith(3000).open();
    const startedAt = performance.now();
    const aborted = AbortSignal.abort();
    await expect(corpus.query.searchCorpus({ query: "zebra" }, { signal: aborted })).rejects.toMatchObject({
      code: "aborted",
    });
    await expect(corpus.maintenance.inspect({}, { signal: aborted })).rejects.toMatchObject({ code: "aborted" });
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it("answers from what there is once its patience is over, and says how much is missing", async () => {
    const home = homeWith(300);
    home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["giraffe"]));
    const corpus = await home.open({ refreshMs: 300_000 });
    await corpus.maintenance.refresh();
    home.write(piPath("cccccccc-3"), piLog("cccccccc-3", ["giraffe"]));
    // Another program holds the lock.
    const lock = new Database(join(home.index, "refresh.lock"));
    lock.exec("BEGIN EXCLUSIVE");
    const impatient = await home.open({ refreshMs: 800 });
    const page = await impatient.query.searchCorpus({ query: "giraffe" });
    expect(addresses(page)).toEqual(["pi:bbbbbbbb-2:1"]);
    expect(page.coverage.behind).toBe(1);
    lock.exec("ROLLBACK");
    lock.close();
    expect(addresses(await corpus.query.searchCorpus({ query: "giraffe" }))).toHaveLength(2);
  }, 60_000);
});

describe("the end", () => {
  it("comes at once with work in flight, whose callers hear of it", async () => {
    const corpus = await homeWith(30_000).open();
    const work = [
      corpus.query.searchCorpus({ query: "zebra" }),
      corpus.maintenance.refresh(),
      corpus.query.listSessions(),
    ];
    const settled = Promise.allSettled(work);
    await pause(400);
    const startedAt = performance.now();
    await corpus.close();
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect((await settled).map((one) => one.status)).toEqual(["rejected", "rejected", "rejected"]);
    await expect(corpus.query.searchCorpus({ query: "zebra" })).rejects.toMatchObject({ code: "aborted" });
  }, 60_000);

  it.each([
    ["after it was closed", "await corpus.close();"],
    ["though nobody closed it", ""],
    [
      "though it listens for changes and a query was given up",
      "corpus.query.searchCorpus({ query: 'zebra' }, { signal: AbortSignal.timeout(5) }).catch(() => {});",
    ],
  ])(
    "lets the process end by itself %s",
    (_, ending) => {
      const home = testHome();
      home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
      mkdirSync(home.index, { recursive: true });
      const script = `
      import { openCorpus } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
      process.on("unhandledRejection", (error) => { console.error(error); process.exit(9); });
      const corpus = await openCorpus({
        home: ${JSON.stringify(home.index)},
        environment: { home: ${JSON.stringify(home.path)}, variables: {}, platform: "linux" },
        worker: new URL(${JSON.stringify(new URL("./corpus-worker.mjs", import.meta.url).href)}),
      });
      const page = await corpus.query.searchCorpus({ query: "zebra" });
      ${ending}
      console.log(page.hits.length);`;
      const result = spawnSync(process.execPath, [home.write("script.mjs", script)], {
        timeout: 30_000,
        encoding: "utf8",
      });
      expect(result).toMatchObject({ status: 0, stdout: "1\n", stderr: "" });
    },
    60_000,
  );
});

it("says that its thread failed where that cannot start, each time it is asked", async () => {
  const home = testHome();
  const log: string[] = [];
  const corpus = await openCorpus({
    home: home.index,
    environment: { home: home.path, variables: {}, platform: "linux" },
    worker: new URL("./no-such-module.mjs", import.meta.url),
    log: (message) => log.push(message),
  });
  onTestFinished(() => corpus.close());
  for (let times = 0; times < 2; times++) {
    const asked = await Promise.allSettled([
      corpus.query.searchCorpus({ query: "zebra" }),
      corpus.query.listSessions(),
    ]);
    for (const one of asked) expect(one).toMatchObject({ status: "rejected", reason: { code: "index_failed" } });
  }
  expect(log.length).toBeGreaterThan(0);
});
