/**
 * Owns the identity of a record: its own id, or for records that were written without one a key derived from
 * their content, which the program leaves as it is when it later gives them random ids.
 */
import { createHash } from "node:crypto";
import { asString, asText, hasLargeMark, isObject, type JsonObject, type SourceRecord } from "@backscroll/wire";
import { timeOf } from "./timestamp.ts";

const addedByMigration: ReadonlySet<string> = new Set(["id", "parentId", "firstKeptEntryIndex", "firstKeptEntryId"]);

// Marks of large strings differ from run to run, so they cannot be part of an identity.
const contentHash = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value, (_, item: unknown) => (typeof item === "string" && hasLargeMark(item) ? "" : item)))
    .digest("hex")
    .slice(0, 16);

/** True where a migration gave an existing record its id: ids then stand last, else they stand before the time. */
const wasMigrated = (value: JsonObject): boolean => {
  const names = Object.keys(value);
  if (names[names.length - 1] === "firstKeptEntryId") names.pop();
  return names.pop() === "parentId" && names.pop() === "id" && names.includes("timestamp");
};

const derivedKey = (record: SourceRecord): string => {
  const { value } = record;
  if (isObject(value.message)) {
    const role = asString(value.message.role) ?? "";
    const message = { ...value.message, role: role === "hookMessage" ? "custom" : role };
    const time = timeOf(value.message.timestamp) ?? timeOf(value.timestamp) ?? record.ordinal;
    return `${message.role}:${time}:${contentHash(message)}`;
  }
  const content = Object.fromEntries(Object.entries(value).filter(([name]) => !addedByMigration.has(name)));
  return `${asString(value.type) ?? ""}:${timeOf(value.timestamp) ?? record.ordinal}:${contentHash(content)}`;
};

/** The record's key: by itself the same wherever and whenever the record is read. */
export const recordKey = (record: SourceRecord): string => {
  const id = asText(record.value.id);
  return id === undefined || wasMigrated(record.value) ? derivedKey(record) : id;
};
