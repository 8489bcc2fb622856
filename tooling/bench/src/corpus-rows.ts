/** Owns what is measured on one generated corpus, and the targets of each figure. */
import { join } from "node:path";
import type { CorpusSizeName } from "@backscroll/testkit";
import type { Group } from "./arguments.ts";
import { type CachedCorpus, cachedCorpus } from "./corpus-cache.ts";
import { grepFloor } from "./floors.ts";
import { isolated } from "./isolated.ts";
import { atLeast, atMost, attempt, type Row } from "./row.ts";
import { median, percentile } from "./statistics.ts";

const megabyte = 1_000_000;
const mebibyte = 1_048_576;

/** How often a whole index is built; the largest corpus once. */
const indexRounds: Readonly<Record<CorpusSizeName, number>> = { "15m": 3, "220m": 3, "2g": 1 };

const ordinaryQueryMs: Readonly<Record<CorpusSizeName, number>> = { "15m": 20, "220m": 20, "2g": 50 };
const hardQueryMs: Readonly<Record<CorpusSizeName, number>> = { "15m": 40, "220m": 40, "2g": 100 };
const refreshMs: Readonly<Record<CorpusSizeName, number>> = { "15m": 50, "220m": 50, "2g": 300 };
const listMs: Readonly<Record<CorpusSizeName, number>> = { "15m": 50, "220m": 50, "2g": 200 };

async function* floorRows(corpus: CachedCorpus): AsyncGenerator<Row> {
  const parse = (await isolated("parse", { files: corpus.files })).result;
  const grep = grepFloor(corpus.home, "zyxomma");
  for (const [what, milliseconds] of [
    ["JSON.parse of every line", parse],
    ["grep -c", grep],
  ] as const) {
    yield {
      name: `floor: ${what}`,
      corpus: corpus.name,
      unit: "MB/s",
      measured: rate(corpus, milliseconds),
      target: null,
      detail: { milliseconds },
    };
  }
}

const rate = (corpus: CachedCorpus, milliseconds: number): number => corpus.bytes / megabyte / (milliseconds / 1_000);

async function* indexRows(corpus: CachedCorpus, size: CorpusSizeName): AsyncGenerator<Row> {
  const databasePath = join(corpus.home, "..", "floor.sqlite");
  const floors = [];
  const runs = [];
  // In turns, so that whatever else the machine does slows both alike.
  for (let round = 0; round < indexRounds[size]; round++) {
    floors.push((await isolated("insert", { files: corpus.files, databasePath, tokenizer: "ascii" })).result);
    runs.push(await isolated("index", corpus));
  }
  const [floor] = floors;
  const [run] = runs;
  if (floor === undefined || run === undefined) return;
  const insertMs = median(floors.map((one) => one.insertMs));
  const decodeMs = median(floors.map((one) => one.decodeMs));
  const elapsed = runs.map((one) => one.result.elapsedMs);
  const told = { corpus: size, unit: "MB/s", target: null, detail: { ...floor, insertMs, decodeMs } } as const;
  yield { ...told, name: "floor: decoding alone", measured: rate(corpus, decodeMs) };
  yield { ...told, name: "floor: raw FTS5 insert", measured: rate(corpus, insertMs) };
  const detail = { ...run.result, elapsedMs: elapsed, skipped: run.result.skipped.join("; ") };
  const common = { corpus: size, detail };
  const measured = median(elapsed);
  yield { ...common, name: "full index", unit: "MB/s", measured: rate(corpus, measured), target: null };
  const ratio = insertMs / measured;
  yield { ...common, name: "full index against raw FTS5 insert", unit: "×", measured: ratio, target: atLeast(0.85) };
  const share = run.result.indexBytes / floor.textBytes;
  yield { ...common, name: "index against indexed text", unit: "×", measured: share, target: atMost(0.45) };
  const peak = Math.max(...runs.map((one) => one.peakBytes));
  yield { ...common, name: "peak memory of indexing", unit: "MB", measured: peak / mebibyte, target: atMost(200) };
  const first = (await isolated("firstResult", { ...corpus, indexHome: `${corpus.indexHome}-first`, query: "the" }))
    .result;
  yield { ...common, name: "first useful result", unit: "ms", measured: first, target: atMost(1_000) };
}

async function* refreshRows(corpus: CachedCorpus, size: CorpusSizeName): AsyncGenerator<Row> {
  const { unchangedMs, appendedMs } = (await isolated("refresh", corpus)).result;
  const row = (name: string, times: readonly number[], limit: number): Row => ({
    name,
    corpus: size,
    unit: "ms",
    measured: median(times),
    target: atMost(limit),
    detail: { times },
  });
  yield row(`refresh, nothing changed, ${corpus.files.length} files`, unchangedMs, refreshMs[size]);
  yield row("one appended line searchable", appendedMs, 30);
}

async function* queryRows(corpus: CachedCorpus, size: CorpusSizeName): AsyncGenerator<Row> {
  for (const run of (await isolated("queries", corpus)).result) {
    const hard = run.name.startsWith("filter") || run.name.includes("common words");
    yield {
      name: `p95 of ${run.method}, ${run.name}`,
      corpus: size,
      unit: "ms",
      measured: percentile(run.timesMs, 0.95),
      target: atMost((hard ? hardQueryMs : ordinaryQueryMs)[size]),
      detail: { ...run, p50: median(run.timesMs) },
    };
  }
}

async function* readRows(corpus: CachedCorpus, size: CorpusSizeName): AsyncGenerator<Row> {
  const { result } = await isolated("reads", corpus);
  const detail = { averageLength: result.averageLength, sessions: result.sessions };
  const common = { corpus: size, unit: "ms" } as const;
  yield {
    ...common,
    name: "p95 of exact reads",
    measured: percentile(result.readsMs, 0.95),
    target: atMost(10),
    detail: { ...detail, times: result.readsMs, p50: median(result.readsMs) },
  };
  yield {
    ...common,
    name: "session list",
    measured: median(result.listMs),
    target: atMost(listMs[size]),
    detail: { ...detail, times: result.listMs },
  };
}

/** Measures the wanted groups on one corpus. The index that later groups search is built first where it is missing. */
export async function* corpusRows(size: CorpusSizeName, wanted: readonly Group[]): AsyncGenerator<Row> {
  const corpus = cachedCorpus(size);
  if (wanted.includes("floors")) yield* attempt("floors", floorRows(corpus));
  if (wanted.includes("index")) yield* attempt("index", indexRows(corpus, size));
  else if (wanted.some((group) => ["refresh", "queries", "reads"].includes(group))) await isolated("index", corpus);
  if (wanted.includes("queries")) yield* attempt("queries", queryRows(corpus, size));
  if (wanted.includes("reads")) yield* attempt("reads", readRows(corpus, size));
  if (wanted.includes("refresh")) yield* attempt("refresh", refreshRows(corpus, size));
}
