/** Owns turning one record into its slot. Knows nothing of earlier records but the names of called tools. */
import {
  asArray,
  asNumber,
  asObject,
  asString,
  asText,
  eventTypes,
  isOwnTool,
  type Json,
  type JsonObject,
  jsonText,
  type NestedCalls,
  type RecordContext,
  type Role,
  type Slot,
  type SourceRecord,
  type ToolFacts,
  type ToolStatus,
} from "@backscroll/wire";

/** What a compaction or a replacement needs for the fold; numbers are seqs as recorded. */
export type FoldEvidence = { replaces: number[] | null; retained: number | null };

const statuses: ReadonlySet<unknown> = new Set<ToolStatus>(["ok", "error", "unfinished"]);
const statusOf = (value: unknown): ToolStatus | null => (statuses.has(value) ? (value as ToolStatus) : null);

const roles: Readonly<Record<string, Role>> = {
  [eventTypes.userMessage]: "user",
  [eventTypes.assistantMessage]: "assistant",
  [eventTypes.toolCall]: "tool",
  [eventTypes.toolResult]: "tool",
  [eventTypes.contextCompaction]: "context",
  [eventTypes.contextReset]: "context",
  [eventTypes.contextInjected]: "context",
};

const bookkeeping: ReadonlySet<string> = new Set([
  eventTypes.turnStart,
  eventTypes.turnEnd,
  eventTypes.stepStart,
  eventTypes.stepEnd,
  eventTypes.sessionTitle,
  "session/downstream",
]);

/** Epoch milliseconds of a recorded time, null where there is none. */
export const timeOf = (value: unknown): number | null => {
  const time = typeof value === "string" ? Date.parse(value) : asNumber(value);
  return time === undefined || Number.isNaN(time) ? null : time;
};

const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

const recordKey = (record: SourceRecord): string => {
  const key = record.value.seq_key;
  return isSeq(key) ? String(key) : (asText(key) ?? `record-${record.ordinal}`);
};

const withMedia = (text: string, data: JsonObject, context: RecordContext): string => {
  const placeholders = asArray(data.media).map((item) => {
    const media = asObject(item);
    const type = asText(media.media_type) ?? "application/octet-stream";
    return context.media(asText(media.kind) ?? "file", type, asString(media.data) ?? "");
  });
  return [...(text === "" ? [] : [text]), ...placeholders].join("\n");
};

const nestedCallsOf = (value: Json | undefined): NestedCalls | undefined => {
  if (value === undefined || value === null) return undefined;
  const nested = asObject(value);
  const calls = asArray(nested.calls).map((item) => {
    const call = asObject(item);
    return {
      id: asString(call.id) ?? "",
      name: asString(call.name) ?? "",
      status: statusOf(call.status),
      durationMs: asNumber(call.duration_ms) ?? null,
      error: asString(call.error) ?? null,
      arguments: asString(call.arguments) ?? null,
      argumentsBytes: asNumber(call.arguments_bytes) ?? null,
    };
  });
  return { calls, complete: nested.complete === true };
};

const argumentsOf = (value: Json | undefined): string | null =>
  value === undefined || value === null ? null : jsonText(value);

const resultTool = (data: JsonObject, name: string | null): ToolFacts => {
  const status = statusOf(data.status);
  const path = asText(data.full_output_path);
  const nested = nestedCallsOf(data.nested_calls);
  return {
    name,
    ...(status === null ? {} : { status }),
    ...(data.truncated === true ? { outputTruncated: true } : {}),
    ...(path === undefined ? {} : { fullOutputPath: path }),
    ...(nested === undefined ? {} : { nestedCalls: nested }),
  };
};

const toolPart = (type: string, data: JsonObject, nameOf: (callId: string) => string | null): Partial<Slot> => {
  const callId = asText(data.call_id);
  if (type === eventTypes.toolCall) {
    const tool = { name: asText(data.name) ?? null, arguments: argumentsOf(data.arguments) };
    return { tool, ...(callId === undefined ? {} : { callId }) };
  }
  if (type !== eventTypes.toolResult) return {};
  const name = asText(data.name) ?? (callId === undefined ? null : nameOf(callId));
  return {
    tool: resultTool(data, name),
    ...(callId === undefined ? {} : { resultOf: callId }),
    ...(isOwnTool(name) ? { echo: true } : {}),
  };
};

/** Relations by the keys that records carry; the fold falls back on the numbers where a key is not found. */
const relations = (type: string, record: JsonObject, data: JsonObject): Partial<Slot> => {
  const sources = asArray(record.sources).filter(isSeq).map(String);
  const replaces = asArray(record.replaces);
  const range = replaces.length === 2 && replaces.every(isSeq) ? (replaces as number[]) : null;
  const retained =
    type === eventTypes.contextCompaction && isSeq(data.first_retained_seq) ? data.first_retained_seq : null;
  const evidence: FoldEvidence = { replaces: range, retained };
  const references = [...(range ?? []), ...(retained === null ? [] : [retained])].map(String);
  return {
    ...(sources.length > 0 ? { sources } : {}),
    ...(references.length > 0 ? { references, evidence } : {}),
  };
};

const textOf = (type: string, data: JsonObject, context: RecordContext): string => {
  if (type === eventTypes.sessionTitle) return asString(data.title) ?? "";
  if (type === eventTypes.toolCall || roles[type] === undefined) return "";
  return withMedia(asString(type === eventTypes.toolResult ? data.output : data.text) ?? "", data, context);
};

/** The record's slot; null for a header and for an object that is no record. */
export const readSlot = (
  record: SourceRecord,
  context: RecordContext,
  nameOf: (callId: string) => string | null,
): Slot | null => {
  const type = asText(record.value.type);
  if (type === "session" && record.value.seq_key === undefined) return null;
  const known = type !== undefined && (roles[type] !== undefined || bookkeeping.has(type));
  const data = asObject(record.value.data);
  const role = (known && roles[type]) || null;
  const author = asText(data.author);
  return {
    key: recordKey(record),
    type: known ? type : `backscroll/${type ?? "untyped"}`,
    role,
    createdAt: timeOf(record.value.time),
    text: known ? textOf(type, data, context) : "",
    pointer: "",
    ...(role === null ? { logOnly: true } : {}),
    ...(author === undefined || role === null ? {} : { author }),
    ...(known ? toolPart(type, data, nameOf) : {}),
    ...(known ? relations(type, record.value, data) : {}),
  };
};
