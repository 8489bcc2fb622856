/** Owns what a tool result says of its run: status, truncation and the calls inside it. Does not own its text. */
import {
  asArray,
  asNumber,
  asObject,
  asString,
  asText,
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  type NestedCall,
  type NestedCalls,
  type ToolFacts,
  type ToolStatus,
} from "@backscroll/wire";

const noticeReach = 1024;
const closingNotice = /\[([^[\]]*)\]\s*$/;
const cutNotice = /^Showing (?:lines|last) |^Output truncated|limit reached|Use offset=\d+ to continue/;
const limitFields = ["matchLimitReached", "resultLimitReached", "entryLimitReached", "linesTruncated"];

interface Truncation {
  readonly outputTruncated?: true;
  readonly fullOutputPath?: string;
}

/** What the tool's own closing notice or its structured details say. `details.truncation.content` is never read. */
const truncationOf = (details: JsonObject, text: string): Truncation => {
  const closing = closingNotice.exec(text.slice(-noticeReach))?.[1];
  const notice = closing !== undefined && cutNotice.test(closing) ? closing : undefined;
  const path = asText(details.fullOutputPath) ?? /Full output: (.+)$/.exec(notice ?? "")?.[1];
  const cut =
    notice !== undefined ||
    asObject(details.truncation).truncated === true ||
    limitFields.some((field) => details[field] === true || (asNumber(details[field]) ?? 0) > 0);
  return { ...(cut ? { outputTruncated: true } : {}), ...(path === undefined ? {} : { fullOutputPath: path }) };
};

const statuses: readonly ToolStatus[] = ["ok", "error", "unfinished"];

const nestedCall = (item: Json): NestedCall => {
  const call = asObject(item);
  return {
    id: asString(call.id) ?? "",
    name: asString(call.name) ?? "(unnamed tool)",
    status: statuses.find((status) => status === call.status) ?? null,
    durationMs: asNumber(call.durationMs) ?? null,
    error: asString(call.error) ?? null,
    arguments: call.arguments === undefined || call.arguments === null ? null : jsonText(call.arguments),
    argumentsBytes: asNumber(call.argumentsBytes) ?? null,
  };
};

const nestedCallsOf = (value: Json | undefined): NestedCalls | undefined =>
  isObject(value) && Array.isArray(value.calls)
    ? { calls: asArray(value.calls).map(nestedCall), complete: value.complete !== false }
    : undefined;

/** Facts of a `toolResult` message whose text is `text`; `name` where the message itself has none. */
export const resultFacts = (message: JsonObject, text: string, name: string | null): ToolFacts => {
  const nestedCalls = nestedCallsOf(message.nestedCalls);
  return {
    name: asText(message.toolName) ?? name,
    ...(typeof message.isError === "boolean" ? { status: message.isError ? "error" : "ok" } : {}),
    ...truncationOf(asObject(message.details), text),
    ...(nestedCalls === undefined ? {} : { nestedCalls }),
  };
};

/** Facts of a command that the person ran (`!command`). */
export const commandFacts = (message: JsonObject): ToolFacts => {
  const path = asText(message.fullOutputPath);
  const exitCode = asNumber(message.exitCode);
  const status: ToolStatus | undefined =
    message.cancelled === true ? "unfinished" : exitCode === undefined ? undefined : exitCode === 0 ? "ok" : "error";
  return {
    name: "bash",
    ...(status === undefined ? {} : { status }),
    ...(message.truncated === true ? { outputTruncated: true } : {}),
    ...(path === undefined ? {} : { fullOutputPath: path }),
  };
};
