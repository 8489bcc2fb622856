/** Owns `npm test`: set-up, then every test of every workspace, or those that the arguments name. */
import { prepare } from "./prepare.mjs";
import { runToExit } from "./report-step.mjs";
import { inRepository } from "./repository.mjs";
import { handOver } from "./run-command.mjs";

await runToExit(async () => {
  const env = await prepare();
  const vitest = inRepository("node_modules/vitest/vitest.mjs");
  return handOver(process.execPath, [vitest, "run", ...process.argv.slice(2)], { env });
});
