/** Owns what is measured apart from the generated corpora: odd sources, sample logs, the start of the binary. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Group } from "./arguments.ts";
import { cachedCorpus, cacheFolder, type OddCorpusName } from "./corpus-cache.ts";
import { isolated } from "./isolated.ts";
import { measureStart } from "./measure-start.ts";
import { atMost, attempt, type Row } from "./row.ts";
import { median } from "./statistics.ts";

const mebibyte = 1_048_576;

async function* memoryRows(name: OddCorpusName): AsyncGenerator<Row> {
  const { result, peakBytes } = await isolated("index", cachedCorpus(name));
  const detail = { ...result, skipped: result.skipped.join("; ") };
  const common = { corpus: name, detail };
  yield { ...common, name: "peak memory of indexing", unit: "MB", measured: peakBytes / mebibyte, target: atMost(250) };
  yield { ...common, name: "full index", unit: "ms", measured: result.elapsedMs, target: null };
}

async function* tinyFileRows(): AsyncGenerator<Row> {
  const corpus = cachedCorpus("tiny-files");
  const built = (await isolated("index", corpus)).result;
  const { unchangedMs } = (await isolated("refresh", corpus)).result;
  const common = { corpus: corpus.name, unit: "ms" } as const;
  yield {
    ...common,
    name: "full index",
    measured: built.elapsedMs,
    target: null,
    detail: { sessions: built.sessions },
  };
  const refresh = { measured: median(unchangedMs), target: atMost(300), detail: { times: unchangedMs } };
  yield { ...common, name: `refresh, nothing changed, ${corpus.files.length} files`, ...refresh };
}

async function* sampleRows(): AsyncGenerator<Row> {
  const folder = process.env.BACKSCROLL_SAMPLE_SESSIONS;
  if (folder === undefined || !existsSync(folder)) {
    process.stderr.write("Sample sessions are not measured: BACKSCROLL_SAMPLE_SESSIONS names no folder.\n");
    return;
  }
  // An empty home, so that only the given folder is taken in.
  const homes = { home: join(cacheFolder(), "empty-home"), indexHome: join(cacheFolder(), "sample-index") };
  const { result, peakBytes } = await isolated("index", { ...homes, paths: [folder] });
  const detail = { ...result, skipped: result.skipped.join("; ") };
  const common = { corpus: "samples", detail };
  yield { ...common, name: "full index", unit: "ms", measured: result.elapsedMs, target: null };
  yield { ...common, name: "peak memory of indexing", unit: "MB", measured: peakBytes / mebibyte, target: atMost(200) };
}

async function* startRows(): AsyncGenerator<Row> {
  const run = await measureStart();
  if (run === null) {
    process.stderr.write("The start of the binary is not measured: hosts/cli is not built.\n");
    return;
  }
  const measured = median(run.binaryMs) - median(run.bareMs);
  yield { name: "start over bare node", corpus: "", unit: "ms", measured, target: atMost(150), detail: { ...run } };
}

export async function* oddRows(wanted: readonly Group[]): AsyncGenerator<Row> {
  if (wanted.includes("start")) yield* attempt("start", startRows());
  if (wanted.includes("memory")) {
    yield* attempt("huge-session", memoryRows("huge-session"));
    yield* attempt("huge-line", memoryRows("huge-line"));
  }
  if (wanted.includes("refresh")) yield* attempt("tiny-files", tinyFileRows());
  if (wanted.includes("samples")) yield* attempt("samples", sampleRows());
}
