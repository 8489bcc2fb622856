/** Owns `npm run check:packages`: packs every published package and holds the result to publint, attw and our own rules. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { environmentWithPnpm } from "../setup/find-pnpm.mjs";
import { runToExit } from "../setup/report-step.mjs";
import { inRepository, readJson } from "../setup/repository.mjs";
import { runCommand } from "../setup/run-command.mjs";
import { findContentFaults } from "./package-contents.mjs";
import { listPublishedPackages, listTypedEntries } from "./published-packages.mjs";

const binary = (/** @type {string} */ name) => inRepository(`node_modules/.bin/${name}`);

/** @param {string} folder */
const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));

/**
 * @param {import("./published-packages.mjs").PublishedPackage} target
 * @param {string} work an empty folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string[]>} faults
 */
const checkPackage = async ({ folder, manifest }, work, env) => {
  const packed = await runCommand("pnpm", ["pack", "--pack-destination", work], { cwd: inRepository(folder), env });
  const [tarball] = readdirSync(work);
  if (packed.status !== 0 || tarball === undefined) return [`cannot be packed: ${packed.output.trim()}`];
  const archive = join(work, tarball);
  const unpacked = await runCommand("tar", ["-xzf", archive, "-C", work]);
  if (unpacked.status !== 0) return [`cannot be unpacked: ${unpacked.output.trim()}`];

  const content = join(work, "package");
  const engines = readJson(inRepository("package.json")).engines.node;
  const faults = findContentFaults(listFiles(content), readJson(join(content, "package.json")), { folder, engines });

  const lint = await runCommand(binary("publint"), ["run", content, "--pack", "false", "--strict"]);
  if (lint.status !== 0) faults.push(`publint: ${lint.output.trim()}`);
  if (listTypedEntries(manifest).length > 0) {
    const types = await runCommand(binary("attw"), [archive, "--profile", "esm-only", "--no-emoji", "--no-color"]);
    if (types.status !== 0) faults.push(`attw: ${types.output.trim()}`);
  }
  return faults;
};

await runToExit(async () => {
  const env = await environmentWithPnpm();
  const work = mkdtempSync(join(tmpdir(), "backscroll-packages-"));
  const waiting = listPublishedPackages();
  let failed = 0;
  const takeNext = async () => {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      const ownWork = join(work, target.folder.replace("/", "-"));
      mkdirSync(ownWork);
      for (const fault of await checkPackage(target, ownWork, env)) {
        failed += 1;
        console.log(`${target.manifest.name} ${fault}`);
      }
    }
  };
  try {
    await Promise.all([takeNext(), takeNext()]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return failed === 0 ? 0 : 1;
});
