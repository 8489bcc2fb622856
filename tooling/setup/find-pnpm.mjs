/**
 * Owns getting pnpm at the pinned version: the one on PATH, else one installed into the checkout's `.tools` folder by
 * npm. Installs nothing globally.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { reportStep, SetupFailure } from "./report-step.mjs";
import { inRepository, pinnedPnpmVersion } from "./repository.mjs";
import { npmCommand, runCommand } from "./run-command.mjs";

const quietCorepack = { COREPACK_ENABLE_DOWNLOAD_PROMPT: "0" };

/**
 * @param {string} version
 * @param {NodeJS.ProcessEnv} env
 */
const answersVersion = async (version, env) => {
  const answer = await runCommand("pnpm", ["--version"], {
    env: { ...env, ...quietCorepack },
    timeout: 60_000,
  });
  return answer.status === 0 && answer.stdout.trim() === version;
};

/**
 * The environment in which `pnpm` is the pinned version.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export const environmentWithPnpm = async () => {
  const version = pinnedPnpmVersion();
  const folder = inRepository(`.tools/pnpm-${version}`);
  const binaries = join(folder, "node_modules", ".bin");
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const own = { ...process.env, [pathName]: `${binaries}${delimiter}${process.env[pathName] ?? ""}` };

  if (existsSync(binaries) && (await answersVersion(version, own))) return own;
  if (await answersVersion(version, process.env)) return { ...process.env };

  const npm = npmCommand();
  return reportStep(`Fetching pnpm ${version}`, async () => {
    const installed = await runCommand(npm.command, [
      ...npm.args,
      ...["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--loglevel=error", `pnpm@${version}`],
    ]);
    if (installed.status === 0 && (await answersVersion(version, own))) return own;
    throw new SetupFailure(
      `pnpm ${version} could not be fetched with npm:\n\n${installed.output.trim()}\n\n` +
        `Check that npm reaches its registry (npm ping), or install it yourself: npm install --global pnpm@${version}`,
    );
  });
};
