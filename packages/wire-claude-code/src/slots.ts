/**
 * Owns the slots of a line from the line alone: what each family becomes, its role and its text. Does not own
 * what earlier lines decide (lanes, names of calls), which is handed in.
 */
import {
  asObject,
  asString,
  asText,
  eventTypes,
  type Json,
  type JsonObject,
  keyHash,
  type RecordContext,
  type Slot,
} from "@backscroll/wire";
import { attachmentTexts, isNotification, isQueuedPrompt } from "./attachment.ts";
import { contentOf, contentText, contentTexts } from "./content-text.ts";
import { isLinked, isPassing, keyOf, kindOf, parentOf, timeOf } from "./line.ts";
import { speakerOf, teammateIn } from "./prompt.ts";
import { textBeyond } from "./result-twin.ts";
import { titleIn } from "./titles.ts";
import { bareCallSlot, bareResultSlot, type CallNames, callSlots, resultSlots, type SlotBase } from "./tool-slots.ts";

/** Groups of lines that end no branch: rows about the session, and lines that the chain only passes through. */
export const bookkeepingGroup = "bookkeeping";
export const passingGroup = "passing";

/** What `fold` needs of a line besides its links. A type alias, so that it is plain JSON. */
export type LineEvidence = {
  /** A line that no branch ends in: a teammate's, a briefing, a repeat of an earlier line. */
  readonly aside?: true;
  /** A prompt that was queued while the agent worked. */
  readonly queued?: true;
  /** The first references are what a compaction kept: an anchor and the kept lines, or the ends of their run. */
  readonly preserved?: "list" | "segment";
  /** Number of the references that `preserved` takes. */
  readonly preservedCount?: number;
  /** Hashes of the ids of calls whose results were replaced in context; further references were cleared alike. */
  readonly replaced?: readonly number[];
  /** Number of the last references: earlier lines that named this one as parent before it was written. */
  readonly adopts?: number;
};

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

const preservedIn = (value: JsonObject): Pick<Slot, "references" | "evidence"> => {
  const metadata = asObject(value.compactMetadata);
  const list = asObject(metadata.preservedMessages);
  const kept = strings(list.uuids);
  // An unknown anchor is a name that no line has.
  if (kept.length > 0) {
    const references = [asText(list.anchorUuid) ?? "", ...kept];
    return { references, evidence: { preserved: "list", preservedCount: references.length } };
  }
  const segment = asObject(metadata.preservedSegment);
  const [head, tail] = [asText(segment.headUuid), asText(segment.tailUuid)];
  if (head === undefined || tail === undefined) return {};
  return {
    references: [asText(segment.anchorUuid) ?? "", head, tail],
    evidence: { preserved: "segment", preservedCount: 3 },
  };
};

/** Ids of the calls whose results a line says were replaced, and uuids of what else it cleared. */
const replacedIn = (value: JsonObject): Pick<Slot, "references" | "evidence"> => {
  const metadata = asObject(value.microcompactMetadata);
  const replacements = Array.isArray(value.replacements) ? value.replacements : [];
  const calls = [
    ...replacements.flatMap((item) => asText(asObject(item).toolUseId) ?? asText(asObject(item).tool_use_id) ?? []),
    ...strings(metadata.compactedToolIds),
  ];
  const references = [
    ...strings(metadata.clearedAttachmentUUIDs),
    ...strings(asObject(value.snipMetadata).removedUuids),
  ];
  if (calls.length === 0 && references.length === 0) return {};
  return { evidence: { replaced: calls.map(keyHash) }, ...(references.length === 0 ? {} : { references }) };
};

const rowSlot = (value: JsonObject, base: SlotBase): Slot => {
  const title = titleIn(value);
  return {
    ...base,
    type: title === null ? `claude-code/${kindOf(value)}` : eventTypes.sessionTitle,
    role: null,
    text: title?.title ?? "",
    logOnly: true,
    pointer: "",
    group: isLinked(value) && isPassing(value) ? passingGroup : bookkeepingGroup,
    ...(kindOf(value) === "content-replacement" ? replacedIn(value) : {}),
  };
};

const spokenTypes = {
  person: { type: eventTypes.userMessage, role: "user" },
  program: { type: eventTypes.contextInjected, role: "context" },
  compaction: { type: eventTypes.contextCompaction, role: "context" },
} as const;

const aside = (is: boolean): { readonly evidence?: Json } => (is ? { evidence: { aside: true } } : {});

const isTeammate = (value: JsonObject): boolean =>
  asText(value.teamName) !== undefined && asText(value.agentName) !== undefined;

const userSlots = (value: JsonObject, base: SlotBase, names: CallNames, context: RecordContext): Slot[] => {
  const texts = contentTexts(contentOf(value), context);
  const text = texts.join("\n");
  const marks = aside(isTeammate(value) || /^\s*<fork-boilerplate>/.test(text));
  const results = resultSlots(value, base, names, context, text, 0);
  if (results.length > 0) return results.map((slot) => ({ ...slot, ...marks }));
  const beyond = textBeyond(value.toolUseResult, text);
  const author = teammateIn(texts);
  return [
    {
      ...base,
      ...spokenTypes[speakerOf(value, texts)],
      text: beyond === "" ? text : `${text}\n${beyond}`,
      pointer: "",
      ...(author === undefined ? {} : { author }),
      ...marks,
    },
  ];
};

const assistantSlots = (value: JsonObject, base: SlotBase, names: CallNames, context: RecordContext): Slot[] => {
  const id = asText(asObject(value.message).id);
  const group = id === undefined ? {} : { group: id };
  const message: Slot = {
    ...base,
    type: eventTypes.assistantMessage,
    role: "assistant",
    text: contentText(contentOf(value), context),
    pointer: "",
    ...group,
    ...aside(isTeammate(value)),
  };
  const calls = callSlots(value, base, group);
  return [message, ...calls, ...resultSlots(value, base, names, context, "", 1 + calls.length)];
};

const attachmentSlot = (value: JsonObject, base: SlotBase, context: RecordContext): Slot => {
  const texts = attachmentTexts(value, context);
  const isPrompt = isQueuedPrompt(value) && !isNotification(value, texts) && speakerOf(value, texts) === "person";
  return {
    ...base,
    ...spokenTypes[isPrompt ? "person" : "program"],
    text: texts.join("\n"),
    pointer: "",
    ...(isQueuedPrompt(value) ? { evidence: { queued: true } } : {}),
  };
};

const systemText = (value: JsonObject): string =>
  asString(value.content) ?? asText(asObject(value.error).message) ?? asText(value.error) ?? "";

/** The line that the compacted context ended with. */
const tailOf = (value: JsonObject): Pick<Slot, "sources"> => {
  const tail = asText(value.logicalParentUuid);
  return tail === undefined ? {} : { sources: [tail] };
};

const systemSlot = (value: JsonObject, base: SlotBase, context: RecordContext): Slot => {
  const subtype = asText(value.subtype);
  if (subtype === "voice_call_talk" || subtype === "local_command") {
    const speaker = subtype === "local_command" ? "program" : "person";
    return { ...base, ...spokenTypes[speaker], text: contentText(value.content, context), pointer: "" };
  }
  return {
    ...base,
    type: `claude-code/${subtype ?? "system"}`,
    role: null,
    text: systemText(value),
    logOnly: true,
    pointer: "",
    ...(subtype === "compact_boundary" ? { ...preservedIn(value), ...tailOf(value) } : replacedIn(value)),
  };
};

const familySlots = (value: JsonObject, base: SlotBase, names: CallNames, context: RecordContext): Slot[] => {
  switch (kindOf(value)) {
    case "user":
      return userSlots(value, base, names, context);
    case "assistant":
      return assistantSlots(value, base, names, context);
    case "attachment":
      return [attachmentSlot(value, base, context)];
    case "system":
      return [systemSlot(value, base, context)];
    case "tool_use":
      return [bareCallSlot(value, base)];
    case "tool_result":
      return [bareResultSlot(value, base, names, context)];
    default:
      return [rowSlot(value, base)];
  }
};

/** The member under which a web export wraps its lines. */
export const exportMember = "loglines";

const copyOf = (value: JsonObject): { readonly session: string; readonly key: string } | undefined => {
  const source = asObject(value.forkedFrom);
  const [session, key] = [asText(source.sessionId), asText(source.messageUuid)];
  return session === undefined || key === undefined ? undefined : { session, key };
};

/**
 * The slots of a line of the named file. `names` knows earlier calls. An export's own members are its header and
 * take none.
 */
export const slotsOf = (value: JsonObject, file: string, names: CallNames, context: RecordContext): Slot[] => {
  if (exportMember in value) return [];
  const key = keyOf(value, file);
  const parent = isLinked(value) ? parentOf(value) : undefined;
  const author = asText(value.teamName) === undefined ? undefined : asText(value.agentName);
  const base: SlotBase = {
    key,
    createdAt: timeOf(value),
    ...(parent === undefined ? {} : { parent }),
    ...(author === undefined ? {} : { author }),
  };
  const slots = familySlots(value, base, names, context);
  const copied = copyOf(value);
  if (copied === undefined) return slots;
  return slots.map((slot) => ({
    ...slot,
    copiedFrom: { session: copied.session, key: copied.key + slot.key.slice(key.length) },
  }));
};
