/**
 * Owns what this host mounts: the SQLite provider over every decoder, for this machine or for the bundled demonstration.
 * The place to copy from and change for a composition of one's own.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Environment } from "@backscroll/wire";
import type { OpenCorpus } from "./corpus.ts";

/** The modules run from `dist`, beside the worker and next to the demonstration's folder. */
const workerModule = new URL("./corpus-worker.js", import.meta.url);
const demonstrationFolder = fileURLToPath(new URL("../demo", import.meta.url));

const thisMachine = (): Environment => ({
  home: homedir(),
  variables: process.env,
  platform: process.platform,
});

/** The bundled folders as homes; none of this machine's overrides apply to them. */
const demonstration: Environment = {
  home: join(demonstrationFolder, "home"),
  variables: { BACKSCROLL_HOME: join(demonstrationFolder, "backscroll") },
  platform: "linux",
};

export interface CompositionOptions {
  readonly demonstration: boolean;
  /** Receives causes of failures, with paths. */
  readonly log: (message: string) => void;
}

/** Opens the corpus; the demonstration has an index of its own. Rejects where its folder cannot be used. */
export const openMachineCorpus = async (options: CompositionOptions): Promise<OpenCorpus> => {
  const [{ openCorpus }, { backscrollHome }] = await Promise.all([
    import("@backscroll/corpus-sqlite"),
    import("@backscroll/wire-backscroll"),
  ]);
  const machine = thisMachine();
  const home = backscrollHome(machine);
  return openCorpus({
    home: options.demonstration ? join(home, "demo") : home,
    environment: options.demonstration ? demonstration : machine,
    worker: workerModule,
    log: options.log,
  });
};
