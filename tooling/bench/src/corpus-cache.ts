/** Owns the generated corpora on disk: made once per size, seed and generator version, then reused. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CorpusSizeName,
  corpusSizes,
  generateCorpus,
  generatorVersion,
  type PlantedWord,
  writeHugeLine,
  writeHugeSession,
  writeTinySessions,
} from "@backscroll/testkit";

const seed = 1;

export type OddCorpusName = "huge-session" | "huge-line" | "tiny-files";
export type CorpusName = CorpusSizeName | OddCorpusName;

export interface CachedCorpus {
  readonly name: CorpusName;
  /** Stands for the user's home folder. */
  readonly home: string;
  /** For index files; beside the home. */
  readonly indexHome: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly planted: readonly PlantedWord[];
}

const write = (name: CorpusName, home: string): Pick<CachedCorpus, "files" | "planted"> => {
  if (name === "huge-session") return { files: [writeHugeSession(home, 250_000_000)], planted: [] };
  if (name === "tiny-files") return { files: writeTinySessions(home, 10_000), planted: [] };
  if (name === "huge-line") {
    const { path, planted } = writeHugeLine(home, 100_000_000);
    return { files: [path], planted: [planted] };
  }
  return generateCorpus({ home, seed, ...corpusSizes[name] });
};

/** Folder that holds every cached corpus. */
export const cacheFolder = (): string => process.env.BACKSCROLL_BENCH_DIR ?? join(tmpdir(), "backscroll-bench");

/** The corpus of that name, written now if it is not there yet. */
export const cachedCorpus = (name: CorpusName): CachedCorpus => {
  const folder = join(cacheFolder(), `${name}-seed${seed}-generator${generatorVersion}`);
  const manifest = join(folder, "manifest.json");
  if (!existsSync(manifest)) {
    rmSync(folder, { recursive: true, force: true });
    const home = join(folder, "home");
    mkdirSync(home, { recursive: true });
    process.stderr.write(`Writing the ${name} corpus into ${folder} …\n`);
    const { files, planted } = write(name, home);
    const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
    const corpus: CachedCorpus = { name, home, indexHome: join(folder, "index"), files, bytes, planted };
    writeFileSync(`${manifest}.new`, JSON.stringify(corpus));
    renameSync(`${manifest}.new`, manifest);
  }
  return JSON.parse(readFileSync(manifest, "utf8")) as CachedCorpus;
};
