/** Owns one run of the command line: parsing, the command, its failure, its exit code. */
import { type Command, CommanderError } from "commander";
import { usageError } from "./arguments/usage-error.ts";
import type { CommandContext } from "./command-context.ts";
import { type ExitCode, exitCodes } from "./command-error.ts";
import { makeProgram } from "./program.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface RunHost {
  readonly version: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly context: (options: { readonly demo?: boolean }) => CommandContext;
}

const helpHint = "backscroll help lists the commands, backscroll help COMMAND a command's options.";

const quietly = (command: Command, terminal: Terminal): void => {
  command.exitOverride();
  command.configureOutput({
    writeOut: (text) => void terminal.write(text),
    writeErr: () => {},
    outputError: () => {},
    getOutHelpWidth: () => (Number.isFinite(terminal.width) ? terminal.width : 100),
    getOutHasColors: () => false,
  });
  for (const child of command.commands) quietly(child, terminal);
};

/** The exit code of `words`. Failures are printed to standard error, never thrown. */
export const run = async (words: readonly string[], host: RunHost): Promise<ExitCode> => {
  const { terminal, signal, context, version } = host;
  let exitCode: ExitCode = exitCodes.done;
  try {
    if (words.every((word) => word === "--demo")) {
      const { start } = await import("./commands/start.ts");
      return await start(context({ demo: words.length > 0 }), () => context({ demo: true }));
    }
    const program = makeProgram({
      version,
      context,
      finish: (code) => {
        exitCode = code;
      },
    });
    quietly(program, terminal);
    await program.parseAsync([...words], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    if (signal.aborted) {
      terminal.note("interrupted");
      return exitCodes.interrupted;
    }
    const { failureLines, failureOf } = await import("./render/failure.ts");
    const failure = failureOf(error instanceof CommanderError ? usageError(error, helpHint) : error);
    for (const line of failureLines(failure, terminal.errorStyles)) terminal.note(line);
    return failure.exitCode;
  }
};
