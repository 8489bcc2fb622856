/**
 * Owns `npm run check:start`: on a machine without any agent session and without a terminal, `npm start` ends well and
 * says how to search.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runToExit } from "../setup/report-step.mjs";
import { npmCommand, runCommand } from "../setup/run-command.mjs";

/** Settings by which a program would find this machine's sessions. */
const leadsHome = /^(BACKSCROLL|CLAUDE|CODEX|PI|GEMINI|OPENCODE|XDG)_/;

await runToExit(async () => {
  const home = mkdtempSync(join(tmpdir(), "backscroll-home-"));
  try {
    const npm = npmCommand();
    const kept = Object.entries(process.env).filter(([name]) => !leadsHome.test(name));
    const env = { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home };
    const { status, output } = await runCommand(npm.command, [...npm.args, "start", "--silent"], {
      env,
      timeout: 120_000,
    });
    const helpful = /\bsearch\b/i.test(output);
    if (status === 0 && helpful) return 0;
    console.log(output.trimEnd());
    console.log(status === 0 ? "It does not say how to search." : `It ended with status ${status}.`);
    return 1;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
