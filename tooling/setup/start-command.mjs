/**
 * Owns `npm start`: set-up, then `backscroll` with the arguments that were given. Without arguments it indexes this
 * machine's sessions first, and turns to the demonstration corpus where there are none.
 */
import { existsSync } from "node:fs";
import { prepare } from "./prepare.mjs";
import { runToExit, SetupFailure } from "./report-step.mjs";
import { inRepository, readJson } from "./repository.mjs";
import { handOver } from "./run-command.mjs";

const binaryPath = () => {
  const { bin } = readJson(inRepository("hosts/cli/package.json"));
  const path = inRepository(`hosts/cli/${typeof bin === "string" ? bin : bin.backscroll}`);
  if (!existsSync(path)) throw new SetupFailure(`The build left no ${path}.`);
  return path;
};

/** @param {string} text what `backscroll index --json` printed */
const readIndexReport = (text) => {
  try {
    const { sessions, skipped } = JSON.parse(text);
    return { sessions: Number(sessions), skipped: Array.isArray(skipped) ? skipped.length : 0 };
  } catch {
    return null;
  }
};

await runToExit(async () => {
  await prepare();
  const binary = binaryPath();
  const args = process.argv.slice(2);
  // Searches belong to the folder that the person stands in, not to this checkout.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  if (args.length > 0) return (await handOver(process.execPath, [binary, ...args], { cwd })).status;

  const indexed = await handOver(process.execPath, [binary, "index", "--json"], { cwd, capture: true });
  const report = readIndexReport(indexed.stdout);
  if (report === null) return indexed.status || 1;

  const found = report.sessions > 0;
  if (!found) {
    process.stderr.write(
      report.skipped > 0
        ? "No session on this machine could be read; npm start -- doctor says why. This is the demonstration corpus:\n"
        : "There are no agent sessions on this machine yet. This is the demonstration corpus:\n",
    );
  }
  process.stderr.write("(In this checkout, npm start -- stands for backscroll.)\n");
  return (await handOver(process.execPath, found ? [binary] : [binary, "--demo"], { cwd })).status;
});
