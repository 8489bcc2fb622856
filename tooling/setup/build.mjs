/** Owns building every workspace; turbo skips what did not change. */
import { reportStep, SetupFailure } from "./report-step.mjs";
import { runCommand } from "./run-command.mjs";

/** @param {NodeJS.ProcessEnv} pnpmEnvironment */
export const build = (pnpmEnvironment) =>
  reportStep("Building", async () => {
    const result = await runCommand(
      "pnpm",
      ["exec", "turbo", "run", "build", "--output-logs=errors-only", "--ui=stream"],
      { env: { ...pnpmEnvironment, TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" } },
    );
    if (result.status !== 0) throw new SetupFailure(`${result.output.trim()}\n\nThe build failed.`);
  });
