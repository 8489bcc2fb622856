#!/usr/bin/env node
/** Owns the process: its streams, its signals, its exit code. */
import { homedir } from "node:os";
import { createInterface } from "node:readline";
import type { CommandContext } from "./command-context.ts";
import { exitCodes } from "./command-error.ts";
import { openMachineCorpus } from "./composition.ts";
import { run } from "./run.ts";
import { makeProgressBar } from "./terminal/progress-bar.ts";
import { makeTerminal } from "./terminal/terminal.ts";
import { visibleText } from "./terminal/visible-text.ts";

declare const __BACKSCROLL_VERSION__: string;

const terminal = makeTerminal(process.env);
const interruption = new AbortController();

process.on("SIGINT", () => {
  // Whoever presses it twice does not want to wait for anything.
  if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
  interruption.abort();
});

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closed early, as `head` does, has all that it wants.
    if (error.code === "EPIPE") process.exit(process.exitCode ?? exitCodes.done);
    throw error;
  });
}

let announced = false;
const context = ({ demo = false }: { readonly demo?: boolean }): CommandContext => {
  const demonstration = demo || process.env.BACKSCROLL_DEMO === "1";
  if (demonstration && !announced) {
    terminal.note("Demonstration: these are bundled sample sessions, not this machine's.");
    announced = true;
  }
  // The cause in one line; the calls that led to it would hide what a person can do.
  const log = (message: string): void => terminal.note(visibleText(message.split("\n", 1)[0] ?? ""));
  return {
    terminal,
    cwd: process.cwd(),
    now: Date.now,
    signal: interruption.signal,
    demonstration,
    openCorpus: () => openMachineCorpus({ demonstration, log }),
    layout: () => ({ styles: terminal.styles, width: terminal.width, now: Date.now(), home: homedir(), demonstration }),
    makeProgressBar: () => makeProgressBar(),
    openLineEditor: () => createInterface({ input: process.stdin, output: process.stdout }),
  };
};

process.exitCode = await run(process.argv.slice(2), {
  version: __BACKSCROLL_VERSION__,
  terminal,
  signal: interruption.signal,
  context,
});
