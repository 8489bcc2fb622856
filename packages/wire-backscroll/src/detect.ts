/** Owns telling our own logs from those of other programs, by content. */
import { asNumber, asText, type Detection, isObject, type JsonObject, type SourceHead } from "@backscroll/wire";
import { sessionVersion } from "./session-record.ts";

const headRecords = 50;

/** Other programs' headers have the type `session` too; ours says when it was made by `created_at`. */
export const isHeader = (value: JsonObject): boolean =>
  value.type === "session" &&
  value.seq_key === undefined &&
  asText(value.id) !== undefined &&
  asNumber(value.version) !== undefined &&
  asText(value.created_at) !== undefined;

const isEvent = (value: JsonObject): boolean =>
  value.seq_key !== undefined && asText(value.type) !== undefined && asText(value.time) !== undefined;

/** Whether an object can stand as a record of our log. */
export const isRecord = (value: JsonObject): boolean => isHeader(value) || (isEvent(value) && isObject(value.data));

const isConversation = (value: JsonObject): boolean =>
  /^(?:user|assistant|tool|context)\//.test(asText(value.type) ?? "");

/** Whether a file is a log of ours, and why it holds nothing or cannot be decoded where it is. */
export const detect = (head: SourceHead): Detection | null => {
  const header = head.records.find(isHeader);
  if (header === undefined && !head.records.some(isRecord)) return null;
  if (header !== undefined && (asNumber(header.version) as number) > sessionVersion) {
    return { kind: "unsupported", reason: `version ${header.version}, written by a newer Backscroll` };
  }
  if (head.records.length < headRecords && !head.records.some(isConversation)) {
    return { kind: "empty", reason: "no message yet" };
  }
  return { kind: "yes" };
};
