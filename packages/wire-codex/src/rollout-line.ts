/**
 * Owns the envelope: which kind of line a record is, whichever version wrote it, and what all kinds share.
 * Does not own what a kind means.
 */
import { asObject, asText, isObject, type JsonObject } from "@backscroll/wire";
import { secondsOf, timeOf } from "./timestamp.ts";

/** Kinds of items that the model sees or writes. */
export const itemKinds: ReadonlySet<string> = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "local_shell_call",
  "web_search_call",
  "tool_search_call",
  "tool_search_output",
  "image_generation_call",
  "agent_message",
  "compaction",
  "context_compaction",
  "ghost_snapshot",
  "tool_call",
  "tool_result",
]);

/** Kinds of enveloped lines, of every version. */
export const lineKinds: ReadonlySet<string> = new Set([
  "session_meta",
  "response_item",
  "event_msg",
  "turn_context",
  "compacted",
  "world_state",
  "inter_agent_communication",
  "inter_agent_communication_metadata",
  "token_usage_record",
]);

export interface RolloutLine {
  /** `header`; `item` for what the model sees or writes; `event`; else the line's own kind. */
  readonly form: "header" | "item" | "event" | "other";
  readonly kind: string;
  readonly payload: JsonObject;
  /** JSON pointer of `payload` in the record. */
  readonly pointer: string;
  readonly time: number | null;
  /** Position in the thread's history, where the version counts. */
  readonly ordinal: number | null;
  /** The envelope's own notes on an item. */
  readonly metadata: JsonObject;
}

/** Times of items that were created this much before they were written are the times of copying. */
const copyDelay = 60_000;

const itemKind = (item: JsonObject): string => {
  const type = asText(item.type);
  if (type !== undefined) return type;
  // Some exports leave the type of messages out.
  return asText(item.role) !== undefined && item.content !== undefined ? "message" : "item";
};

const timeOfItem = (written: number | null, payload: JsonObject): number | null => {
  const created = secondsOf(asObject(payload.internal_chat_message_metadata_passthrough).create_time);
  if (created === null) return written;
  return written === null || created < written - copyDelay ? created : written;
};

/** What the record is. The bare objects of early versions are told by their members. */
export const rolloutLine = (value: JsonObject): RolloutLine => {
  const time = timeOf(value.timestamp);
  const type = asText(value.type);
  const ordinal = typeof value.ordinal === "number" ? value.ordinal : null;
  const shared = { time, ordinal, metadata: asObject(value.metadata) };
  if (isObject(value.payload) && type !== undefined) {
    const { payload } = value;
    const enveloped = { ...shared, payload, pointer: "/payload" };
    if (type === "session_meta") return { ...enveloped, form: "header", kind: type };
    if (type === "response_item") {
      return { ...enveloped, form: "item", kind: itemKind(payload), time: timeOfItem(time, payload) };
    }
    if (type === "event_msg") return { ...enveloped, form: "event", kind: asText(payload.type) ?? type };
    return { ...enveloped, form: "other", kind: type };
  }
  const bare = { ...shared, payload: value, pointer: "" };
  if (type !== undefined) return { ...bare, form: itemKinds.has(type) ? "item" : "other", kind: type };
  const record = asText(value.record_type);
  if (record !== undefined) return { ...bare, form: "other", kind: record };
  if (isObject(value.session)) return { ...bare, form: "header", kind: "session_meta", payload: value.session };
  if (asText(value.role) !== undefined && value.content !== undefined)
    return { ...bare, form: "item", kind: "message" };
  if (asText(value.id) !== undefined) return { ...bare, form: "header", kind: "session_meta" };
  return { ...bare, form: "other", kind: "record" };
};

/** Id of the turn that the record belongs to, where it says so. */
export const turnOf = ({ payload }: RolloutLine): string | undefined =>
  asText(payload.turn_id) ?? asText(asObject(payload.internal_chat_message_metadata_passthrough).turn_id);
