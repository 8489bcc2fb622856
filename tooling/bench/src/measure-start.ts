/** Owns timing the start of the command line's binary against that of the bare runtime. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { timings } from "./statistics.ts";

export interface StartRun {
  readonly bareMs: readonly number[];
  readonly binaryMs: readonly number[];
}

const rounds = 15;
const binary = fileURLToPath(new URL("../../../hosts/cli/dist/backscroll.js", import.meta.url));

/** Null where the binary was not built. */
export const measureStart = async (): Promise<StartRun | null> => {
  if (!existsSync(binary)) return null;
  const run = (parameters: readonly string[]): unknown =>
    execFileSync(process.execPath, parameters, { stdio: "ignore" });
  await timings(3, () => run([binary, "--version"]));
  return {
    bareMs: await timings(rounds, () => run(["-e", "0"])),
    binaryMs: await timings(rounds, () => run([binary, "--version"])),
  };
};
