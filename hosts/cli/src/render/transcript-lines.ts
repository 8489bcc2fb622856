/** Owns how the items of a transcript look to a person. */
import type { DocumentSlice, TranscriptEvent } from "@backscroll/corpus";
import { eventTypes } from "@backscroll/wire";
import { textWidth, wrapText } from "../terminal/text-width.ts";
import { visibleLine, visibleText } from "../terminal/visible-text.ts";
import { localTime } from "./age.ts";
import { count } from "./count.ts";
import { eventKind } from "./event-kind.ts";
import type { Layout } from "./layout.ts";
import { marksOf } from "./marks.ts";
import type { TranscriptItem, TranscriptPlan } from "./transcript-items.ts";

const bracketed = (marks: readonly string[]): string => (marks.length === 0 ? "" : `  [${marks.join("] [")}]`);

const span = (from: number, to: number): string => (from === to ? `${from}` : `${from}–${to}`);

const indented = (text: string, { width }: Pick<Layout, "width">): string[] =>
  visibleText(text)
    .split("\n")
    .flatMap((line) => (line === "" ? [""] : wrapIndented(line, width - 2)))
    .map((line) => (line === "" ? "" : `  ${line}`));

/** A long line wrapped so that what follows its first part is indented like it, as in a list or in code. */
const wrapIndented = (line: string, columns: number): string[] => {
  if (textWidth(line) <= columns) return [line];
  const [indent = ""] = /^ */.exec(line) ?? [];
  const inner = columns - indent.length;
  return inner < columns / 2 ? wrapText(line, columns) : wrapText(line, inner).map((part) => indent + part);
};

/** `12  user · 2026-11-01 09:05  [inactive branch]`. */
const eventHeading = (event: TranscriptEvent, slice: DocumentSlice, { styles }: Pick<Layout, "styles">): string => {
  const kind = eventKind({ type: event.type, tool: slice.tool, author: slice.author, callSeq: event.callSeq });
  return `${styles.address(String(event.seq))}  ${styles.title(kind)} ${styles.faint(`· ${localTime(event.createdAt)}`)}${styles.mark(bracketed(marksOf(event)))}`;
};

/** An event with its text; machine-written context is one line unless `full`. */
export const eventLines = (event: TranscriptEvent, slice: DocumentSlice, full: boolean, layout: Layout): string[] => {
  const heading = eventHeading(event, slice, layout);
  if (!full && event.type === eventTypes.contextInjected) {
    return [`${heading}  ${layout.styles.faint(`${count(slice.totalChars, "character")}, folded`)}`, ""];
  }
  if (slice.text === "") return [`${heading}  ${layout.styles.faint("(no text)")}`, ""];
  const cut = slice.totalChars > [...slice.text].length ? [layout.styles.faint("  (cut)")] : [];
  return [heading, ...indented(slice.text, layout), ...cut, ""];
};

const toolNames = (names: readonly (string | null)[]): string => {
  const counted = new Map<string, number>();
  for (const name of names) {
    const shown = visibleLine(name ?? "(unnamed tool)");
    counted.set(shown, (counted.get(shown) ?? 0) + 1);
  }
  return [...counted].map(([name, times]) => (times === 1 ? name : `${name} ×${times}`)).join(", ");
};

/** A folded run of tool events in one line. */
export const toolRunLines = (
  item: TranscriptItem & { readonly kind: "tools" },
  names: readonly (string | null)[],
  layout: Layout,
): string[] => {
  const { styles, width } = layout;
  // Copies differ in their origins; where the first one came from tells of all.
  const marks = new Set(item.calls.flatMap((call, index) => marksOf(index === 0 ? call : { ...call, copyOf: null })));
  const text = `${count(item.calls.length, "tool call")}: ${toolNames(names)}`;
  const [first = "", ...rest] = wrapText(text, width - 12);
  return [
    `${styles.address(span(item.from, item.to))}  ${styles.faint(first)}${styles.mark(bracketed([...marks]))}`,
    ...rest.map((line) => `  ${styles.faint(line)}`),
    "",
  ];
};

/** Where a context window begins, and what it kept. */
export const windowLines = (
  { ordinal, total, window }: TranscriptItem & { readonly kind: "window" },
  { styles, width }: Layout,
): string[] => {
  const what = window.boundary === "reset" ? "a reset" : "a compaction";
  const kept = window.firstRetainedSeq === null ? "" : `, kept from ${window.firstRetainedSeq}`;
  const summary = window.summarySeq === null ? "" : `, summary ${window.summarySeq}`;
  const line = `── window ${ordinal} of ${total}, begun by ${what}${kept}${summary} ──`;
  return [...wrapText(line, width).map(styles.mark), ""];
};

/** Events of other branches in one line, with how to see them. */
export const inactiveLines = (
  { from, to, events }: TranscriptItem & { readonly kind: "inactive" },
  { styles, width }: Layout,
): string[] => {
  const seqs = span(from, to);
  const text = `${count(events, "event")} on an inactive branch: --branch all shows ${events === 1 ? "it" : "them"}`;
  const [first = "", ...rest] = wrapText(text, width - seqs.length - 2);
  return [`${styles.address(seqs)}  ${styles.mark(first)}`, ...rest.map((line) => `  ${styles.mark(line)}`), ""];
};

/** What a transcript leaves out, one line each. */
export const omittedNotes = ({ logOnly, outside }: TranscriptPlan): string[] => [
  ...(logOnly === 0
    ? []
    : [`${count(logOnly, "log-only event")} left out: --full shows ${logOnly === 1 ? "it" : "them"}`]),
  ...(outside === 0 ? [] : [`${count(outside, "event")} outside --from and --to`]),
];
