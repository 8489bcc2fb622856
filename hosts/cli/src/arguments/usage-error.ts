/** Owns putting what the argument parser refuses into the form of every other failure. */
import type { CommanderError } from "commander";
import { CommandError } from "../command-error.ts";

/** What the parser refused, as a `CommandError`; `help` says where to look. */
export const usageError = (error: CommanderError, help: string): CommandError => {
  const [first = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const suggestion = rest.join(" ").replace(/^\((.*)\)$/, "$1");
  const dashes = error.code === "commander.unknownOption" ? "Words that begin with a dash go after --. " : "";
  return new CommandError("bad_usage", first, `${suggestion === "" ? "" : `${suggestion}\n`}${dashes}${help}`);
};
