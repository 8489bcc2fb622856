/** Owns recognising Claude Code's logs from their first lines, and telling them from formats that look alike. */
import { asObject, type Detection, hasLargeMark, isObject, type JsonObject, type SourceHead } from "@backscroll/wire";
import { bookkeepingKinds, isConversation, kindOf, sessionIdOf, uuidOf } from "./line.ts";

/** What recognition is given at most; a head of this size may have more lines behind it. */
const headRecords = 50;
const headBytes = 1_048_576;

/** Lines of formats that share names with this one: an envelope (Codex), parts or a payload (Gemini, Qwen). */
const isForeign = (value: JsonObject): boolean =>
  isObject(value.payload) || isObject(value.systemPayload) || Array.isArray(asObject(value.message).parts);

const isConversationLine = (value: JsonObject): boolean => {
  if (!isConversation(value)) return false;
  const kind = kindOf(value);
  if (kind === "user" || kind === "assistant") {
    if (!isObject(value.message)) return sessionIdOf(value) !== undefined && uuidOf(value) !== undefined;
    return value.type !== undefined && (sessionIdOf(value) ?? uuidOf(value) ?? value.timestamp) !== undefined;
  }
  return sessionIdOf(value) !== undefined && uuidOf(value) !== undefined;
};

const isBookkeepingLine = (value: JsonObject): boolean => {
  const kind = kindOf(value);
  if (!bookkeepingKinds.has(kind)) return false;
  if (sessionIdOf(value) !== undefined) return true;
  return kind === "summary" ? typeof value.summary === "string" : isObject(value.snapshot);
};

const mayGoOn = (records: readonly JsonObject[]): boolean => {
  if (records.length >= headRecords) return true;
  const text = JSON.stringify(records);
  return text.length >= headBytes * 0.9 || hasLargeMark(text);
};

const isProjectPath = (path: string): boolean => /[\\/]projects[\\/][^\\/]+[\\/].*\.jsonl$/.test(path);

/** Whether a source is a Claude Code log, with the reason where it holds no conversation. */
export const detectClaudeCode = (head: SourceHead): Detection | null => {
  const { records } = head;
  if (records.length === 0) {
    return head.bytes.length === 0 && isProjectPath(head.path) ? { kind: "empty", reason: "empty file" } : null;
  }
  if (records.some(isForeign)) return null;
  if (records.some(isConversationLine)) return { kind: "yes" };
  const kinds = new Set(records.filter(isBookkeepingLine).map(kindOf));
  if (kinds.size === 0) return null;
  if (mayGoOn(records)) return { kind: "yes" };
  return { kind: "empty", reason: `no conversation, only bookkeeping lines (${[...kinds].sort().join(", ")})` };
};
