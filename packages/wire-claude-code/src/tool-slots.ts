/** Owns the slots of calls and results: names, arguments, outputs, status, truncation. */
import {
  asObject,
  asText,
  eventTypes,
  isOwnTool,
  type Json,
  type JsonObject,
  jsonText,
  type RecordContext,
  type Slot,
  type ToolFacts,
  type ToolStatus,
} from "@backscroll/wire";
import { blocksOf, contentPointer, contentText, isCallBlock, isResultBlock } from "./content-text.ts";
import { textBeyond, truncationIn } from "./result-twin.ts";

/** What all slots of a line share. */
export type SlotBase = Pick<Slot, "key" | "createdAt"> & Partial<Pick<Slot, "parent" | "lane" | "author">>;

const argumentsOf = (input: Json | undefined): string | null =>
  input === undefined || input === null ? null : jsonText(input);

const callSlot = (base: SlotBase, block: JsonObject, key: string, pointer: string): Slot => {
  const callId = asText(block.id) ?? asText(block.tool_use_id) ?? asText(block.toolUseID);
  return {
    ...base,
    key,
    type: eventTypes.toolCall,
    role: "tool",
    text: "",
    pointer,
    tool: { name: asText(block.name) ?? null, arguments: argumentsOf(block.input ?? block.arguments) },
    ...(callId === undefined ? {} : { callId }),
  };
};

/** The calls in an assistant line, in order. `group` is the message that they belong to. */
export const callSlots = (value: JsonObject, base: SlotBase, group: { readonly group?: string }): Slot[] => {
  const calls = blocksOf(value).filter(({ block }) => isCallBlock(block));
  const names = new Set<string>();
  return calls.map(({ block, index }) => {
    const id = asText(block.id);
    const name = id === undefined || names.has(id) ? String(index) : id;
    names.add(name);
    return { ...callSlot(base, block, `${base.key}/${name}`, `${contentPointer(value)}/${index}`), ...group };
  });
};

/** A line that is itself a call. */
export const bareCallSlot = (value: JsonObject, base: SlotBase): Slot => callSlot(base, value, base.key, "");

/** The name of a call by its id, null where it is not known. */
export type CallNames = (callId: string) => string | null;

const statusOf = (block: JsonObject, twin: unknown): ToolStatus => {
  const facts = asObject(twin);
  if (block.is_error === true || facts.is_error === true) return "error";
  return facts.interrupted === true ? "unfinished" : "ok";
};

interface Result {
  readonly block: JsonObject;
  readonly key: string;
  readonly pointer: string;
  /** The line's structured twin, on the result that it belongs to. */
  readonly twin: unknown;
  /** Text of the line outside its results. */
  readonly beside: string;
}

const resultSlot = (base: SlotBase, result: Result, names: CallNames, context: RecordContext): Slot => {
  const { block, twin } = result;
  const callId = asText(block.tool_use_id) ?? asText(block.id) ?? asText(block.toolUseID);
  const name = asText(block.name) ?? (callId === undefined ? null : names(callId));
  const content = contentText(block.content ?? block.output, context);
  const text = [content, textBeyond(twin, content), result.beside].filter((part) => part !== "").join("\n");
  const tool: ToolFacts = { name, status: statusOf(block, twin), ...truncationIn(twin, content) };
  return {
    ...base,
    key: result.key,
    type: eventTypes.toolResult,
    role: "tool",
    text,
    pointer: result.pointer,
    tool,
    // The id stands as group too, so that the fold finds the result that a later line replaced in context.
    ...(callId === undefined ? {} : { resultOf: callId, group: callId }),
    ...(isOwnTool(name) ? { echo: true as const } : {}),
  };
};

/**
 * The results in a line, in order. What the line says besides goes to the last one, as does the structured twin,
 * which never says to which of several it belongs. `from` is the number of slots that the line already has.
 */
export const resultSlots = (
  value: JsonObject,
  base: SlotBase,
  names: CallNames,
  context: RecordContext,
  besides: string,
  from: number,
): Slot[] => {
  const results = blocksOf(value).filter(({ block }) => isResultBlock(block));
  return results.map(({ block, index }, order) => {
    const isLast = order === results.length - 1;
    const key = from + order === 0 ? base.key : `${base.key}/${index}`;
    return resultSlot(
      base,
      {
        block,
        key,
        pointer: `${contentPointer(value)}/${index}`,
        twin: isLast ? value.toolUseResult : undefined,
        beside: isLast ? besides : "",
      },
      names,
      context,
    );
  });
};

/** A line that is itself a result. */
export const bareResultSlot = (value: JsonObject, base: SlotBase, names: CallNames, context: RecordContext): Slot =>
  resultSlot(base, { block: value, key: base.key, pointer: "", twin: value.toolUseResult, beside: "" }, names, context);
