/** Owns `backscroll` without a command: index, then a prompt in a terminal, or how to search without one. */
import { bringUpToDate, type CommandContext, withCorpus } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../command-error.ts";
import { count } from "../render/count.ts";
import { skippedNote } from "../render/skipped-notes.ts";
import { searchPrompt } from "./search-prompt.ts";

const howToSearch = (demo: boolean): string[] => {
  const rows: readonly (readonly [command: string, what: string])[] = [
    ["search WORDS", demo ? "events that hold every word" : "in this folder's sessions"],
    ...(demo ? [] : ([["search --all WORDS", "in every session"]] as const)),
    [demo ? "sessions" : "sessions --all", "the list of sessions"],
    ["help", "all commands"],
  ];
  const commands = rows.map(([command]) => `backscroll ${command}${demo && command !== "help" ? " --demo" : ""}`);
  const width = Math.max(...commands.map((command) => command.length));
  return ["How to search:", ...rows.map(([, what], index) => `  ${(commands[index] ?? "").padEnd(width)}  ${what}`)];
};

/** Where this machine has no sessions, the demonstration's stand in, and that is said. */
export const start = async (context: CommandContext, demonstrationContext: () => CommandContext): Promise<ExitCode> => {
  const { terminal } = context;
  let empty = false;
  const exitCode = await withCorpus(context, async (corpus) => {
    const report = await bringUpToDate(context, corpus);
    if (report.sessions === 0 && !context.demonstration) {
      empty = true;
      await terminal.line("No agent's sessions were found on this machine; backscroll doctor lists where was looked.");
      for (const line of skippedNote(report.skipped, context.layout())) await terminal.line(line);
      return exitCodes.done;
    }
    await terminal.line(`${count(report.sessions, "session")} with ${count(report.events, "event")} can be searched.`);
    for (const line of skippedNote(report.skipped, context.layout())) await terminal.line(line);
    if (terminal.interactive) return searchPrompt(corpus, context);
    for (const line of howToSearch(context.demonstration)) await terminal.line(line);
    return exitCodes.done;
  });
  return empty ? start(demonstrationContext(), demonstrationContext) : exitCode;
};
