/** Owns `backscroll show`: decides between a session's transcript and one event. */

import { didYouMean } from "../arguments/closest-word.ts";
import { findAddress } from "../arguments/find-address.ts";
import { parseNumber } from "../arguments/parse-number.ts";
import { bringUpToDate, type CommandContext, withCorpus } from "../command-context.ts";
import { CommandError, type ExitCode } from "../command-error.ts";
import { showEvent } from "./show-event.ts";
import { showTranscript } from "./show-transcript.ts";

export interface ShowOptions {
  readonly full?: boolean;
  readonly branch?: string;
  readonly from?: string;
  readonly to?: string;
  readonly context?: string;
  readonly raw?: boolean;
  readonly json?: boolean;
}

const largestContext = 50;

const seqOption = (option: string, text: string | undefined, absent: number): number =>
  text === undefined ? absent : parseNumber(option, text, 0, Number.MAX_SAFE_INTEGER);

const branchOption = (text: string | undefined): "active" | "all" => {
  if (text === undefined || text === "active") return "active";
  if (text === "all") return "all";
  throw new CommandError(
    "unknown_value",
    `--branch "${text}": there is no such choice.${didYouMean(text, ["active", "all"])}`,
    "--branch takes: active, all.",
  );
};

const refuse = (given: readonly (readonly [option: string, value: unknown])[], what: string, hint: string): void => {
  const option = given.find(([, value]) => value !== undefined)?.[0];
  if (option !== undefined) throw new CommandError("contradicting_options", `${option} is for ${what}.`, hint);
};

/** Refuses options that are for the other kind of address. */
export const show = async (address: string, options: ShowOptions, context: CommandContext): Promise<ExitCode> => {
  const from = seqOption("--from", options.from, 0);
  const to = seqOption("--to", options.to, Number.MAX_SAFE_INTEGER);
  if (from > to) throw new CommandError("inverted_range", `--from ${from} lies after --to ${to}.`, "Swap the two.");
  const branch = branchOption(options.branch);
  const neighbours =
    options.context === undefined ? null : parseNumber("--context", options.context, 0, largestContext);
  if (options.raw === true && options.json === true) {
    throw new CommandError("contradicting_options", "--raw and --json contradict each other.", "Give one of them.");
  }
  return withCorpus(context, async (corpus) => {
    await bringUpToDate(context, corpus);
    const found = await findAddress(corpus.query, address, { signal: context.signal });
    if (found.seq !== null) {
      refuse(
        [
          ["--full", options.full],
          ["--branch", options.branch],
          ["--from", options.from],
          ["--to", options.to],
        ],
        "transcripts",
        `An event is always shown whole; for the transcript: backscroll show ${found.session.session}`,
      );
      const read = { session: found.session.session, seq: found.seq };
      return showEvent(corpus, read, { neighbours, raw: options.raw === true, json: options.json === true }, context);
    }
    refuse(
      [
        ["--raw", options.raw],
        ["--context", options.context],
      ],
      "one event",
      `Name one: backscroll show ${found.session.session}:1`,
    );
    return showTranscript(
      corpus,
      found.session.session,
      { branch, from, to, full: options.full === true },
      options.json === true,
      context,
    );
  });
};
