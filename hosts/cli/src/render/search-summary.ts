/**
 * Owns the lines that say what a search covered and what it did not: below hits, and above all instead of them.
 */
import type { Coverage } from "@backscroll/corpus";
import { isOwnType } from "../arguments/choices.ts";
import { filterTexts, type Selection, scopeText } from "../arguments/selection.ts";
import { shellCommand } from "../arguments/shell-words.ts";
import { wrapText } from "../terminal/text-width.ts";
import { visibleLine } from "../terminal/visible-text.ts";
import { count } from "./count.ts";
import { folderText, type Layout } from "./layout.ts";
import { skippedNote } from "./skipped-notes.ts";

export interface SearchSummary {
  readonly query: string;
  readonly selection: Selection;
  readonly coverage: Coverage;
  /** Words of the command that was given, without those that select sessions. */
  readonly unscopedCommand: readonly string[];
  /** Words of the command that was given, with its selection and without the query. */
  readonly commandWithoutQuery: readonly string[];
}

/** What the answer lacks, whether or not it holds hits. */
export const coverageNotes = ({ coverage, unscopedCommand, selection }: SearchSummary, layout: Layout): string[] => {
  const notes: string[] = [];
  if (coverage.hidden !== null && coverage.hidden > 0) {
    const least = coverage.hiddenCapped ? "at least " : "";
    notes.push(
      `${least}${count(coverage.hidden, "match", "matches")} in other sessions: ${shellCommand(unscopedCommand)}`,
    );
  }
  if (coverage.echoes > 0) {
    notes.push(
      `${count(coverage.echoes, "match", "matches")} in results of Backscroll's own tools left out: add --echoes`,
    );
  }
  if (coverage.untimed > 0) {
    notes.push(`${count(coverage.untimed, "match", "matches")} without a time left out by --since or --until`);
  }
  if (coverage.windowed) notes.push("Only the newest matches were ranked; narrow the search or add --newest.");
  if (coverage.behind > 0) {
    notes.push(
      `${count(coverage.behind, "source holds", "sources hold")} more than is indexed yet: run backscroll index`,
    );
  }
  notes.push(...skippedNote(coverage.skipped, layout));
  const own = (selection.events.types ?? []).filter(isOwnType);
  if (own.length > 0)
    notes.push(`Types of an agent's own are not checked for spelling: ${own.map(visibleLine).join(", ")}`);
  return notes;
};

/** `Searched 12 sessions (3,400 events): sessions in ~/x or below; role user`, wrapped. */
export const searchedLines = ({ selection, coverage }: SearchSummary, layout: Layout): string[] => {
  const where = scopeText(selection, (path) => folderText(path, layout));
  const filters = filterTexts(selection);
  const searched = `Searched ${count(coverage.sessions, "session")} (${count(coverage.events, "event")})`;
  return wrapText(visibleLine(`${searched}: ${[where, ...filters].join("; ")}`), layout.width);
};

const quotedTerm = (term: string): string => (/\s/.test(term) ? `"${term}"` : term);

/** What stands in place of hits. */
export const zeroHitLines = (summary: SearchSummary, layout: Layout): string[] => {
  const { coverage, query, selection, commandWithoutQuery } = summary;
  const { styles } = layout;
  const lines = [styles.title(`No match for ${visibleLine(query)}`), ...searchedLines(summary, layout)];
  const limited = selection.scope.folders !== null || Object.keys(selection.sessions).length > 0;
  if (limited && coverage.hidden === 0) lines.push("No match in other sessions either.");
  if (coverage.sessions === 0) lines.push("No session is in this selection, so nothing could match.");
  else if (coverage.missingTerms.length > 0) {
    lines.push(`Found nowhere here: ${coverage.missingTerms.map(visibleLine).join(", ")}`);
  }
  if (coverage.largestSubset !== null && coverage.largestSubset.count > 0) {
    const { terms, count: matches } = coverage.largestSubset;
    const words = terms.map(quotedTerm);
    lines.push(
      visibleLine(
        `${count(matches, "event holds", "events hold")} ${terms.join(" ")}: ${shellCommand([...commandWithoutQuery, ...words])}`,
      ),
    );
  }
  return [...lines, ...coverageNotes(summary, layout)];
};
