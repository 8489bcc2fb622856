/** Owns a session as Markdown. Control characters are made visible: the file will be printed in terminals. */
import type { EventContent, SessionRecord } from "@backscroll/corpus";
import { eventTypes } from "@backscroll/wire";
import { agentName } from "../agents.ts";
import { visibleLine, visibleText } from "../terminal/visible-text.ts";
import { isoTime } from "./age.ts";
import { eventKind } from "./event-kind.ts";
import { folderText } from "./layout.ts";
import { marksOf } from "./marks.ts";
import { parentText } from "./session-lines.ts";
import { sessionName } from "./session-name.ts";

/** `text` as a code block whose fence is longer than any run of backticks in it. */
const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
};

const code = (text: string): string => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

export const markdownHeader = (session: SessionRecord, home: string): string => {
  const parent = parentText(session);
  const rows = [
    `- Session: ${code(visibleLine(session.session))}`,
    `- Agent: ${agentName(session.wire)}`,
    `- Folder: ${code(folderText(session.cwd, { home }))}`,
    `- Started: ${isoTime(session.createdAt) ?? "time unknown"}`,
    `- Last event: ${isoTime(session.lastEventAt) ?? "time unknown"}`,
    `- Events: ${session.events}`,
    ...(parent === null ? [] : [`- Parent: ${parent}`]),
  ];
  return `# ${sessionName(session)}\n\n${rows.join("\n")}\n`;
};

const isProse = ({ type }: EventContent): boolean =>
  type === eventTypes.userMessage || type === eventTypes.assistantMessage || type === eventTypes.contextCompaction;

/** Messages are written as they are, everything else as a code block; `inCall` where its call holds its output already. */
export const markdownEvent = (event: EventContent, inCall: boolean): string => {
  const marks = marksOf(event);
  const time = isoTime(event.createdAt) ?? "time unknown";
  const heading = `## ${event.seq} · ${eventKind(event)} · ${time}${marks.length === 0 ? "" : ` · ${marks.join(", ")}`}`;
  const text = visibleText(event.document);
  if (text === "") return `\n${heading}\n`;
  if (inCall) return `\n${heading}\n\nIts output is with call ${event.callSeq}.\n`;
  return `\n${heading}\n\n${isProse(event) ? text.trimEnd() : fenced(text)}\n`;
};
