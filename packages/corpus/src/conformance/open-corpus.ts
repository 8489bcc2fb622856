/** Owns the temporary home in which one test of the suite runs, and the provider opened on it. */
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Decoder, Environment } from "@backscroll/wire";
import * as Effect from "effect/Effect";
import { afterEach } from "vitest";
import { isSessionQueryError } from "../errors.ts";
import type { CorpusMaintenance, RefreshOptions, RefreshReport } from "../maintenance.ts";
import { type PlainSessionQuery, plainSessionQuery } from "../plain-session-query.ts";
import type { SearchRequest } from "../requests.ts";
import type { SessionQueryService } from "../session-query.ts";
import { sampleDecoder } from "./sample-decoder.ts";
import { type SampleLog, sampleLines } from "./sample-log.ts";

/** What a provider is opened on. */
export interface ProviderSetup {
  /** A folder that is the provider's own. */
  readonly home: string;
  /** A machine whose only sessions the suite wrote. */
  readonly environment: Environment;
  /** For providers that decode in this thread; others mount `sampleDecoder` in theirs. */
  readonly decoders: readonly Decoder[];
}

export interface OpenProvider {
  readonly query: SessionQueryService;
  readonly maintenance: CorpusMaintenance;
  readonly close: () => Promise<void>;
}

export type MakeProvider = (setup: ProviderSetup) => OpenProvider | Promise<OpenProvider>;

/** A provider with the home that it looks at. */
export interface TestCorpus {
  readonly service: SessionQueryService;
  readonly query: PlainSessionQuery;
  readonly refresh: (options?: RefreshOptions) => Promise<RefreshReport>;
  readonly maintenance: CorpusMaintenance;
  readonly environment: Environment;
  /** Path of a log by its id. */
  readonly pathOf: (id: string) => string;
  readonly write: (...logs: readonly SampleLog[]) => void;
  readonly append: (id: string, text: string) => void;
  /** Writes any file below the home. */
  readonly writeFile: (path: string, content: string) => void;
  readonly remove: (id: string) => void;
  /** Closes the provider before the test's end. */
  readonly close: () => Promise<void>;
  /** `session:seq` of each event that a query finds, in order. */
  readonly find: (query: string, more?: Omit<SearchRequest, "query">) => Promise<readonly string[]>;
}

export type OpenCorpus = (...logs: readonly SampleLog[]) => Promise<TestCorpus>;

/** Gives a function that opens a provider on a fresh home; everything is closed and removed after each test. */
export const useCorpus = (makeProvider: MakeProvider): OpenCorpus => {
  const endings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  }, 60_000);
  return async (...logs) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "backscroll-conformance-")));
    const machine = join(root, "machine");
    const environment: Environment = { home: machine, variables: {}, platform: process.platform };
    const pathOf = (id: string): string => join(machine, ".sample", `${id}.jsonl`);
    const writeFile = (path: string, content: string): void => {
      const target = join(machine, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    };
    const write = (...written: readonly SampleLog[]): void => {
      for (const log of written) writeFile(join(".sample", `${log.id}.jsonl`), `${sampleLines(log).join("\n")}\n`);
    };
    write(...logs);
    const home = join(root, "backscroll");
    mkdirSync(home);
    const provider = await makeProvider({ home, environment, decoders: [sampleDecoder] });
    let closing: Promise<void> | null = null;
    const close = (): Promise<void> => {
      closing ??= provider.close().finally(() => rmSync(root, { recursive: true, force: true }));
      return closing;
    };
    endings.push(close);
    const query = plainSessionQuery(provider.query);
    return {
      service: provider.query,
      query,
      refresh: (options) => Effect.runPromise(provider.maintenance.refresh(options)),
      maintenance: provider.maintenance,
      environment,
      pathOf,
      write,
      writeFile,
      append: (id, text) => appendFileSync(pathOf(id), text),
      remove: (id) => rmSync(pathOf(id)),
      close,
      find: async (words, more) => {
        const { hits } = await query.searchCorpus({ query: words, limit: 100, ...more });
        return hits.map(({ event }) => `${event.session.replace("sample:", "")}:${event.seq}`);
      },
    };
  };
};

/** The code with which a query fails; throws where it does not, or not with an error of the contract. */
export const codeOf = async (answer: Promise<unknown>): Promise<string> => {
  try {
    await answer;
  } catch (error) {
    if (isSessionQueryError(error)) return error.code;
    throw error;
  }
  throw new Error("The query was answered.");
};
