/** Owns the lines that introduce one session: who, where, when, and how to reopen it. */
import type { SessionRecord } from "@backscroll/corpus";
import { agentName } from "../agents.ts";
import { visibleLine } from "../terminal/visible-text.ts";
import { localTime } from "./age.ts";
import { count } from "./count.ts";
import { folderText, type Layout, resumeCommand } from "./layout.ts";
import { parentText } from "./session-lines.ts";
import { sessionName } from "./session-name.ts";

/** Rows that are not known are left out. */
export const sessionHeader = (session: SessionRecord, layout: Layout): string[] => {
  const { styles, width } = layout;
  const row = (name: string, value: string | null): string[] =>
    value === null ? [] : [`${styles.faint(name.padEnd(9))}${value}`];
  const program = session.programVersion === null ? "" : ` ${visibleLine(session.programVersion)}`;
  return [
    styles.title(sessionName(session, width)),
    ...row("session", styles.address(visibleLine(session.session))),
    ...row("agent", `${agentName(session.wire)}${program}`),
    ...row("folder", folderText(session.cwd, layout)),
    ...row("started", localTime(session.createdAt)),
    ...row("last", `${localTime(session.lastEventAt)}, ${count(session.events, "event")}`),
    ...row("parent", parentText(session)),
    ...row("state", session.availability.includes("live") ? "live" : null),
    ...row("flags", session.flags.length === 0 ? null : session.flags.map(visibleLine).join(", ")),
    ...row("log", session.path === null ? null : folderText(session.path, layout)),
    ...row("resume", resumeCommand(session, layout)),
  ];
};
