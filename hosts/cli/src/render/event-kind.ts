/** Owns naming an event's kind in words. */
import type { EventRecord } from "@backscroll/corpus";
import { visibleLine } from "../terminal/visible-text.ts";

const names: Readonly<Record<string, string>> = {
  "user/message": "user",
  "assistant/message": "assistant",
  "tool/call": "tool call",
  "tool/result": "tool result",
  "context/compaction": "compaction summary",
  "context/reset": "context reset",
  "context/injected": "injected context",
  "session/title": "title",
};

/** `user`, `tool result of read`, an agent's own type as it is. */
export const eventKind = ({
  type,
  tool,
  author,
  callSeq,
}: Pick<EventRecord, "type" | "tool" | "author" | "callSeq">): string => {
  const parts = [names[type] ?? visibleLine(type)];
  if (tool?.name != null) parts.push(type === "tool/result" ? `of ${visibleLine(tool.name)}` : visibleLine(tool.name));
  if (tool?.status === "error") parts.push("(error)");
  else if (tool?.status === "unfinished") parts.push("(unfinished)");
  if (callSeq !== null) parts.push(`to call ${callSeq}`);
  if (author !== null) parts.push(`by ${visibleLine(author)}`);
  return parts.join(" ");
};
