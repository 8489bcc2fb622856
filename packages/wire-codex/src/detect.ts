/** Owns telling rollouts from other programs' logs, from content first and the file's place second. */
import {
  asObject,
  asText,
  type Detection,
  hasLargeMark,
  isObject,
  type JsonObject,
  type SourceHead,
} from "@backscroll/wire";
import { itemKinds, lineKinds, rolloutLine } from "./rollout-line.ts";
import { isThreadName } from "./thread-names.ts";

const isEnveloped = (value: JsonObject): boolean =>
  isObject(value.payload) && typeof value.type === "string" && lineKinds.has(value.type);

/** Content of the interface that Codex speaks; other programs name their parts otherwise. */
const isResponsesContent = (content: unknown): boolean =>
  Array.isArray(content) &&
  content.some((part: unknown) => /^(?:input|output)_/.test(asText(asObject(part).type) ?? ""));

/** Items that stand bare on their line, as the first versions wrote them. Thinking alone is no evidence. */
const isBareItem = (value: JsonObject): boolean => {
  const type = asText(value.type) ?? "";
  if (!itemKinds.has(type) || /^(?:reasoning|tool_call|tool_result)$/.test(type)) return false;
  if (value.sessionId !== undefined || value.uuid !== undefined) return false;
  if (type === "message") return asText(value.role) !== undefined && isResponsesContent(value.content);
  return value.call_id !== undefined || value.action !== undefined;
};

const isBareHeader = (value: JsonObject): boolean =>
  value.type === undefined &&
  asText(value.id) !== undefined &&
  asText(value.timestamp) !== undefined &&
  (value.instructions !== undefined || value.git !== undefined);

/** The head of the first, TypeScript program's file, whose `items` are records. */
const isWholeFile = (value: JsonObject): boolean =>
  isObject(value.session) && asText(value.session.id) !== undefined && Object.hasOwn(value, "items");

/** Whether an object can stand as a record of a rollout. */
export const isRecord = (value: JsonObject): boolean =>
  isEnveloped(value) ||
  isBareItem(value) ||
  isBareHeader(value) ||
  value.record_type === "state" ||
  isThreadName(value);

const isConversation = (value: JsonObject): boolean => {
  const { form, kind, payload } = rolloutLine(value);
  if (form === "item") return kind !== "ghost_snapshot" && kind !== "reasoning";
  if (kind === "compacted" || kind === "inter_agent_communication") return true;
  return (
    form === "event" && !quiet.has(kind === "item_completed" ? (asText(asObject(payload.item).type) ?? kind) : kind)
  );
};

/** Events that hold nothing that was said or done. */
const quiet: ReadonlySet<string> = new Set([
  "token_count",
  "task_started",
  "turn_started",
  "task_complete",
  "turn.completed",
  "turn_aborted",
  "thread_settings_applied",
  "account/rateLimits/updated",
  "agent_reasoning",
  "agent_reasoning_raw_content",
  "agent_reasoning_section_break",
  "Reasoning",
]);

/** Where recognition saw at most this much, it saw the whole log. */
const surelyWhole = 262_144;

const sawAll = (records: readonly JsonObject[]): boolean => {
  if (records.length >= 50) return false;
  const text = JSON.stringify(records);
  return text.length < surelyWhole && !hasLargeMark(text.replaceAll("\\u0001", "\u0001"));
};

const programOutput = /^(?:thread|turn|item)\.(?:started|completed|updated|failed)$/;

export const detect = ({ records, path, place }: SourceHead): Detection | null => {
  const [first] = records;
  if (first === undefined) return null;
  if (records.every(isThreadName)) return { kind: "empty", reason: "names of threads, shown as their titles" };
  const known = records.filter((value) => isRecord(value) || isWholeFile(value));
  if (known.length === 0) {
    return records.some((value) => programOutput.test(asText(value.type) ?? "")) && !isObject(first.message)
      ? { kind: "unsupported", reason: "the printed output of `codex exec --json`, not a session log" }
      : null;
  }
  if (known.every(isBareHeader) && !/[\\/]\.codex[\\/]|rollout-/.test(`${place}/${path}`)) return null;
  if (records.some(isConversation) || isWholeFile(first) || !sawAll(records)) return { kind: "yes" };
  return { kind: "empty", reason: "no conversation in it" };
};
