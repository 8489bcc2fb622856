/** Owns how a session looks in a person's list. */
import type { SessionRecord } from "@backscroll/corpus";
import { agentName } from "../agents.ts";
import { wrapText } from "../terminal/text-width.ts";
import { visibleLine } from "../terminal/visible-text.ts";
import { age } from "./age.ts";
import { count } from "./count.ts";
import { folderText, type Layout } from "./layout.ts";
import { sessionName } from "./session-name.ts";

/** `subagent of pi:…`, with a mark where the parent is not there; null for a session without one. */
export const parentText = ({ parent }: Pick<SessionRecord, "parent">): string | null => {
  if (parent === null) return null;
  const named = parent.session === null ? "a session whose log is gone" : visibleLine(parent.session);
  return `${parent.kind} of ${named}${parent.missing && parent.session !== null ? " (not found)" : ""}`;
};

/** Name, facts, id, and marks where there are any. */
export const sessionLines = (session: SessionRecord, layout: Layout): string[] => {
  const { styles, width, now } = layout;
  const started = age(session.createdAt, now);
  const last = age(session.lastEventAt, now);
  const facts = [
    agentName(session.wire),
    `started ${started}`,
    ...(session.lastEventAt === null || last === started ? [] : [`last event ${last}`]),
    count(session.events, "event"),
    folderText(session.cwd, layout),
  ];
  const parent = parentText(session);
  const marks = [
    ...(session.availability.includes("live") ? ["live"] : []),
    ...(parent === null ? [] : [parent]),
    ...session.flags.map((flag) => visibleLine(flag)),
  ];
  return [
    styles.title(sessionName(session, width)),
    ...wrapText(facts.join(" · "), width - 2).map((line) => `  ${styles.faint(line)}`),
    `  ${styles.address(visibleLine(session.session))}`,
    ...(marks.length === 0
      ? []
      : wrapText(`[${marks.join("] [")}]`, width - 2).map((line) => `  ${styles.mark(line)}`)),
  ];
};
