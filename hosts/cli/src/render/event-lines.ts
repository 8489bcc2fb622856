/** Owns how one event looks when it is shown whole, and its neighbours beside it. */
import type { EventRead, Neighbour } from "@backscroll/corpus";
import { addressText } from "../address.ts";
import { agentName } from "../agents.ts";
import { visibleLine, visibleText } from "../terminal/visible-text.ts";
import { localTime } from "./age.ts";
import { eventKind } from "./event-kind.ts";
import { folderText, type Layout, resumeCommand } from "./layout.ts";
import { marksOf } from "./marks.ts";
import { sessionName } from "./session-name.ts";

/** Neighbours' texts end at this many code points. */
const neighbourChars = 1000;

const bracketed = (marks: readonly string[]): string => (marks.length === 0 ? "" : `[${marks.join("] [")}]`);

/** Facts, then the whole document as it is. */
export const wholeEventLines = ({ session, event }: EventRead, layout: Layout): string[] => {
  const { styles, width } = layout;
  const marks = bracketed(marksOf(event));
  const resume = resumeCommand(session, layout);
  return [
    styles.title(sessionName(session, width)),
    styles.faint([agentName(session.wire), folderText(session.cwd, layout)].join(" · ")),
    `${styles.address(visibleLine(addressText(event)))}  ${styles.title(eventKind(event))} ${styles.faint(`· ${localTime(event.createdAt)}`)}`,
    ...(marks === "" ? [] : [styles.mark(marks)]),
    "",
    event.document === "" ? styles.faint("(no text; --json shows its record)") : visibleText(event.document),
    "",
    ...(resume === null ? [] : [`${styles.faint("resume:")} ${resume}`, ""]),
  ];
};

/** An event beside the one that is shown; its text is cut. */
export const neighbourLines = (event: Neighbour, { styles }: Layout): string[] => {
  const cut = [...event.text].length >= neighbourChars ? [styles.faint("  (cut)")] : [];
  return [
    `${styles.address(String(event.seq))}  ${eventKind(event)} ${styles.faint(`· ${localTime(event.createdAt)}`)} ${styles.mark(bracketed(marksOf(event)))}`.trimEnd(),
    ...visibleText(event.text)
      .split("\n")
      .map((line) => styles.faint(`  ${line}`)),
    ...cut,
    "",
  ];
};
