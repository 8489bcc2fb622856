/** Owns failures of a command and the exit codes. Does not own how they are printed. */

export const exitCodes = {
  /** Something was found, or the work is done. */
  done: 0,
  nothingFound: 1,
  badUsage: 2,
  failed: 3,
  /** Interrupted by Ctrl-C, as shells count it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure that the command line itself finds; `code` is a snake_case word, `hint` says what to do. */
export class CommandError extends Error {
  readonly code: string;
  readonly hint: string | null;
  readonly exitCode: ExitCode;

  constructor(code: string, message: string, hint: string | null = null, exitCode: ExitCode = exitCodes.badUsage) {
    super(message);
    this.name = "CommandError";
    this.code = code;
    this.hint = hint;
    this.exitCode = exitCode;
  }
}
