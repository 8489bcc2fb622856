/**
 * Owns the meaning of one record: its slots, from the record and what the state already knows. Changes nothing,
 * so that a stored address reads the same at any later time.
 */
import {
  asObject,
  asString,
  asText,
  eventTypes,
  isObject,
  type JsonObject,
  type RecordContext,
  type Slot,
  type SourceRecord,
} from "@backscroll/wire";
import { contentText } from "./content-text.ts";
import type { FoldEvidence } from "./fold-evidence.ts";
import { resolveAlias } from "./key-aliases.ts";
import type { PiState } from "./pi-state.ts";
import { messageSlots } from "./read-message.ts";
import { recordKey } from "./record-key.ts";
import { infoName, isTitleLine, slotTitle } from "./recorded-title.ts";
import { injectedSlot, logOnlySlot, type SlotBase } from "./slot-base.ts";
import { timeOf } from "./timestamp.ts";

const compactionSlot = (base: SlotBase, value: JsonObject, state: PiState): Slot => {
  const firstKept = asText(value.firstKeptEntryId);
  const index =
    firstKept === undefined && typeof value.firstKeptEntryIndex === "number" ? value.firstKeptEntryIndex : null;
  const evidence: FoldEvidence = {
    ...asObject(base.evidence),
    ...(firstKept === undefined ? {} : { compaction: true }),
    ...(index === null ? {} : { index, slotless: [...state.slotless] }),
  };
  return {
    ...base,
    type: eventTypes.contextCompaction,
    role: "context",
    text: asString(value.summary) ?? "",
    ...(firstKept === undefined ? {} : { references: [resolveAlias(state.aliases, firstKept)] }),
    ...(Object.keys(evidence).length === 0 ? {} : { evidence }),
  };
};

/** The record that a label or an edit is about. */
const targetOf = (value: JsonObject, state: PiState): string[] => {
  const target = asText(value.targetId);
  return target === undefined ? [] : [resolveAlias(state.aliases, target)];
};

const editSlot = (base: SlotBase, value: JsonObject, state: PiState, context: RecordContext): Slot => {
  const target = targetOf(value, state);
  const replaces = isObject(value.replacement);
  const evidence: FoldEvidence = { ...asObject(base.evidence), edit: replaces ? "replace" : "remove" };
  const links = { evidence, references: target, sources: target };
  return replaces
    ? {
        ...base,
        ...links,
        type: "pi/context_edit",
        role: "context",
        text: contentText(asObject(value.replacement).content, context),
      }
    : { ...logOnlySlot(base, "context_edit"), ...links };
};

/** The parent that a record names: undefined where it names none and so follows the one before it. */
const parentOf = (value: JsonObject, state: PiState): string | null | undefined => {
  if (value.parentId === undefined) return undefined;
  const parent = asText(value.parentId);
  if (parent === undefined || parent === value.id) return null;
  return resolveAlias(state.aliases, parent);
};

/** True for records that stand outside the tree and take no slot. */
export const isSlotless = (value: JsonObject): boolean => value.type === "session";

export const readRecord = (state: PiState, record: SourceRecord, context: RecordContext): Slot[] => {
  const { value } = record;
  if (isSlotless(value)) return [];
  if (isTitleLine(value)) {
    const evidence: FoldEvidence = { title: true };
    return [
      {
        key: "title",
        type: eventTypes.sessionTitle,
        role: null,
        createdAt: timeOf(value.updatedAt),
        text: slotTitle(value)?.text ?? "",
        logOnly: true,
        pointer: "",
        parent: null,
        evidence,
      },
    ];
  }
  const parent = parentOf(value, state);
  const self: FoldEvidence | undefined =
    asText(value.id) !== undefined && value.parentId === value.id ? { self: true } : undefined;
  const base: SlotBase = {
    key: recordKey(record),
    createdAt: timeOf(value.timestamp) ?? timeOf(asObject(value.message).timestamp),
    pointer: "",
    ...(parent === undefined ? {} : { parent }),
    ...(self === undefined ? {} : { evidence: self }),
  };
  switch (value.type) {
    case "message":
      return messageSlots(base, asObject(value.message), state, context);
    case "custom_message":
      return [injectedSlot(base, contentText(value.content, context))];
    case "compaction":
      return [compactionSlot(base, value, state)];
    case "branch_summary":
      return [{ ...base, type: "pi/branch_summary", role: "context", text: asString(value.summary) ?? "" }];
    case "context_edit":
      return [editSlot(base, value, state, context)];
    case "session_info":
      return [{ ...base, type: eventTypes.sessionTitle, role: null, text: infoName(value), logOnly: true }];
    case "label":
      return [{ ...logOnlySlot(base, "label", asString(value.label) ?? ""), sources: targetOf(value, state) }];
    default:
      return [logOnlySlot(base, asString(value.type) ?? "unknown")];
  }
};
