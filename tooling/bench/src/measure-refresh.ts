/** Owns refreshing an index that is up to date, and finding one line that was appended. Runs in a process of its own. */
import { appendFileSync, rmSync } from "node:fs";
import { writeHugeSession } from "@backscroll/testkit";
import { openProvider, type ProviderHomes } from "./open-provider.ts";
import { timings } from "./statistics.ts";

export interface RefreshRun {
  readonly unchangedMs: readonly number[];
  /** From before the append until a search gave the line. */
  readonly appendedMs: readonly number[];
}

const rounds = 12;

/** Expects the index to exist. The log that is appended to is made for the purpose and removed. */
export const measureRefresh = async (homes: ProviderHomes): Promise<RefreshRun> => {
  const corpus = await openProvider(homes);
  const log = writeHugeSession(homes.home, 2_000_000);
  try {
    await corpus.maintenance.refresh();
    const unchangedMs = await timings(rounds, () => corpus.maintenance.refresh());
    const appendedMs = await timings(rounds, async (round) => {
      const word = `appendedqx${String.fromCharCode(97 + round)}vz`;
      const id = `f00d${String(round).padStart(4, "0")}`;
      const content = [{ type: "text", text: `One more line with ${word} in it.` }];
      const message = { role: "user", content, timestamp: Date.now() };
      appendFileSync(
        log,
        `${JSON.stringify({ type: "message", id, parentId: null, timestamp: new Date().toISOString(), message })}\n`,
      );
      const found = await corpus.query.searchCorpus({ query: word });
      if (found.hits.length !== 1) throw new Error(`the appended word was found ${found.hits.length} times`);
    });
    return { unchangedMs, appendedMs };
  } finally {
    rmSync(log);
    await corpus.maintenance.refresh();
    await corpus.close();
  }
};
