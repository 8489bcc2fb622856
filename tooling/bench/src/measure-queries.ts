/** Owns timing searches by class. Runs in a process of its own. */
import { openProvider, type ProviderHomes } from "./open-provider.ts";
import { type QueryClass, querySets } from "./query-classes.ts";
import { timings } from "./statistics.ts";

export interface QueryRun {
  readonly name: QueryClass;
  readonly method: "searchCorpus" | "searchSessions";
  readonly timesMs: readonly number[];
  /** Hits of the first page, on average. */
  readonly hits: number;
  /** Queries that ranked only the newest matches. */
  readonly windowed: number;
}

/** Runs every query once unmeasured, then once measured. Expects the index to exist. */
export const measureQueries = async (
  input: ProviderHomes & { readonly files: readonly string[] },
): Promise<readonly QueryRun[]> => {
  const corpus = await openProvider(input);
  await corpus.maintenance.refresh();
  const { sessions } = await corpus.query.listSessions();
  const ids = sessions.filter((_, index) => index % 17 === 0).map((session) => session.session);
  const runs: QueryRun[] = [];
  for (const method of ["searchCorpus", "searchSessions"] as const) {
    for (const { name, requests } of querySets(input.files, ids)) {
      let hits = 0;
      let windowed = 0;
      for (const request of requests) {
        const page = await corpus.query[method](request);
        hits += page.hits.length / requests.length;
        windowed += page.coverage.windowed ? 1 : 0;
      }
      const timesMs = await timings(requests.length, (round) => {
        const request = requests[round];
        return request === undefined ? undefined : corpus.query[method](request);
      });
      runs.push({ name, method, timesMs, hits, windowed });
    }
  }
  await corpus.close();
  return runs;
};
