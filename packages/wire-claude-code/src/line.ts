/**
 * Owns the fields that Claude Code's lines have in common: what a line is, its identity, time and links.
 * Every field may be missing or of another type. Does not own what a line says.
 */
import { asObject, asString, asText, hasLargeMark, isObject, type JsonObject, keyHash } from "@backscroll/wire";

/** The line families with uuid and parent that form the conversation. */
const conversationKinds: ReadonlySet<string> = new Set(["user", "assistant", "system", "attachment", "progress"]);

/** Lines that stand for a call or a result on their own, without a message around them. */
const bareToolKinds: ReadonlySet<string> = new Set(["tool_use", "tool_result"]);

/** Bookkeeping families by which a file is known even where it holds no conversation. */
export const bookkeepingKinds: ReadonlySet<string> = new Set([
  "summary",
  "custom-title",
  "ai-title",
  "agent-name",
  "agent-color",
  "agent-setting",
  "tag",
  "last-prompt",
  "mode",
  "permission-mode",
  "worktree-state",
  "pr-link",
  "relocated",
  "file-history-snapshot",
  "file-history-delta",
  "attribution-snapshot",
  "queue-operation",
  "content-replacement",
  "speculation-accept",
  "marble-origami-commit",
  "marble-origami-snapshot",
]);

/** The line's family; a line without `type` that holds a message is what its role says. */
export const kindOf = (value: JsonObject): string =>
  asText(value.type) ?? asText(asObject(value.message).role) ?? "unknown";

export const uuidOf = (value: JsonObject): string | undefined => asText(value.uuid);

/** Both spellings occur, sometimes on one line. */
export const sessionIdOf = (value: JsonObject): string | undefined =>
  asText(value.sessionId) ?? asText(value.session_id);

export const isSidechain = (value: JsonObject): boolean => value.isSidechain === true;

/** Whether the line is a part of the conversation, as against a row about it. */
export const isConversation = (value: JsonObject): boolean => {
  const kind = kindOf(value);
  return conversationKinds.has(kind) || bareToolKinds.has(kind);
};

/** Whether the line stands in the chain of parents: conversation, and later families that link likewise. */
export const isLinked = (value: JsonObject): boolean =>
  isConversation(value) || (uuidOf(value) !== undefined && value.parentUuid !== undefined);

/** Whether the chain only passes through: no branch ends in such a line. */
export const isPassing = (value: JsonObject): boolean => kindOf(value) === "progress" || !isConversation(value);

/** Key of the parent line; null for a root, undefined where the line names none and follows the one before it. */
export const parentOf = (value: JsonObject): string | null | undefined => {
  const parent = asText(value.parentUuid);
  if (parent !== undefined) return parent === uuidOf(value) ? null : parent;
  if (kindOf(value) === "system" && value.subtype === "compact_boundary") {
    const logical = asText(value.logicalParentUuid);
    if (logical !== undefined) return logical;
  }
  return value.parentUuid === undefined ? undefined : null;
};

const secondsLimit = 100_000_000_000;

const timeFrom = (time: unknown): number | null => {
  if (typeof time === "number" && Number.isFinite(time)) return Math.abs(time) < secondsLimit ? time * 1000 : time;
  const parsed = typeof time === "string" ? Date.parse(time) : Number.NaN;
  return Number.isNaN(parsed) ? null : parsed;
};

/** Epoch milliseconds of the line, null where it has no time. */
export const timeOf = (value: JsonObject): number | null =>
  timeFrom(value.timestamp) ?? timeFrom(asObject(value.snapshot).timestamp);

const keyStringLength = 4_096;

/** A long string by its ends and length, so that large payloads cost little; marks name offsets that may move. */
const shorten = (_name: string, value: unknown): unknown => {
  if (typeof value !== "string") return value;
  if (hasLargeMark(value)) return "large";
  return value.length <= keyStringLength ? value : `${value.length}:${value.slice(0, 256)}${value.slice(-256)}`;
};

/**
 * The line's identity: its uuid, else made from what it says. The latter holds the file's name, because equal rows
 * in two files (a mode, a "yes") are not copies of one another.
 */
export const keyOf = (value: JsonObject, file: string): string => {
  const uuid = uuidOf(value);
  if (uuid !== undefined) return uuid;
  const content = keyHash(`${file}\n${JSON.stringify(value, shorten)}`);
  return `${kindOf(value)}:${content.toString(36)}`;
};

/** Whether an object can stand as a line of a session log. */
export const isLine = (value: JsonObject): boolean => {
  const kind = asString(value.type);
  if (kind === undefined || isObject(value.payload)) return false;
  if (sessionIdOf(value) !== undefined || uuidOf(value) !== undefined) return true;
  return bookkeepingKinds.has(kind) || (conversationKinds.has(kind) && value.timestamp !== undefined);
};
