import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { appendFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { withRefreshLock } from "../src/refresh-lock.ts";
import { piLog, piMessage, piPath, type TestHome, testHome } from "./open-test-corpus.ts";
import { testEngine } from "./open-test-engine.ts";

interface Saw {
  readonly errors: readonly string[];
  readonly decodedBytes: number;
  readonly found: readonly string[];
  readonly rounds: number;
}

interface Started {
  readonly process: ChildProcess;
  readonly ready: Promise<void>;
  readonly saw: Promise<Saw | null>;
}

/**
 * Starts a process that looks at the home's index until `stop` is written into the home, or until it has decoded
 * `dieAfter` records.
 */
const start = (home: TestHome, query: string, dieAfter = 0): Started => {
  const script = fileURLToPath(new URL("./index-process.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, home.path, query, String(dieAfter)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let output = "";
  let isReady = (): void => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes("ready\n")) isReady();
  });
  const saw = new Promise<Saw | null>((resolve) => {
    child.on("close", () => {
      isReady();
      const line = output.split("\n")[1];
      resolve(line === undefined || line === "" ? null : (JSON.parse(line) as Saw));
    });
  });
  return { process: child, ready, saw };
};

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

it("lets eight processes index and search while logs grow: nothing is lost, doubled or decoded twice", async () => {
  const home = testHome();
  const files = ["aaaaaaaa-1", "bbbbbbbb-2", "cccccccc-3"].map((id) => home.write(piPath(id), piLog(id, ["zebra 1"])));
  const started = Array.from({ length: 8 }, () => start(home, "zebra"));
  await Promise.all(started.map((one) => one.ready));
  writeFileSync(join(home.path, "start"), "");
  let number = 2;
  for (; number <= 12; number++) {
    for (const file of files) {
      const line = `${JSON.stringify(piMessage(number, `zebra ${number}`))}\n`;
      // A program may be seen in the middle of a line.
      appendFileSync(file, line.slice(0, 50));
      await pause(10);
      appendFileSync(file, line.slice(50));
    }
    if (number % 4 === 0) {
      const id = `dddddddd-${number}`;
      files.push(
        home.write(
          piPath(id),
          piLog(
            id,
            Array.from({ length: number }, (_, index) => `zebra ${index + 1}`),
          ),
        ),
      );
    }
  }
  writeFileSync(join(home.path, "stop"), "");
  const saw = await Promise.all(started.map((one) => one.saw));
  const expected = files.flatMap((file) => {
    const id = file.slice(file.lastIndexOf("_") + 1, -".jsonl".length);
    return Array.from({ length: 12 }, (_, index) => `pi:${id}:${index + 1}`);
  });
  for (const one of saw) {
    expect(one?.errors).toEqual([]);
    expect([...(one?.found ?? [])].sort()).toEqual([...expected].sort());
  }
  const decoded = saw.reduce((sum, one) => sum + (one?.decodedBytes ?? 0), 0);
  expect(decoded).toBe(files.reduce((sum, file) => sum + statSync(file).size, 0));
}, 120_000);

it("decodes once for four searches that come at once", async () => {
  const home = testHome();
  const files = Array.from({ length: 40 }, (_, index) => {
    const id = `aaaaaaaa-${index}`;
    return home.write(piPath(id), piLog(id, ["zebra", "x".repeat(20_000)]));
  });
  const started = Array.from({ length: 4 }, () => start(home, "zebra"));
  await Promise.all(started.map((one) => one.ready));
  writeFileSync(join(home.path, "stop"), "");
  writeFileSync(join(home.path, "start"), "");
  const saw = await Promise.all(started.map((one) => one.saw));
  for (const one of saw) {
    expect(one?.errors).toEqual([]);
    expect(one?.found).toHaveLength(40);
  }
  const decoded = saw.reduce((sum, one) => sum + (one?.decodedBytes ?? 0), 0);
  expect(decoded).toBe(files.reduce((sum, file) => sum + statSync(file).size, 0));
}, 60_000);

it("survives being killed at any point of indexing: what was there stays found, the rest comes, the lock goes", async () => {
  const home = testHome();
  home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
  const engine = testEngine(home);
  onTestFinished(() => engine.close());
  engine.refresh();
  for (let index = 0; index < 60; index++) {
    const id = `bbbbbbbb-${index}`;
    home.write(
      piPath(id),
      piLog(
        id,
        Array.from({ length: 20 }, (_, line) => `zebra ${line} ${"word ".repeat(200)}`),
      ),
    );
  }
  // Two pieces and a bit, each a transaction of its own.
  home.write(
    piPath("cccccccc-1"),
    piLog(
      "cccccccc-1",
      Array.from({ length: 38 }, (_, line) => `zebra ${line} ${"word ".repeat(180_000)}`),
    ),
  );
  const stored = (): number =>
    engine.inspect((database) => database.prepare("SELECT count(*) FROM event").pluck().get()) as number;
  writeFileSync(join(home.path, "start"), "");
  const consumed = (): unknown =>
    engine.inspect((database) =>
      database.prepare("SELECT consumed, complete FROM source WHERE path LIKE '%cccccccc%'").get(),
    );
  const states: unknown[] = [];
  let before = stored();
  // The large log, which is the newest, is decoded first: in its head, in each of its pieces, among the small ones.
  for (const dieAfter of [1, 2, 12, 30, 12, 30, 50, 300]) {
    const started = start(home, "nothing", dieAfter);
    expect(engine.search("zebra")).toContain("pi:aaaaaaaa-1:1");
    expect(await started.saw).toBe(null);
    const now = stored();
    expect(now).toBeGreaterThanOrEqual(before);
    before = now;
    states.push(consumed());
  }
  expect(states).toContainEqual({ consumed: expect.any(Number), complete: 0 });
  const startedAt = Date.now();
  expect(engine.refresh().failure).toBe(null);
  expect(Date.now() - startedAt).toBeLessThan(60_000);
  expect(stored()).toBe(1 + 60 * 20 + 38);
  expect(
    engine.inspect((database) =>
      database.prepare("SELECT count(DISTINCT rowid) FROM text WHERE text MATCH 'zebra'").pluck().get(),
    ),
  ).toBe(1 + 60 * 20 + 38);
  expect(engine.skipped()).toEqual({});
  expect(engine.inspect((database) => database.pragma("integrity_check", { simple: true }))).toBe("ok");
}, 120_000);

it("keeps the lock of one corpus while another in the same process opens, waits and closes", () => {
  const home = testHome();
  home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
  const engine = testEngine(home);
  onTestFinished(() => engine.close());
  engine.refresh();
  const lock = join(home.index, "refresh.lock");
  const tryElsewhere = (): string =>
    spawnSync(
      process.execPath,
      [
        "-e",
        `try { new (require("better-sqlite3"))(process.argv[1], { timeout: 0 }).exec("BEGIN EXCLUSIVE"); console.log("free"); } catch (error) { console.log(error.code); }`,
        lock,
      ],
      { encoding: "utf8", cwd: fileURLToPath(new URL("..", import.meta.url)) },
    ).stdout.trim();
  withRefreshLock(
    lock,
    () => false,
    () => {
      home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["zebra"]));
      const other = testEngine(home);
      expect(other.refresh({ shouldStop: () => true }).behind).toBe(1);
      other.close();
      expect(tryElsewhere()).toBe("SQLITE_BUSY");
    },
  );
  expect(tryElsewhere()).toBe("free");
});
