/** Owns `backscroll search`. */
import type { Coverage, EventHit, SessionRecord } from "@backscroll/corpus";
import { parseNumber } from "../arguments/parse-number.ts";
import { checkSelection, resolveSelection, type Selection, type SelectionOptions } from "../arguments/selection.ts";
import { eventWords, queryWords, sessionWords } from "../arguments/selection-words.ts";
import { bringUpToDate, type CommandContext, withCorpus } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../command-error.ts";
import type { CorpusQuery, QueryControl } from "../corpus.ts";
import { searchJson } from "../json/search-json.ts";
import { hitLines } from "../render/hit-lines.ts";
import type { Layout } from "../render/layout.ts";
import { coverageNotes, type SearchSummary, searchedLines, zeroHitLines } from "../render/search-summary.ts";

export interface SearchOptions extends SelectionOptions {
  readonly newest?: boolean;
  readonly limit?: string;
  readonly json?: boolean;
}

export interface FoundHits {
  readonly hits: readonly { readonly session: SessionRecord; readonly event: EventHit }[];
  readonly more: boolean;
  readonly coverage: Coverage;
}

const largestPage = 100;
const defaultLimit = 20;

/** Up to `limit` hits over as many pages as that takes. */
const collectHits = async (
  corpus: CorpusQuery,
  query: string,
  selection: Selection,
  options: { readonly limit: number; readonly newest: boolean },
  call: QueryControl,
): Promise<FoundHits> => {
  const hits: FoundHits["hits"][number][] = [];
  let cursor: string | null = null;
  for (;;) {
    const page = await corpus.searchCorpus(
      {
        query,
        sessions: selection.sessions,
        events: selection.events,
        order: options.newest ? "newest" : "rank",
        limit: Math.min(largestPage, options.limit - hits.length),
        countHidden: true,
        ...(cursor === null ? {} : { cursor }),
      },
      call,
    );
    hits.push(...page.hits);
    cursor = page.nextCursor;
    if (cursor === null || hits.length >= options.limit) {
      return { hits, more: cursor !== null, coverage: page.coverage };
    }
  }
};

const summaryOf = (
  words: readonly string[],
  options: SearchOptions,
  selection: Selection,
  coverage: Coverage,
  demonstration: boolean,
): SearchSummary => {
  const demo = demonstration ? ["--demo"] : [];
  const command = ["backscroll", "search", ...demo];
  return {
    query: words.join(" "),
    selection,
    coverage,
    unscopedCommand: [...command, "--all", ...eventWords(options), ...queryWords(words)],
    commandWithoutQuery: [...command, ...sessionWords(options), ...eventWords(options)],
  };
};

/** The lines of an answer. */
export const searchLines = (found: FoundHits, summary: SearchSummary, limit: number, layout: Layout): string[] => {
  if (found.hits.length === 0) return zeroHitLines(summary, layout);
  const lines = found.hits.flatMap(({ session, event }, index) => [...hitLines(session, event, index + 1, layout), ""]);
  const notes = searchedLines(summary, layout);
  if (found.more) notes.push(`More matches follow these ${found.hits.length}: --limit ${limit * 2}`);
  return [...lines, ...[...notes, ...coverageNotes(summary, layout)].map(layout.styles.faint)];
};

/** Checks everything that was typed before the corpus is opened. */
export const prepareSearch = (words: readonly string[], options: SearchOptions, context: CommandContext) => {
  const limit = options.limit === undefined ? defaultLimit : parseNumber("--limit", options.limit, 1, 10_000);
  const checked = checkSelection(options, context);
  return {
    limit,
    run: async (corpus: CorpusQuery): Promise<{ readonly found: FoundHits; readonly summary: SearchSummary }> => {
      const selection = await resolveSelection(corpus, checked, options, context);
      const found = await collectHits(
        corpus,
        words.join(" "),
        selection,
        { limit, newest: options.newest === true },
        { signal: context.signal },
      );
      return { found, summary: summaryOf(words, options, selection, found.coverage, context.demonstration) };
    },
  };
};

/** Ends as `nothingFound` without hits. */
export const search = async (
  words: readonly string[],
  options: SearchOptions,
  context: CommandContext,
): Promise<ExitCode> => {
  const prepared = prepareSearch(words, options, context);
  return withCorpus(context, async (corpus) => {
    await bringUpToDate(context, corpus);
    const { found, summary } = await prepared.run(corpus.query);
    if (options.json === true) await context.terminal.json(searchJson(found, summary.selection));
    else {
      for (const line of searchLines(found, summary, prepared.limit, context.layout()))
        await context.terminal.line(line);
    }
    return found.hits.length === 0 ? exitCodes.nothingFound : exitCodes.done;
  });
};
