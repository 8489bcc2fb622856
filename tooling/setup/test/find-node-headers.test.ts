import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { findNodeHeaders, hasNodeHeaders } from "../find-node-headers.mjs";
import { missingForCompiling } from "../sqlite-addon.mjs";

const folder = mkdtempSync(join(tmpdir(), "backscroll-headers-"));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

test("headers are where include/node/node.h is", () => {
  mkdirSync(join(folder, "include/node"), { recursive: true });
  expect(hasNodeHeaders(folder)).toBe(false);
  writeFileSync(join(folder, "include/node/node.h"), "");
  expect(hasNodeHeaders(folder)).toBe(true);
});

test("a nodedir that was given is taken as it is", async () => {
  vi.stubEnv("npm_config_nodedir", "/somewhere/else");
  expect(await findNodeHeaders()).toBe("/somewhere/else");
});

test("a nodedir without headers is named as what is missing", async () => {
  expect(await missingForCompiling(join(folder, "empty"))).toContain(
    `the headers of Node.js: nodedir says "${join(folder, "empty")}", and there is no include/node/node.h in it`,
  );
});
