import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { piAssistant, piResult, piUser, writePiSession } from "../sample-logs.ts";
import { makeHome, type TemporaryHome } from "../temporary-home.ts";

let home: TemporaryHome;
const id = "pi:aaaaaaaa-1";

beforeAll(() => {
  home = makeHome();
  writePiSession(home.path, "aaaaaaaa-1", home.folder("work"), [
    { id: "e1", line: piUser("Use `x` and ```\nfences\n```") },
    { id: "e2", line: piAssistant("Reading.", { id: "c1", name: "read", arguments: { path: "a.md" } }) },
    { id: "e3", line: piResult("c1", "read", "````\nfour\n````\u001b[2J") },
  ]);
});
afterAll(() => home.remove());

const exported = (...words: readonly string[]) => home.run(["export", id, ...words]);

describe("backscroll export", () => {
  it("writes Markdown whose fences hold any text, without control characters", async () => {
    const { exitCode, output } = await exported();
    expect(exitCode).toBe(0);
    expect(output).toContain("## 1 · user · 2026-11-01T10:00:01.000Z\n\nUse `x` and ```\nfences\n```\n");
    expect(output).toContain('`````text\nread {"path":"a.md"}\n--- output ---\n````\nfour\n````␛[2J\n`````\n');
    expect(output).toContain(
      "## 4 · tool result of read to call 3 · 2026-11-01T10:00:03.000Z\n\nIts output is with call 3.\n",
    );
  });

  it("writes JSON and JSON lines with every native record", async () => {
    const whole = JSON.parse((await exported("--format", "json")).output);
    expect(whole.session).toMatchObject({ session: id, events: 4 });
    expect(whole.events.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3, 4]);
    const lines = (await exported("-f", "jsonl")).output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(5);
    expect(lines[0]).toEqual({ session: whole.session });
    expect(lines.slice(1)).toEqual(whole.events);
    expect(lines[1].record).toMatchObject({ type: "message", id: "e1" });
  });

  it("writes a private file, whole, and never over another unless told", async () => {
    const file = join(home.path, "out.md");
    expect(await exported("-o", file)).toMatchObject({ exitCode: 0, output: "", error: `Wrote ${file}\n` });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, "mine");
    const refused = await exported("-o", file);
    expect(refused.exitCode).toBe(3);
    expect(refused.error).toBe(`error: file_exists: ${file} exists already.\n  --force replaces it.\n`);
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect((await exported("-o", file, "--force")).exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toMatch(/^# /);
    expect(readdirSync(home.path).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("says why a file cannot be written, and leaves nothing", async () => {
    const refused = await exported("-o", join(home.path, "no", "such", "folder.md"));
    expect(refused.exitCode).toBe(3);
    expect(refused.error).toContain("cannot be written (ENOENT)");
    expect(existsSync(join(home.path, "no"))).toBe(false);
    expect((await exported("-o", home.path)).error).toContain("is a folder");
  });

  it("refuses unknown formats and --force without a file", async () => {
    expect((await exported("--format", "mardown")).error).toContain('Did you mean "markdown"?');
    expect((await exported("--force")).exitCode).toBe(2);
  });
});
