/** Owns what reading a record changes in the decoder's memory, and the links that depend on what came before it. */
import {
  asNumber,
  asObject,
  asText,
  eventTypes,
  type JsonObject,
  type RecordContext,
  type Slot,
  type SourceRecord,
} from "@backscroll/wire";
import { advanceTitle } from "./branch-title.ts";
import { evidenceOf, type FoldEvidence } from "./fold-evidence.ts";
import { addAlias } from "./key-aliases.ts";
import { closeCall, openCall, placeRecord } from "./open-calls.ts";
import { addFlag, type PiState } from "./pi-state.ts";
import { isSlotless, readRecord } from "./read-record.ts";
import { headerTitle, infoName, isTitleLine, slotTitle } from "./recorded-title.ts";
import { timeOf } from "./timestamp.ts";
import { promptOf } from "./user-text.ts";

const slotlessLimit = 32;
const orphanLimit = 16;
const currentVersion = 3;

const takeHeader = (state: PiState, value: JsonObject, ordinal: number): void => {
  if (state.slotless.length < slotlessLimit) state.slotless.push(ordinal);
  const id = asText(value.id);
  if (id === undefined || state.header !== null) {
    addFlag(state, id === undefined ? "invalid-header" : "repeated-header");
    return;
  }
  if ((asNumber(value.version) ?? 1) > currentVersion) addFlag(state, "newer-version");
  state.header = {
    id,
    cwd: asText(value.cwd) ?? null,
    createdAt: timeOf(value.timestamp),
    title: headerTitle(value),
    parent: asText(value.parentSession) ?? asText(value.branchedFrom) ?? null,
  };
};

/** Slots with the names by which calls and results find each other on the branch. */
const pair = (state: PiState, record: JsonObject, slots: readonly Slot[], parent: string | null): Slot[] => {
  const key = slots[0]?.key ?? "";
  return slots.map((slot) => {
    if (slot.callId !== undefined) {
      return { ...slot, callId: openCall(state.calls, slot.callId, slot.tool?.name ?? null, key) };
    }
    if (slot.resultOf === undefined) return slot;
    const named = asText(asObject(record.message).toolName) !== undefined;
    return { ...slot, resultOf: closeCall(state.calls, slot.resultOf, parent, !named) };
  });
};

/** The record's first slot with references to the earlier records that already named it as parent. */
const adopt = (state: PiState, slot: Slot): Slot => {
  const children = state.orphans.filter(([, parent]) => parent === slot.key).map(([record]) => record);
  if (children.length === 0) return slot;
  state.orphans = state.orphans.filter(([, parent]) => parent !== slot.key);
  const evidence: FoldEvidence = { ...evidenceOf(slot.evidence), children: children.length };
  return { ...slot, references: [...(slot.references ?? []), ...children], evidence };
};

const rememberOrphan = (state: PiState, slot: Slot, context: RecordContext): void => {
  if (typeof slot.parent !== "string" || context.laneOf(slot.parent) !== undefined) return;
  state.orphans.push([slot.key, slot.parent]);
  if (state.orphans.length > orphanLimit) state.orphans.shift();
};

export const decodeRecord = (state: PiState, record: SourceRecord, context: RecordContext): readonly Slot[] => {
  const { value } = record;
  if (isSlotless(value)) {
    takeHeader(state, value, record.ordinal);
    return [];
  }
  const slots = readRecord(state, record, context);
  const first = slots[0];
  if (first === undefined) return [];
  if (isTitleLine(value)) {
    state.titleSlot = slotTitle(value);
    return slots;
  }
  const parent = first.parent === undefined ? state.last : first.parent;
  const { key } = first;
  const id = asText(value.id);
  if (id !== undefined && id !== key) addAlias(state.aliases, id, key);
  advanceTitle(state.branchTitle, key, first.parent, value.type === "session_info" ? infoName(value) : undefined);
  if (value.type === "session_init") state.subagent = true;
  if (first.type === eventTypes.userMessage) state.firstPrompt ??= promptOf(first.text);
  state.firstTime ??= first.createdAt;
  rememberOrphan(state, first, context);
  // A title line is no parent of what follows it, so the parent is always named.
  const adopted = { ...adopt(state, first), parent };
  const paired = pair(state, value, [adopted, ...slots.slice(1)], parent);
  placeRecord(state.calls, key, parent);
  state.last = key;
  return paired;
};
