/** Owns whether and how output is coloured. */

/** How each kind of thing looks; without colours every style gives its text back. */
export interface Styles {
  readonly title: (text: string) => string;
  readonly address: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly match: (text: string) => string;
  readonly mark: (text: string) => string;
  readonly error: (text: string) => string;
  readonly good: (text: string) => string;
}

/**
 * Whether a stream gets colours. `FORCE_COLOR` decides first (`0` and `false` are no), then a non-empty `NO_COLOR`,
 * then `TERM=dumb`, then whether the stream is a terminal.
 */
export const wantsColor = (
  variables: Readonly<Record<string, string | undefined>>,
  stream: { readonly isTTY?: boolean },
): boolean => {
  const forced = variables.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (variables.NO_COLOR !== undefined && variables.NO_COLOR !== "") return false;
  return variables.TERM !== "dumb" && stream.isTTY === true;
};

const sequence =
  (open: number, close: number) =>
  (text: string): string =>
    text === "" ? "" : `\u001b[${open}m${text}\u001b[${close}m`;

const plain = (text: string): string => text;

/** Styles with colours, or that give every text back. */
export const makeStyles = (color: boolean): Styles =>
  color
    ? {
        title: sequence(1, 22),
        address: sequence(36, 39),
        faint: sequence(2, 22),
        match: (text) => sequence(1, 22)(sequence(33, 39)(text)),
        mark: sequence(35, 39),
        error: sequence(31, 39),
        good: sequence(32, 39),
      }
    : { title: plain, address: plain, faint: plain, match: plain, mark: plain, error: plain, good: plain };
