/**
 * Owns what a result line's structured twin (`toolUseResult`) says beyond the result's own content, so that the
 * text of both is found once. Does not own the content.
 */
import { asObject, asText, hasLargeMark, isObject } from "@backscroll/wire";
import { stringsOf } from "./value-text.ts";

/** Members that repeat the call's arguments, name things or describe the run: no output. */
const otherMembers: ReadonlySet<string> = new Set([
  "type",
  "mode",
  "status",
  "id",
  "name",
  "uuid",
  "prompt",
  "query",
  "url",
  "command",
  "description",
  "plan",
  "questions",
  "oldTodos",
  "newTodos",
  "filePath",
  "file_path",
  "base64",
  "data",
  "agentId",
  "agentType",
  "runId",
  "taskId",
  "task_id",
  "task_type",
  "shellId",
  "shell_id",
  "backgroundTaskId",
  "tool_use_id",
  "timestamp",
  "model",
  "usage",
  "toolStats",
  "persistedOutputPath",
  "retrieval_status",
  "codeText",
  "allowedTools",
  "commandName",
  "citations",
  "returnCodeInterpretation",
  "statusChange",
  "updatedFields",
  "routing",
]);

/** The twin of a file change: the call's arguments and the file as it was before, no output. */
const isFileChange = (twin: object): boolean => "structuredPatch" in twin || "old_source" in twin;

const twinTexts = (twin: unknown): string[] => {
  if (typeof twin === "string") return [twin.replace(/^Error: /, "")];
  if (Array.isArray(twin)) return twin.flatMap((block) => asText(asObject(block).text) ?? asText(block) ?? []);
  if (!isObject(twin) || isFileChange(twin)) return [];
  return stringsOf(twin.isImage === true ? { ...twin, stdout: undefined } : twin, otherMembers);
};

/** A line without the number that the reading tool put before it. */
const bareLine = (line: string): string => line.replace(/^\s*\d+[→\t]/, "").trim();

/** What `text` says that `content` does not, by whole lines. */
const lacking = (text: string, content: string, contentLines: () => ReadonlySet<string>): string => {
  const trimmed = text.trim();
  if (trimmed === "" || content.includes(trimmed)) return "";
  // Strings too large to hold are one payload in two places.
  if (hasLargeMark(text)) return hasLargeMark(content) ? "" : text;
  const lines = trimmed.split("\n");
  if (lines.length === 1) return trimmed;
  const known = contentLines();
  return lines
    .filter((line) => line.trim() !== "" && !known.has(line.trim()) && !content.includes(line.trim()))
    .join("\n");
};

/** The twin's texts that the content lacks, each on lines of its own; "" where it lacks none. */
export const textBeyond = (twin: unknown, content: string): string => {
  let lines: Set<string> | undefined;
  let told = content;
  const added: string[] = [];
  for (const text of twinTexts(twin)) {
    const rest = lacking(text, told, () => {
      lines ??= new Set(content.split("\n").map(bareLine));
      return lines;
    });
    if (rest === "") continue;
    added.push(rest);
    told += `\n${rest}`;
  }
  return added.join("\n");
};

/** Evidence that the tool, or the program that keeps its output, cut it. */
export interface Truncation {
  readonly outputTruncated?: true;
  readonly fullOutputPath?: string;
}

const persisted = /^\s*<persisted-output>/;
const savedTo = /saved (?:to|at):\s*(.+?)\s*(?:\n|<\/persisted-output>|$)/i;
const cutMarker =
  /\n\n\.\.\. \[\d+ (?:characters|lines) truncated\] \.\.\.(?:\n\n|$)|^\[Old tool result content cleared\]$/;

/** What a result says of its own truncation. */
export const truncationIn = (twin: unknown, content: string): Truncation => {
  const facts = asObject(twin);
  const isPersisted = persisted.test(content);
  const path = asText(facts.persistedOutputPath) ?? asText(isPersisted ? savedTo.exec(content)?.[1] : undefined);
  if (path !== undefined) return { outputTruncated: true, fullOutputPath: path };
  return isPersisted || facts.truncated === true || cutMarker.test(content) ? { outputTruncated: true } : {};
};
