/** Owns the process that runs one measurement and reports it to its parent. */
import { insertFloor, parseFloor } from "./floors.ts";
import type { MeasurementResults, Measurements } from "./isolated.ts";
import { measureFirstResult, measureIndex } from "./measure-index.ts";
import { measureQueries } from "./measure-queries.ts";
import { measureReads } from "./measure-reads.ts";
import { measureRefresh } from "./measure-refresh.ts";

type Runners = {
  readonly [Name in keyof Measurements]: (
    input: Measurements[Name],
  ) => MeasurementResults[Name] | Promise<MeasurementResults[Name]>;
};

const runners: Runners = {
  parse: ({ files }) => parseFloor(files),
  insert: ({ files, databasePath, tokenizer }) => insertFloor(files, databasePath, tokenizer),
  index: measureIndex,
  firstResult: measureFirstResult,
  refresh: measureRefresh,
  queries: measureQueries,
  reads: measureReads,
};

process.on("message", async ({ name, input }: { name: keyof Measurements; input: never }) => {
  const result = await runners[name](input);
  process.send?.({ result, peakBytes: process.resourceUsage().maxRSS * 1_024 }, () => process.exit(0));
});
