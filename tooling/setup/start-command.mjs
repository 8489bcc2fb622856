/**
 * Owns `npm start`: set-up, then `backscroll` with the arguments that were given; what it does without any is its own.
 */
import { existsSync } from "node:fs";
import { prepare } from "./prepare.mjs";
import { runToExit, SetupFailure } from "./report-step.mjs";
import { inRepository, readJson } from "./repository.mjs";
import { handOver } from "./run-command.mjs";

await runToExit(async () => {
  await prepare();
  const binary = inRepository(`hosts/cli/${readJson(inRepository("hosts/cli/package.json")).bin.backscroll}`);
  if (!existsSync(binary)) throw new SetupFailure(`The build left no ${binary}.`);
  const args = process.argv.slice(2);
  if (args.length === 0) process.stderr.write("In this checkout, npm start -- stands for backscroll.\n");
  // Searches belong to the folder that the person stands in, not to this checkout.
  return handOver(process.execPath, [binary, ...args], { cwd: process.env.INIT_CWD ?? process.cwd() });
});
