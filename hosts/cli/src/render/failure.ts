/** Owns how every failure is told: one line with a code, then what to do about it. */
import { isSessionQueryError, type SessionQueryError } from "@backscroll/corpus";
import { CommandError, type ExitCode, exitCodes } from "../command-error.ts";
import type { Styles } from "../terminal/styles.ts";
import { visibleLine, visibleText } from "../terminal/visible-text.ts";

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly exitCode: ExitCode;
}

const queryExitCode = (error: SessionQueryError): ExitCode => {
  switch (error._tag) {
    case "Aborted":
      return exitCodes.interrupted;
    case "SessionNotFound":
    case "EventNotFound":
      return exitCodes.nothingFound;
    case "InvalidFilter":
    case "InvalidLimit":
    case "InvalidQuery":
    case "InvalidWindow":
      return exitCodes.badUsage;
    default:
      return exitCodes.failed;
  }
};

const queryHint = (error: SessionQueryError): string | null => {
  switch (error._tag) {
    case "EventNotFound":
      return error.last > 0 ? `Its events go from ${error.first} to ${error.last}.` : "It has no events.";
    case "StaleCursor":
      return "The logs changed meanwhile; run it again.";
    case "IndexFailed":
      return "backscroll doctor checks the index; backscroll index --rebuild makes it anew.";
    case "CorruptSession":
    case "ReadFailed":
      return "backscroll doctor says what is wrong with which log.";
    default:
      return null;
  }
};

/** What went wrong, in the same form whatever it was. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof CommandError) return error;
  if (isSessionQueryError(error)) {
    return { code: error.code, message: error.message, hint: queryHint(error), exitCode: queryExitCode(error) };
  }
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  return { code: "internal_error", message, hint: stack, exitCode: exitCodes.failed };
};

/** `error: CODE: MESSAGE`, and the hint below it. */
export const failureLines = ({ code, message, hint }: Failure, styles: Styles): string[] => [
  `${styles.error("error:")} ${visibleLine(code)}: ${visibleLine(message)}`,
  ...(hint === null
    ? []
    : visibleText(hint)
        .split("\n")
        .map((line) => styles.faint(`  ${line}`))),
];
