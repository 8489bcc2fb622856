/** Owns whole numbers on the command line. */
import { CommandError } from "../command-error.ts";

/** A whole number from `least` to `most`; throws `CommandError` that names `option`. */
export const parseNumber = (option: string, text: string, least: number, most: number): number => {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number) || number < least || number > most) {
    const bounds = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
    throw new CommandError("invalid_number", `${option} "${text}" is not a whole number ${bounds}.`);
  }
  return number;
};
