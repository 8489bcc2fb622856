/** Owns the interactive prompt: words search, a number opens a hit, an empty line ends. */
import type { Interface } from "node:readline";
import { Command, CommanderError } from "commander";
import { scopeTest } from "../arguments/project-scope.ts";
import { checkSelection, filterTexts, scopeText } from "../arguments/selection.ts";
import { addEventOptions, addSessionOptions } from "../arguments/selection-options.ts";
import { splitWords } from "../arguments/shell-words.ts";
import { usageError } from "../arguments/usage-error.ts";
import type { CommandContext } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../command-error.ts";
import type { OpenCorpus } from "../corpus.ts";
import { failureLines, failureOf } from "../render/failure.ts";
import { folderText } from "../render/layout.ts";
import { type FoundHits, prepareSearch, type SearchOptions, searchLines } from "./search.ts";
import { showEvent } from "./show-event.ts";

const hitsShown = "10";

const help = [
  "WORDS              search; all words are required, '\"…\"' is a phrase, a star ends a beginning",
  "NUMBER             open that hit",
  "/filters           say which filters are set",
  "/filters OPTIONS   set them, as of backscroll search: /filters --all --role user --since 7d",
  "/filters none      take them all away",
  "empty line         end",
];

/** The options of `backscroll search` out of a line. Throws what the parser refuses. */
const parseFilters = (line: string): SearchOptions => {
  const parser = new Command("/filters").exitOverride().helpOption(false);
  parser.configureOutput({ writeErr: () => {}, outputError: () => {} });
  addEventOptions(addSessionOptions(parser)).allowExcessArguments(false);
  try {
    return parser.parse(splitWords(line), { from: "user" }).opts<SearchOptions>();
  } catch (error) {
    throw error instanceof CommanderError ? usageError(error, "/help lists what can be typed.") : error;
  }
};

/** Lines that are typed while one is being answered wait their turn. */
async function* typedLines(readline: Interface, prompt: () => void): AsyncGenerator<string> {
  prompt();
  for await (const line of readline) {
    yield line;
    prompt();
  }
}

/** Answers typed lines until an empty one, Ctrl-D or Ctrl-C. */
export const searchPrompt = async (corpus: OpenCorpus, context: CommandContext): Promise<ExitCode> => {
  const { terminal, signal } = context;
  const print = async (lines: readonly string[]): Promise<void> => {
    for (const line of lines) await terminal.line(line);
  };
  const describe = (options: SearchOptions): string => {
    const checked = checkSelection(options, context);
    const where = scopeText({ scope: checked.scope, ids: options.session ?? null }, (path) =>
      folderText(path, context.layout()),
    );
    const newest = options.newest === true ? ["newest first"] : [];
    return [where, ...filterTexts(checked), ...newest].join("; ");
  };

  let filters: SearchOptions = {};
  const inScope = scopeTest(checkSelection(filters, context).scope);
  const { sessions } = await corpus.query.listSessions({}, { signal });
  if (!sessions.some(({ cwd }) => inScope(cwd))) {
    filters = { all: true };
    if (!context.demonstration) await terminal.line("No session ran in this folder, so every session is searched.");
  }
  await print([`Searching ${describe(filters)}.`, "Type words to search, /help for more; an empty line ends."]);

  let found: FoundHits | null = null;
  const answer = async (line: string): Promise<void> => {
    if (line === "/help" || line === "/") return print(help);
    if (line === "/filters") return print([`Searching ${describe(filters)}.`]);
    if (line.startsWith("/filters ")) {
      const typed = line.slice("/filters ".length).trim();
      const wanted: SearchOptions = typed === "none" ? {} : parseFilters(typed);
      const description = describe(wanted);
      filters = wanted;
      return print([`Searching ${description}.`]);
    }
    const hit = /^\d+$/.test(line) ? found?.hits[Number(line) - 1] : undefined;
    if (hit !== undefined) {
      const address = { session: hit.event.session, seq: hit.event.seq };
      await showEvent(corpus, address, { neighbours: null, raw: false, json: false }, context);
      return;
    }
    const options = { ...filters, limit: hitsShown };
    const result = await prepareSearch([line], options, context).run(corpus.query);
    found = result.found;
    await print(searchLines(result.found, result.summary, Number(hitsShown), context.layout()));
    if (result.found.hits.length > 0) await terminal.line("A number opens a hit.");
  };

  const readline = context.openLineEditor();
  readline.setPrompt("search> ");
  // In raw mode Ctrl-C reaches the line editor and not the process.
  readline.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  signal.addEventListener("abort", () => readline.close(), { once: true });
  try {
    for await (const line of typedLines(readline, () => readline.prompt())) {
      if (line.trim() === "") return exitCodes.done;
      try {
        await answer(line.trim());
      } catch (error) {
        if (signal.aborted) return exitCodes.interrupted;
        await print(failureLines(failureOf(error), terminal.styles));
      }
    }
    // Ctrl-D and Ctrl-C leave the cursor behind the prompt.
    await terminal.line();
    return signal.aborted ? exitCodes.interrupted : exitCodes.done;
  } finally {
    readline.close();
  }
};
