import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, piUser, writeCodexSession, writePiSession } from "./sample-logs.ts";
import { binary, makeHome, type TemporaryHome } from "./temporary-home.ts";

let home: TemporaryHome;
beforeAll(() => {
  home = makeHome();
  const work = home.folder("work");
  writePiSession(
    home.path,
    "aaaaaaaa-1",
    work,
    Array.from({ length: 300 }, (_, index) => ({
      id: `e${index}`,
      line: piUser(`zebra number ${index} ${"x".repeat(400)}`),
    })),
  );
});
afterAll(() => home.remove());

describe("the binary", () => {
  it("prints its version and help", async () => {
    expect(await home.runBinary(["--version"])).toEqual({ exitCode: 0, output: "0.0.0\n", error: "" });
    const { exitCode, output } = await home.runBinary(["help", "search"]);
    expect(exitCode).toBe(0);
    expect(output).toContain("Examples:");
  });

  it("searches, and opens its own index again", async () => {
    expect((await home.runBinary(["search", "--all", "zebra"])).exitCode).toBe(0);
    expect((await home.runBinary(["search", "--all", "zebra", "299"])).exitCode).toBe(0);
    expect((await home.runBinary(["search", "--all", "giraffe"])).exitCode).toBe(1);
  });

  it("colours only where it is told to, or a terminal", async () => {
    const plain = await home.runBinary(["search", "--all", "zebra", "--limit", "1"]);
    expect(plain.output).not.toContain("\u001b");
    const forced = await home.runBinary(["search", "--all", "zebra", "--limit", "1"], {
      variables: { FORCE_COLOR: "1" },
    });
    expect(forced.output).toContain("\u001b[1m\u001b[33mzebra\u001b[39m\u001b[22m");
  });

  it("ends quietly when its reader goes away", async () => {
    const child = spawn(process.execPath, [binary, "show", "aaaaaaaa-1", "--full"], { env: home.environment() });
    let error = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      error += text;
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const [exitCode] = await once(child, "close");
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: "" });
  });

  it("refuses a database of another program by name and leaves it alone", async () => {
    const other = makeHome();
    const path = join(other.folder("index"), "index.sqlite");
    const database = new Database(path);
    database.exec("CREATE TABLE precious (value TEXT)");
    database.close();
    const before = readFileSync(path);
    const refused = await other.runBinary(["sessions"]);
    expect(refused).toMatchObject({ exitCode: 3, output: "" });
    expect(refused.error).toContain("error: invalid_config: ");
    expect(refused.error).toContain("database of another program");
    expect(readFileSync(path)).toEqual(before);
    await other.remove();
  });

  it("says in a line why its own folder cannot be used", async () => {
    const file = join(home.path, "not-a-folder");
    writeFileSync(file, "");
    const { exitCode, error } = await home.runBinary(["sessions"], { variables: { BACKSCROLL_HOME: file } });
    expect(exitCode).toBe(3);
    expect(error).toMatch(/\b(EEXIST|ENOTDIR)\b/);
    expect(error).toContain("error: index_failed: ");
    expect(error).not.toContain("    at ");
  });

  it("stops an index run on Ctrl-C and leaves the index usable", async () => {
    const big = makeHome();
    const work = big.folder("work");
    for (let session = 0; session < 20; session += 1) {
      writePiSession(
        big.path,
        `ffffffff-${session}`,
        work,
        Array.from({ length: 300 }, (_, index) => ({
          id: `e${index}`,
          line: piUser(`heron${session} ${"some words to be indexed here ".repeat(150)}`),
        })),
      );
    }
    const child = spawn(process.execPath, [binary, "index"], { env: big.environment() });
    const closed = once(child, "close");
    let error = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      error += text;
    });
    while (!existsSync(join(big.path, "index", "index.sqlite"))) await sleep(5);
    child.kill("SIGINT");
    const [exitCode] = await closed;
    expect({ exitCode, error }).toEqual({ exitCode: 130, error: "interrupted\n" });
    for (const session of [0, 19]) {
      const found = await big.runBinary(["search", "--all", `heron${session}`, "--json", "--limit", "1"]);
      expect(JSON.parse(found.output)).toMatchObject({ hits: [{ session: `pi:ffffffff-${session}` }], more: true });
    }
    await big.remove();
  });
});

describe("discovery", () => {
  it("works when one agent's folder is absent", async () => {
    const other = makeHome();
    writeCodexSession(other.path, "01234567-89ab-7def-8123-456789abcdef", other.folder("work"), "a heron", "yes");
    const { exitCode, output } = await other.runBinary(["search", "--all", "heron", "--json"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(output).hits).toMatchObject([{ wire: "codex", created_at: at(1) }]);
    await other.remove();
  });
});
