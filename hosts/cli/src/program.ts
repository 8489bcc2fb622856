/** Owns the commands, their options and their help. Each command's work is loaded when it is called. */
import { Command } from "commander";
import { addEventOptions, addSessionOptions } from "./arguments/selection-options.ts";
import type { CommandContext } from "./command-context.ts";
import type { ExitCode } from "./command-error.ts";

export interface ProgramHost {
  readonly version: string;
  readonly context: (options: { readonly demo?: boolean }) => CommandContext;
  readonly finish: (exitCode: ExitCode) => void;
}

const examples = (...lines: readonly (readonly [command: string, what: string])[]): string => {
  const width = Math.max(...lines.map(([command]) => command.length));
  return `\nExamples:\n${lines.map(([command, what]) => `  $ ${command.padEnd(width)}  ${what}`).join("\n")}\n`;
};

const queryHelp = `
Words are all required. Written in quotes of their own they are a phrase ('"config file"'), a star ends
a beginning (pars*), and nothing else is an operator. Zero hits say what was searched and what was not.
`;

/** The whole command line. Parsing it calls `finish` with the exit code of the command. */
export const makeProgram = ({ version, context, finish }: ProgramHost): Command => {
  const program = new Command("backscroll");
  program
    .description("Search and exactly re-read every earlier session of every coding agent on this machine.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help for a command")
    .addHelpText(
      "after",
      `${examples(
        ["backscroll", "search prompt in this folder"],
        ["backscroll search parse error", "events with both words, this folder's sessions"],
        ["backscroll search --all --role user deploy", "what was asked anywhere"],
        ["backscroll show claude-code:1f0c…:42", "one event, whole"],
        ["backscroll doctor", "what is read, what is skipped, and why"],
      )}
Exit codes: 0 found or done, 1 nothing found, 2 bad usage, 3 failed.
BACKSCROLL_HOME is the folder of the index. NO_COLOR and FORCE_COLOR are followed.
`,
    );
  const command = (usage: string, description: string): Command =>
    program
      .command(usage)
      .description(description)
      .option("--json", "print JSON")
      .option("--demo", "use the bundled demonstration sessions instead of this machine's");

  addEventOptions(addSessionOptions(command("search <query...>", "find events that hold every word")))
    .option("-n, --limit <number>", "hits to print (default: 20)")
    .addHelpText(
      "after",
      `${queryHelp}${examples(
        ["backscroll search tx.draft", "a word with punctuation is found as it is written"],
        ["backscroll search '\"exact phrase\"' --since 7d", "a phrase, in the last seven days"],
        ["backscroll search --all --wire codex,pi 搜索", "any part of Chinese or Japanese text"],
        ["backscroll search --type tool/result ENOENT", "what tools answered"],
        ["backscroll search zebra --json", "for scripts; exit code 1 where nothing is found"],
      )}`,
    )
    .action(async (words: string[], options) => {
      const { search } = await import("./commands/search.ts");
      finish(await search(words, options, context(options)));
    });

  addSessionOptions(command("sessions", "list sessions, newest first"))
    .option("-n, --limit <number>", "sessions to print (default: 30, with --json all)")
    .addHelpText(
      "after",
      examples(
        ["backscroll sessions", "those of this folder"],
        ["backscroll sessions --all --since 2026-11-01", "all that were active since that day began"],
        ["backscroll sessions --title parser --wire pi", "by title and agent"],
      ),
    )
    .action(async (options) => {
      const { listSessions } = await import("./commands/sessions.ts");
      finish(await listSessions(options, context(options)));
    });

  command("show <session[:seq]>", "print a session's transcript, or one event exactly")
    .option("--full", "tool runs, injected context and log-only events unfolded")
    .option("--branch <branch>", "active or all (default: active)")
    .option("--from <seq>", "first event")
    .option("--to <seq>", "last event")
    .option("-C, --context <number>", "so many events before and after the one shown, 0 to 50")
    .option("--raw", "the bytes of the event's record in its log")
    .addHelpText(
      "after",
      examples(
        ["backscroll show pi:4b1f2c", "a transcript; 6 characters of an id are enough"],
        ["backscroll show pi:4b1f2c --from 100 --full", "everything from event 100 on"],
        ["backscroll show pi:4b1f2c:42 --context 3", "event 42 between its neighbours"],
        ["backscroll show pi:4b1f2c:42 --json", "with its native record and where that lies"],
      ),
    )
    .action(async (address: string, options) => {
      const { show } = await import("./commands/show.ts");
      finish(await show(address, options, context(options)));
    });

  command("trace <session[:seq]>", "print a session's lineage, or an event's relations")
    .addHelpText(
      "after",
      examples(
        ["backscroll trace codex:0199…", "forks, subagents, resumes and handoffs around it"],
        ["backscroll trace pi:4b1f2c:42", "what replaced event 42, what it came from"],
      ),
    )
    .action(async (address: string, options) => {
      const { trace } = await import("./commands/trace.ts");
      finish(await trace(address, options, context(options)));
    });

  program
    .command("export <session>")
    .description("write a session, every branch of it, as a file")
    .option("-f, --format <format>", "markdown, json or jsonl (default: markdown)")
    .option("-o, --output <file>", "the file, private and whole or not at all (default: standard output)")
    .option("--force", "replace the file")
    .option("--demo", "use the bundled demonstration sessions instead of this machine's")
    .addHelpText(
      "after",
      examples(
        ["backscroll export pi:4b1f2c -o session.md", "to read"],
        ["backscroll export pi:4b1f2c -f jsonl -o session.jsonl", "with every native record"],
      ),
    )
    .action(async (session: string, options) => {
      const { exportSession } = await import("./commands/export-session.ts");
      finish(await exportSession(session, options, context(options)));
    });

  command("index [path...]", "take in what is new; paths beside the known places are remembered")
    .option("--rebuild", "read every log again")
    .addHelpText(
      "after",
      `\nEvery other command does this first, so it is needed only to add places or to be done beforehand.\n${examples(
        ["backscroll index", "what is new in the known places"],
        ["backscroll index ~/old-laptop/.claude", "a copied folder of logs"],
      )}`,
    )
    .action(async (paths: string[], options) => {
      const { indexSources } = await import("./commands/index-sources.ts");
      finish(await indexSources(paths, options, context(options)));
    });

  command("doctor", "say where was looked, what was found and skipped, and how the index is")
    .addHelpText("after", examples(["backscroll doctor --json", "all of it, nothing grouped"]))
    .action(async (options) => {
      const { doctor } = await import("./commands/doctor.ts");
      finish(await doctor(options, context(options)));
    });

  program
    .command("completions <shell>")
    .description("print the completion script for bash, zsh or fish")
    .addHelpText(
      "after",
      examples(
        ['eval "$(backscroll completions bash)"', "in ~/.bashrc"],
        ["backscroll completions fish > ~/.config/fish/completions/backscroll.fish", ""],
      ),
    )
    .action(async (shell: string, options) => {
      const { completions } = await import("./commands/completions.ts");
      finish(await completions(shell, program, context(options)));
    });

  return program;
};
