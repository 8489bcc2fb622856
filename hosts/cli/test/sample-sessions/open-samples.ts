/** Owns opening the samples as corpora: as many homes as are needed for each session to be the only one of its id. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RefreshReport, SessionRecord } from "@backscroll/corpus";
import { type Corpus, openCorpus } from "@backscroll/corpus-sqlite";
import { layOutHome } from "./lay-out-home.ts";

export interface SampleHome {
  readonly path: string;
  readonly corpus: Corpus;
  readonly report: RefreshReport;
  readonly sessions: readonly SessionRecord[];
  /** Logs in their programs' places, by wire. */
  readonly known: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly string[];
  readonly added: readonly string[];
  readonly remove: () => Promise<void>;
}

export const makeSampleHome = (): string => realpathSync(mkdtempSync(join(tmpdir(), "backscroll-samples-")));

export const openHome = (path: string): Promise<Corpus> =>
  openCorpus({
    home: join(path, "index"),
    environment: { home: path, variables: {}, platform: "linux" },
    worker: new URL("./corpus-worker.mjs", import.meta.url),
  });

const openLaidOut = async (folder: string, only: ReadonlySet<string> | null): Promise<SampleHome> => {
  const path = makeSampleHome();
  const { known, added } = layOutHome(folder, path, only);
  const corpus = await openHome(path);
  const report = await corpus.maintenance.refresh({ paths: added });
  const { sessions } = await corpus.query.listSessions();
  return {
    path,
    corpus,
    report,
    sessions,
    known,
    added,
    files: [...known.values()].flat(),
    remove: async () => {
      await corpus.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
};

/** Samples that are the same session as another one lie in a further home, so that each is searched. */
export const openSamples = async (folder: string): Promise<readonly SampleHome[]> => {
  const homes = [await openLaidOut(folder, null)];
  for (;;) {
    const last = homes[homes.length - 1];
    const left = last?.report.skipped.filter(({ reason }) => reason === "duplicate") ?? [];
    if (last === undefined || left.length === 0) return homes;
    homes.push(await openLaidOut(folder, new Set(left.map(({ source }) => source.slice(last.path.length + 1)))));
  }
};
