/** Owns starting other programs, captured or with the terminal handed over, on every platform. Does not own what a failure means. */
import { spawn } from "node:child_process";
import { repositoryRoot } from "./repository.mjs";

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd] default: the repository
 * @property {NodeJS.ProcessEnv} [env] default: this process's
 * @property {number} [timeout] milliseconds, default none
 */

/**
 * Runs a program to its end, captured, without input. Never throws: a program that cannot be started has status 127.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<{ status: number, output: string, stdout: string }>}
 */
export const runCommand = (command, args, { cwd = repositoryRoot, env = process.env, timeout } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      ...(timeout === undefined ? {} : { timeout }),
      // Windows starts npm and the files of node_modules/.bin only through its shell.
      shell: process.platform === "win32" && command !== process.execPath,
    });
    let output = "";
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.on("error", (error) => resolve({ status: 127, output: `${output}${error.message}\n`, stdout }));
    child.on("close", (code) => resolve({ status: code ?? 1, output, stdout }));
  });

/**
 * Hands the terminal over to a program and answers its exit status; signals reach it through the terminal or from here.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export const handOver = (command, args, { cwd = repositoryRoot, env = process.env } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: "inherit" });
    process.on("SIGINT", () => {}).on("SIGTERM", () => child.kill("SIGTERM"));
    child.on("error", (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on("close", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 143)));
  });

/**
 * The npm that came with this Node.js, as a command and its first arguments.
 * @returns {{ command: string, args: string[] }}
 */
export const npmCommand = () => {
  const script = process.env.npm_execpath;
  return script !== undefined && /npm-cli\.c?js$/.test(script)
    ? { command: process.execPath, args: [script] }
    : { command: "npm", args: [] };
};
