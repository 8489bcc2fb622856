/** Owns how a hit of a search looks to a person. */
import type { EventHit, SessionRecord } from "@backscroll/corpus";
import { addressText } from "../address.ts";
import { agentName } from "../agents.ts";
import { wrapText } from "../terminal/text-width.ts";
import { visibleLine } from "../terminal/visible-text.ts";
import { age } from "./age.ts";
import { eventKind } from "./event-kind.ts";
import { excerptLines } from "./excerpt-lines.ts";
import { folderText, type Layout, resumeCommand, showCommand } from "./layout.ts";
import { marksOf } from "./marks.ts";
import { sessionName } from "./session-name.ts";

/** Lines without an empty one at the end. Commands are never cut, so that they can be copied. */
export const hitLines = (session: SessionRecord, event: EventHit, ordinal: number, layout: Layout): string[] => {
  const { styles, width, now } = layout;
  const number = `${ordinal}.`.padEnd(4);
  const indent = " ".repeat(number.length);
  const inner = width - indent.length;
  const indented = (lines: readonly string[], style: (text: string) => string): string[] =>
    lines.map((line) => indent + style(line));
  const address = visibleLine(addressText(event));
  const facts = [agentName(session.wire), age(event.createdAt, now), eventKind(event), folderText(session.cwd, layout)];
  const marks = marksOf(event);
  if (session.availability.includes("live")) marks.push("live session");
  const lines = [
    `${styles.faint(number)}${styles.title(sessionName(session, inner))}`,
    ...indented(wrapText(facts.join(" · "), inner), styles.faint),
    `${indent}${styles.address(address)}`,
  ];
  if (marks.length > 0) lines.push(...indented(wrapText(`[${marks.join("] [")}]`, inner), styles.mark));
  lines.push(...excerptLines(event.excerpt, layout, inner).map((line) => indent + line));
  lines.push(`${indent}${styles.faint("open:")} ${showCommand(addressText(event), layout)}`);
  const resume = resumeCommand(session, layout);
  if (resume !== null) lines.push(`${indent}${styles.faint("resume:")} ${resume}`);
  return lines;
};
