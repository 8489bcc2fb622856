/**
 * Owns running the command line in a home of its own: in this process over one open corpus, which is fast, or as the
 * built binary. Both read real logs through the real provider.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Corpus, openCorpus } from "@backscroll/corpus-sqlite";
import type { CommandContext } from "../src/command-context.ts";
import { run } from "../src/run.ts";
import { makeProgressBar } from "../src/terminal/progress-bar.ts";
import { makeTerminal } from "../src/terminal/terminal.ts";

const built = (name: string): string => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
export const binary = built("backscroll.js");

export interface Finished {
  readonly exitCode: number | null;
  readonly output: string;
  readonly error: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly now?: number;
  /** What a person at a terminal types; without it there is no terminal. */
  readonly typed?: string;
}

export interface TemporaryHome {
  readonly path: string;
  /** A folder in it, made. */
  readonly folder: (name: string) => string;
  readonly environment: (changes?: Readonly<Record<string, string>>) => Record<string, string>;
  /** Runs words in this process. */
  readonly run: (words: readonly string[], options?: RunOptions) => Promise<Finished>;
  /** Runs the built binary. */
  readonly runBinary: (words: readonly string[], options?: RunOptions) => Promise<Finished>;
  readonly remove: () => Promise<void>;
}

export const makeHome = (): TemporaryHome => {
  if (!existsSync(binary)) throw new Error("The binary is not built: run the build first.");
  const path = realpathSync(mkdtempSync(join(tmpdir(), "backscroll-cli-")));
  const environment = (changes: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    PATH: process.env.PATH ?? "",
    HOME: path,
    BACKSCROLL_HOME: join(path, "index"),
    TZ: "UTC",
    ...changes,
  });
  let opened: Corpus | null = null;
  const corpus = async (): Promise<Corpus> => {
    opened ??= await openCorpus({
      home: join(path, "index"),
      environment: { home: path, variables: {}, platform: "linux" },
      worker: pathToFileURL(built("corpus-worker.js")),
    });
    return opened;
  };

  const inProcess: TemporaryHome["run"] = async (
    words,
    { cwd = path, variables = {}, now = Date.now(), typed } = {},
  ) => {
    const output = new PassThrough();
    const error = new PassThrough();
    const terminal = {
      ...makeTerminal(variables, { input: {}, output, error }),
      interactive: typed !== undefined,
    };
    const { signal } = new AbortController();
    const context = ({ demo = false }: { readonly demo?: boolean }): CommandContext => ({
      terminal,
      cwd,
      now: () => now,
      signal,
      demonstration: demo,
      openCorpus: async () => ({ ...(await corpus()), close: async () => {} }),
      layout: () => ({ styles: terminal.styles, width: terminal.width, now, home: path, demonstration: demo }),
      makeProgressBar: () => makeProgressBar(error),
      openLineEditor: () => createInterface({ input: Readable.from([typed ?? ""]), output }),
    });
    const text = (stream: PassThrough): Promise<string> =>
      stream.setEncoding("utf8").reduce((all: string, chunk: string) => all + chunk, "");
    const [printed, noted] = [text(output), text(error)];
    const exitCode = await run(words, { version: "0.0.0", terminal, signal, context });
    output.end();
    error.end();
    return { exitCode, output: await printed, error: await noted };
  };

  return {
    path,
    environment,
    folder: (name) => {
      mkdirSync(join(path, name), { recursive: true });
      return join(path, name);
    },
    run: inProcess,
    runBinary: (words, { cwd = path, variables = {} } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [binary, ...words], { cwd, env: environment(variables) });
        let output = "";
        let error = "";
        child.stdout.setEncoding("utf8").on("data", (text: string) => {
          output += text;
        });
        child.stderr.setEncoding("utf8").on("data", (text: string) => {
          error += text;
        });
        child.on("error", reject);
        child.on("close", (exitCode) => resolve({ exitCode, output, error }));
        child.stdin.end();
      }),
    remove: async () => {
      await opened?.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
};
