/** Owns installing dependencies as the lockfile says, once for each state of it. Does not own building. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { findNodeHeaders } from "./find-node-headers.mjs";
import { reportStep, SetupFailure } from "./report-step.mjs";
import { inRepository, listWorkspaces, repositoryRoot } from "./repository.mjs";
import { runCommand } from "./run-command.mjs";
import { missingForCompiling, needsSqlite, probeSqlite } from "./sqlite-addon.mjs";

const stampPath = inRepository("node_modules/.cache/backscroll-install");

/** Changes with everything that an installation depends on. */
const installationState = () => {
  const hash = createHash("sha256");
  hash.update([repositoryRoot, process.version, process.platform, process.arch].join("\n"));
  const manifests = listWorkspaces().map(({ folder }) => `${folder}/package.json`);
  for (const path of ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...manifests]) {
    hash.update(`\n${path}\n`).update(readFileSync(inRepository(path)));
  }
  return hash.digest("hex");
};

/**
 * @param {string} output
 * @param {string | null} nodeHeaders
 */
const failure = async (output, nodeHeaders) => {
  const words = output.trim().split("\n").slice(-40).join("\n");
  return new SetupFailure(`${words}\n\n${await explain(output, nodeHeaders)}`);
};

/**
 * @param {string} output
 * @param {string | null} nodeHeaders
 */
const explain = async (output, nodeHeaders) => {
  if (/OUTDATED_LOCKFILE/.test(output)) {
    return "pnpm-lock.yaml does not match the package.json files. After changing dependencies run: pnpm install";
  }
  if (/node-gyp|gyp ERR|prebuild-install|better-sqlite3/.test(output)) {
    const missing = await missingForCompiling(nodeHeaders);
    return (
      "better-sqlite3 has no ready-made build that could be downloaded here, and compiling it failed.\n" +
      (missing.length === 0
        ? "Python, make, a compiler and the headers of Node.js are all there: the compiler's own words above say why."
        : `Missing for compiling:\n${missing.map((line) => `  - ${line}`).join("\n")}`)
    );
  }
  return "The dependencies could not be installed; pnpm's words are above. Check that pnpm reaches its registry.";
};

/**
 * Installs where something changed since the last time.
 * @param {NodeJS.ProcessEnv} pnpmEnvironment
 */
export const install = async (pnpmEnvironment) => {
  const state = installationState();
  const stamp = existsSync(stampPath) ? readFileSync(stampPath, "utf8") : null;
  if (stamp === state) return;

  const nodeHeaders = await findNodeHeaders();
  const env = nodeHeaders === null ? pnpmEnvironment : { ...pnpmEnvironment, npm_config_nodedir: nodeHeaders };
  rmSync(stampPath, { force: true });

  await reportStep("Installing dependencies (the first time may compile SQLite, a minute or two)", async () => {
    // CI=true: pnpm asks nothing, for nobody can answer here.
    const result = await runCommand("pnpm", ["install", "--frozen-lockfile", "--reporter=append-only"], {
      env: { ...env, CI: "true" },
    });
    if (result.status !== 0) throw await failure(result.output, nodeHeaders);
  });

  // An addon that was compiled for another Node.js, or whose script did not run.
  if (needsSqlite() && (await probeSqlite()) !== null) {
    await reportStep(`Compiling SQLite for Node.js ${process.versions.node}`, async () => {
      const rebuilt = await runCommand("pnpm", ["rebuild", "better-sqlite3"], { env });
      const complaint = await probeSqlite();
      if (complaint !== null) throw await failure(`${rebuilt.output}\nbetter-sqlite3: ${complaint}`, nodeHeaders);
    });
  }

  mkdirSync(inRepository("node_modules/.cache"), { recursive: true });
  writeFileSync(stampPath, state);
};
