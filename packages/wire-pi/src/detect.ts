/** Owns telling Pi's logs from those of other programs, from content first and the file's place second. */
import { asNumber, asText, type Detection, isObject, type JsonObject, type SourceHead } from "@backscroll/wire";
import { isTitleLine } from "./recorded-title.ts";

/** Records that hold no conversation. */
const bookkeeping: ReadonlySet<unknown> = new Set([
  "model_change",
  "thinking_level_change",
  "session_info",
  "label",
  "custom",
  "usage",
  "mode_change",
  "session_init",
  "ttsr_injection",
]);

const roles: ReadonlySet<unknown> = new Set(["user", "assistant", "toolResult", "bashExecution"]);

/** Other programs' first lines have the type `session` too: ours says when it was made by `timestamp`. */
const isHeader = (value: JsonObject): boolean =>
  value.type === "session" &&
  asText(value.id) !== undefined &&
  value.created_at === undefined &&
  (value.timestamp !== undefined || typeof value.cwd === "string" || typeof value.version === "number");

const isMessage = (value: JsonObject): boolean =>
  value.type === "message" && isObject(value.message) && roles.has(value.message.role);

const summaries: ReadonlySet<unknown> = new Set(["compaction", "branch_summary", "custom_message", "context_edit"]);

/** A record of the tree, as a log begins with that was deleted while it was written. */
const isEntry = (value: JsonObject): boolean =>
  (isMessage(value) || bookkeeping.has(value.type) || summaries.has(value.type)) &&
  asText(value.id) !== undefined &&
  value.parentId !== undefined &&
  value.timestamp !== undefined;

const ownPlace = /[\\/]\.(?:pi|omp|openclaw|clawdbot|moltbot|coding-agent)[\\/]/;
const zstdMagic = [0x28, 0xb5, 0x2f, 0xfd];
const headRecords = 50;

const unsupported = (reason: string): Detection => ({ kind: "unsupported", reason });

const isCompressed = (head: SourceHead): boolean =>
  /\.jsonl\.(?:reset|deleted|bak)[^/\\]*\.zst$/.test(head.path) &&
  zstdMagic.every((byte, index) => head.bytes[index] === byte);

/** Whether a file is a log of this format, and why it cannot be decoded or holds nothing where it is. */
export const detect = (head: SourceHead): Detection | null => {
  if (isCompressed(head)) return unsupported("an OpenClaw log that was put aside compressed (zstd)");
  const records = head.records.filter((record) => !isTitleLine(record));
  const first = records[0];
  if (first === undefined) {
    return head.records.length > 0 && ownPlace.test(head.path)
      ? { kind: "empty", reason: "a title and no session" }
      : null;
  }
  if (first.v === 4 && first.kind === "header") return unsupported("Pi's short-lived storage version 4");
  const header = records.find(isHeader);
  if (header === undefined) {
    const isContinued = isEntry(first) && (ownPlace.test(head.path) || records.some(isMessage));
    return isContinued && !records.some((record) => record.type === "session_start") ? { kind: "yes" } : null;
  }
  const entries = records.filter((record) => record.type !== "session");
  if (isObject(header.config) || entries.some((record) => record.type === "event" && isObject(record.event))) {
    if (!entries.some(isMessage)) return unsupported("Pi's event log of August 2025");
  }
  if (header !== first && !isRecord(first)) return null;
  if (head.records.length < headRecords && entries.every((record) => bookkeeping.has(record.type))) {
    return { kind: "empty", reason: entries.length === 0 ? "a header and no records" : "no message, only settings" };
  }
  return { kind: "yes" };
};

/** Whether an object can stand as a record: what is recovered from a damaged line must look like one. */
export const isRecord = (value: JsonObject): boolean => {
  if (typeof value.type !== "string") return false;
  if (isHeader(value)) return true;
  if (isTitleLine(value)) return typeof value.title === "string" && asNumber(value.v) !== undefined;
  const isDated = typeof value.timestamp === "string" || typeof value.timestamp === "number";
  return (
    isDated &&
    (value.parentId !== undefined || isObject(value.message) || bookkeeping.has(value.type) || "summary" in value)
  );
};
