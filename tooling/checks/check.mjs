/** Owns `npm run check`: set-up, then every `check:…` script of package.json, all of them even where one fails. */
import { environmentWithPnpm } from "../setup/find-pnpm.mjs";
import { runToExit } from "../setup/report-step.mjs";
import { inRepository, readJson } from "../setup/repository.mjs";
import { npmCommand, runCommand } from "../setup/run-command.mjs";

await runToExit(async () => {
  const npm = npmCommand();
  const env = { ...(await environmentWithPnpm()), NO_COLOR: "1" };
  const failed = [];
  const names = Object.keys(readJson(inRepository("package.json")).scripts).filter((name) => name.startsWith("check:"));
  for (const name of ["setup", ...names]) {
    const startedAt = performance.now();
    const { status, output } = await runCommand(npm.command, [...npm.args, "run", "--silent", name], { env });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${status === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
    if (status === 0) continue;
    failed.push(name);
    console.log(output.trimEnd().replace(/^/gm, "       "));
    if (name === "setup") break;
  }
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(", ")}. Run one alone with: npm run NAME`);
  return failed.length === 0 ? 0 : 1;
});
