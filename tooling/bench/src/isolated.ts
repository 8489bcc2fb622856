/** Owns running one measurement in a process of its own, so that memory and caches of another do not count. */
import { fork } from "node:child_process";
import type { InsertFloor } from "./floors.ts";
import type { IndexRun } from "./measure-index.ts";
import type { QueryRun } from "./measure-queries.ts";
import type { ReadRun } from "./measure-reads.ts";
import type { RefreshRun } from "./measure-refresh.ts";
import type { ProviderHomes } from "./open-provider.ts";

/** What can be run, with what it is given and what it gives. */
export interface Measurements {
  readonly parse: { readonly files: readonly string[] };
  readonly insert: { readonly files: readonly string[]; readonly databasePath: string; readonly tokenizer: string };
  readonly index: ProviderHomes & { readonly paths?: readonly string[] };
  readonly firstResult: ProviderHomes & { readonly query: string };
  readonly refresh: ProviderHomes;
  readonly queries: ProviderHomes & { readonly files: readonly string[] };
  readonly reads: ProviderHomes;
}

export interface MeasurementResults {
  readonly parse: number;
  readonly insert: InsertFloor;
  readonly index: IndexRun;
  readonly firstResult: number;
  readonly refresh: RefreshRun;
  readonly queries: readonly QueryRun[];
  readonly reads: ReadRun;
}

export interface Isolated<Result> {
  readonly result: Result;
  /** Largest resident memory of the process, its threads included. */
  readonly peakBytes: number;
}

/** Runs a measurement in a new process. Fails with what it failed with. */
export const isolated = <Name extends keyof Measurements>(
  name: Name,
  input: Measurements[Name],
): Promise<Isolated<MeasurementResults[Name]>> =>
  new Promise((resolve, reject) => {
    const child = fork(new URL("./run-measurement.js", import.meta.url), {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child.on("message", (message) => resolve(message as Isolated<MeasurementResults[Name]>));
    child.on("error", reject);
    child.on("exit", (code, signal) =>
      reject(new Error(`the measurement "${name}" ended with ${signal ?? `code ${code}`}`)),
    );
    child.send({ name, input });
  });
