/**
 * Owns whether the compiled SQLite addon works under this Node.js, and the words for why it could not be built.
 */
import { createRequire } from "node:module";
import { hasNodeHeaders } from "./find-node-headers.mjs";
import { inRepository } from "./repository.mjs";
import { runCommand } from "./run-command.mjs";

/**
 * Opens a database in another process.
 * @returns {Promise<string | null>} null where it works, else what was said
 */
export const probeSqlite = async () => {
  const probe = "const D = require('better-sqlite3'); new D(':memory:').prepare('select 1').get();";
  const result = await runCommand(process.execPath, ["--input-type=commonjs", "--eval", probe], {
    cwd: inRepository("packages/corpus-sqlite"),
  });
  return result.status === 0 ? null : result.output.trim();
};

/** @returns {boolean} whether a package that needs the addon is there at all */
export const needsSqlite = () => {
  try {
    createRequire(inRepository("packages/corpus-sqlite/package.json")).resolve("better-sqlite3/package.json");
    return true;
  } catch {
    return false;
  }
};

/** @param {readonly string[]} names */
const firstThatRuns = async (names) => {
  for (const name of names) {
    if ((await runCommand(name, ["--version"])).status === 0) return name;
  }
  return null;
};

/**
 * What the machine lacks for compiling the addon, one line each.
 * @param {string | null} nodeHeaders folder that was passed as `nodedir`
 */
export const missingForCompiling = async (nodeHeaders) => {
  const missing = [];
  if ((await firstThatRuns(["python3", "python"])) === null) missing.push("Python 3 (not found on PATH)");
  if (process.platform !== "win32") {
    if ((await firstThatRuns(["make", "gmake"])) === null) missing.push("make (not found on PATH)");
    if ((await firstThatRuns([process.env.CXX ?? "c++", "g++", "clang++"])) === null) {
      missing.push("a C++ compiler (none of c++, g++, clang++ found on PATH)");
    }
  }
  if (nodeHeaders === null) {
    missing.push(
      `the headers of Node.js ${process.versions.node}, which could be neither found nor, it seems, downloaded: ` +
        "set npm_config_nodedir to the folder that holds include/node/node.h",
    );
  } else if (!hasNodeHeaders(nodeHeaders)) {
    missing.push(`the headers of Node.js: nodedir says "${nodeHeaders}", and there is no include/node/node.h in it`);
  }
  return missing;
};
