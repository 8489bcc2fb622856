/** Owns a session as Markdown. Control characters are made visible: the file will be printed in terminals. */
import type { DocumentSlice, SessionRecord, TranscriptEvent } from "@backscroll/corpus";
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

/** Title and facts of a session. */
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

const isProse = ({ type }: TranscriptEvent): boolean =>
  type === eventTypes.userMessage || type === eventTypes.assistantMessage || type === eventTypes.contextCompaction;

/** Messages are written as they are, everything else as a code block; of a result only where its call holds it. */
export const markdownEvent = (event: TranscriptEvent, { text: document, tool, author }: DocumentSlice): string => {
  const marks = marksOf(event);
  const time = isoTime(event.createdAt) ?? "time unknown";
  const kind = eventKind({ type: event.type, tool, author, callSeq: event.callSeq });
  const heading = `## ${event.seq} · ${kind} · ${time}${marks.length === 0 ? "" : ` · ${marks.join(", ")}`}`;
  const text = visibleText(document);
  if (text === "") return `\n${heading}\n`;
  if (event.callSeq !== null) return `\n${heading}\n\nIts output is with call ${event.callSeq}.\n`;
  return `\n${heading}\n\n${isProse(event) ? text.trimEnd() : fenced(text)}\n`;
};
