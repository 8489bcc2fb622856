/**
 * Owns finding the C headers of the running Node.js, with which the SQLite addon compiles where no ready-made build of
 * it can be downloaded. pnpm does not hand npm's `nodedir` setting to install scripts, so it is passed on here.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { npmCommand, runCommand } from "./run-command.mjs";

/**
 * @param {string} folder
 * @returns {boolean} whether `folder` has the layout that `nodedir` asks for
 */
export const hasNodeHeaders = (folder) =>
  existsSync(join(folder, "include", "node", "node.h")) || existsSync(join(folder, "src", "node.h"));

/**
 * The folder for `npm_config_nodedir`, or null where the headers have to be downloaded.
 * @returns {Promise<string | null>}
 */
export const findNodeHeaders = async () => {
  const given = process.env.npm_config_nodedir;
  if (given !== undefined && given !== "") return given;

  const npm = npmCommand();
  const answer = await runCommand(npm.command, [...npm.args, "config", "get", "nodedir"]);
  const configured = answer.stdout.trim();
  if (answer.status === 0 && configured !== "" && configured !== "undefined" && configured !== "null")
    return configured;

  const prefix = dirname(dirname(process.execPath));
  return hasNodeHeaders(prefix) ? prefix : null;
};
