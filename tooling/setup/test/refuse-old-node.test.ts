/** Runs the first check of every command in a copy of its own, whose package.json asks for what the test wants. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "backscroll-setup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runWith = (engines: string) => {
  mkdirSync(join(folder, "tooling/setup"), { recursive: true });
  const script = join(folder, "tooling/setup/refuse-old-node.mjs");
  copyFileSync(fileURLToPath(new URL("../refuse-old-node.mjs", import.meta.url)), script);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ engines: { node: engines } }));
  return spawnSync(process.execPath, [script], { encoding: "utf8" });
};

test("a Node.js that is new enough passes in silence", () => {
  const { status, stdout, stderr } = runWith(`>=${process.versions.node}`);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
});

test.each([">=99.0", `>=${process.versions.node.split(".")[0]}.9999`])("%s refuses this one by name", (engines) => {
  const { status, stderr } = runWith(engines);
  expect(status).toBe(1);
  expect(stderr).toBe(
    `Backscroll needs Node.js ${engines.slice(2)} or newer; this is Node.js ${process.versions.node} (${process.execPath}).\n`,
  );
});
