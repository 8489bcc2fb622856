/** Owns indexing a whole corpus from nothing. Runs in a process of its own. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openProvider, type ProviderHomes } from "./open-provider.ts";

export interface IndexRun {
  readonly elapsedMs: number;
  readonly sessions: number;
  readonly events: number;
  readonly bytes: number;
  /** Everything that lies in the index home once the provider is closed. */
  readonly indexBytes: number;
  readonly skipped: readonly string[];
}

const filesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** Indexes everything into an empty index home and leaves the index there. */
export const measureIndex = async (
  homes: ProviderHomes & { readonly paths?: readonly string[] },
): Promise<IndexRun> => {
  rmSync(homes.indexHome, { recursive: true, force: true });
  const start = performance.now();
  const corpus = await openProvider(homes);
  const report = await corpus.maintenance.refresh(homes.paths === undefined ? {} : { paths: homes.paths });
  const elapsedMs = performance.now() - start;
  await corpus.close();
  return {
    elapsedMs,
    sessions: report.sessions,
    events: report.events,
    bytes: report.bytes,
    indexBytes: filesIn(homes.indexHome),
    skipped: report.skipped.map((source) => `${source.reason}: ${source.source}`).slice(0, 20),
  };
};

const patienceMs = 100;
const giveUpMs = 120_000;

/**
 * Milliseconds from opening over an empty index home until a search that waits only briefly gives its first hit;
 * NaN where none came within two minutes.
 */
export const measureFirstResult = async (homes: ProviderHomes & { readonly query: string }): Promise<number> => {
  rmSync(homes.indexHome, { recursive: true, force: true });
  const start = performance.now();
  const corpus = await openProvider(homes, patienceMs);
  let elapsedMs = Number.NaN;
  while (Number.isNaN(elapsedMs) && performance.now() - start < giveUpMs) {
    // Before there is any index a query may fail; whoever waits for a first result asks again.
    const found = await corpus.query.searchCorpus({ query: homes.query, limit: 1 }).catch(() => null);
    if (found === null) await sleep(10);
    else if (found.hits.length > 0) elapsedMs = performance.now() - start;
  }
  await corpus.close();
  rmSync(homes.indexHome, { recursive: true, force: true });
  return elapsedMs;
};
