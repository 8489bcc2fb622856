/** Owns the meaning of a `message` record, by its message's role. Changes nothing. */
import {
  asArray,
  asObject,
  asString,
  asText,
  eventTypes,
  isObject,
  isOwnTool,
  type Json,
  type JsonObject,
  jsonText,
  type RecordContext,
  type Slot,
} from "@backscroll/wire";
import { attachmentsText, contentText } from "./content-text.ts";
import type { FoldEvidence } from "./fold-evidence.ts";
import { callName } from "./open-calls.ts";
import type { PiState } from "./pi-state.ts";
import { injectedSlot, logOnlySlot, type SlotBase } from "./slot-base.ts";
import { commandFacts, resultFacts } from "./tool-result.ts";
import { isExpansion } from "./user-text.ts";

const callSlots = (base: SlotBase, content: Json | undefined): Slot[] => {
  const slots: Slot[] = [];
  asArray(content).forEach((item, index) => {
    const block = asObject(item);
    if (block.type !== "toolCall") return;
    const id = asText(block.id);
    const recorded = block.arguments;
    slots.push({
      key: `${base.key}/${slots.length + 1}`,
      createdAt: base.createdAt,
      type: eventTypes.toolCall,
      role: "tool",
      text: "",
      pointer: `/message/content/${index}`,
      tool: {
        name: asText(block.name) ?? null,
        arguments: recorded === undefined || recorded === null ? null : jsonText(recorded),
      },
      ...(id === undefined ? {} : { callId: id }),
    });
  });
  return slots;
};

const assistantSlots = (base: SlotBase, message: JsonObject, context: RecordContext): Slot[] => {
  const text = contentText(message.content, context);
  const error = message.stopReason === "error" ? asText(message.errorMessage) : undefined;
  return [
    {
      ...base,
      type: eventTypes.assistantMessage,
      role: "assistant",
      text: error === undefined ? text : text === "" ? error : `${text}\n${error}`,
    },
    ...callSlots(base, message.content),
  ];
};

const resultSlot = (base: SlotBase, message: JsonObject, state: PiState, context: RecordContext): Slot => {
  const text = contentText(message.content, context);
  const id = asText(message.toolCallId);
  const tool = resultFacts(message, text, id === undefined ? null : callName(state.calls, id));
  return {
    ...base,
    type: eventTypes.toolResult,
    role: "tool",
    text,
    tool,
    ...(id === undefined ? {} : { resultOf: id }),
    ...(isOwnTool(tool.name) ? { echo: true } : {}),
  };
};

const commandSlot = (base: SlotBase, message: JsonObject): Slot => {
  const command = asString(message.command) ?? "";
  const output = asString(message.output) ?? "";
  const slot = {
    ...base,
    type: "pi/bashExecution",
    text: output === "" ? `$ ${command}` : `$ ${command}\n${output}`,
    tool: { ...commandFacts(message), arguments: command },
  };
  return message.excludeFromContext === true ? { ...slot, role: null, logOnly: true } : { ...slot, role: "tool" };
};

const systemText = (message: JsonObject, context: RecordContext): string =>
  [contentText(message.content, context), ...Object.values(asObject(message.sections))]
    .filter((part): part is string => typeof part === "string" && part !== "")
    .join("\n");

const mentionedFiles = (message: JsonObject, context: RecordContext): string =>
  asArray(message.files)
    .map((item) => {
      const file = asObject(item);
      const image = isObject(file.image) ? contentText([{ type: "image", ...file.image }], context) : "";
      return [asString(file.path) ?? "", contentText(file.content, context), image]
        .filter((part) => part !== "")
        .join("\n");
    })
    .join("\n");

const userSlot = (base: SlotBase, message: JsonObject, context: RecordContext): Slot => {
  const content = contentText(message.content, context);
  const text = [content, ...attachmentsText(message.attachments, context)].filter((part) => part !== "").join("\n");
  return isExpansion(text) ? injectedSlot(base, text) : { ...base, type: eventTypes.userMessage, role: "user", text };
};

/** The slots of a `message` record. */
export const messageSlots = (base: SlotBase, message: JsonObject, state: PiState, context: RecordContext): Slot[] => {
  const role = asString(message.role);
  switch (role) {
    case "user":
      return [userSlot(base, message, context)];
    case "assistant":
      return assistantSlots(base, message, context);
    case "toolResult":
      return [resultSlot(base, message, state, context)];
    case "system": {
      const evidence: FoldEvidence = { ...asObject(base.evidence), system: true };
      return [injectedSlot({ ...base, evidence }, systemText(message, context))];
    }
    case "custom":
    case "hookMessage":
      return [injectedSlot(base, contentText(message.content, context))];
    case "fileMention":
      return [injectedSlot(base, mentionedFiles(message, context))];
    case "bashExecution":
      return [commandSlot(base, message)];
    case "branchSummary":
    case "compactionSummary":
      return [injectedSlot(base, asString(message.summary) ?? "")];
    default:
      return [logOnlySlot(base, role ?? "message", contentText(message.content, context))];
  }
};
