/**
 * Owns the streams that a command prints to: width, styles, and the end of a reader that went away.
 * Does not own what is printed.
 */

import { makeStyles, type Styles, wantsColor } from "./styles.ts";
import { visibleJson } from "./visible-text.ts";

export interface Terminal {
  readonly styles: Styles;
  /** Columns of standard output; infinite where it is not a terminal and `COLUMNS` does not say. */
  readonly width: number;
  /** Whether a person is at both ends. */
  readonly interactive: boolean;
  readonly outputIsTerminal: boolean;
  /** Prints a line. Resolves when the stream takes more. */
  readonly line: (text?: string) => Promise<void>;
  /** Writes text or bytes as they are. */
  readonly write: (content: string | Uint8Array) => Promise<void>;
  /** Prints a value as JSON, indented by two. */
  readonly json: (value: unknown) => Promise<void>;
  /** Prints a line to standard error. */
  readonly note: (text: string) => void;
  readonly errorStyles: Styles;
}

interface Streams {
  readonly input: { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly error: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

const widthOf = (variables: Readonly<Record<string, string | undefined>>, output: Streams["output"]): number => {
  const given = Number(variables.COLUMNS);
  if (Number.isInteger(given) && given >= 20) return given;
  if (output.isTTY !== true) return Number.POSITIVE_INFINITY;
  return Math.max(20, output.columns ?? 80);
};

/** The terminal of the process unless other streams are given. */
export const makeTerminal = (
  variables: Readonly<Record<string, string | undefined>>,
  { input, output, error }: Streams = { input: process.stdin, output: process.stdout, error: process.stderr },
): Terminal => {
  const write = (content: string | Uint8Array): Promise<void> =>
    output.write(content) ? Promise.resolve() : new Promise((resolve) => output.once("drain", resolve));
  return {
    styles: makeStyles(wantsColor(variables, output)),
    errorStyles: makeStyles(wantsColor(variables, error)),
    width: widthOf(variables, output),
    interactive: input.isTTY === true && output.isTTY === true,
    outputIsTerminal: output.isTTY === true,
    line: (text = "") => write(`${text}\n`),
    write,
    json: (value) => write(`${visibleJson(JSON.stringify(value, null, 2))}\n`),
    note: (text) => void error.write(`${text}\n`),
  };
};
