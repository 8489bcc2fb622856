/**
 * Owns the one deterministic document of an event. Search, previews and reads all use it; positions in it
 * count Unicode code points.
 */
import { eventTypes, type NestedCalls, type Slot, type ToolFacts } from "./event.ts";

/** Separates a tool event's call from its output. */
export const outputSeparator = "--- output ---";

/** The first line of a tool event: its name and its arguments verbatim. */
export const callText = (tool: ToolFacts | undefined): string => {
  const name = tool?.name ?? "(unnamed tool)";
  return tool?.arguments === undefined || tool.arguments === null
    ? `${name} (arguments not recorded)`
    : `${name} ${tool.arguments}`;
};

const nestedText = (nested: NestedCalls): string => {
  const lines = nested.calls.map((call) => {
    const parts = [call.id, call.name, call.status ?? "status not recorded"];
    if (call.durationMs !== null) parts.push(`${call.durationMs} ms`);
    if (call.error !== null) parts.push(`error: ${call.error}`);
    if (call.arguments !== null) parts.push(call.arguments);
    else if (call.argumentsBytes !== null) parts.push(`(arguments of ${call.argumentsBytes} bytes not recorded)`);
    else parts.push("(arguments not recorded)");
    return parts.join(" ");
  });
  return [
    `--- nested calls (${nested.complete ? "complete" : "incomplete"}, ${nested.calls.length}) ---`,
    ...lines,
  ].join("\n");
};

/** The output part of a tool event's document: the output, then its nested calls. */
export const resultText = (result: Slot): string => {
  const nested = result.tool?.nestedCalls;
  return nested === undefined ? result.text : `${result.text}${result.text === "" ? "" : "\n"}${nestedText(nested)}`;
};

const escapes = /\\(?:u([0-9a-fA-F]{4})|([^u]))/g;
const escaped: Readonly<Record<string, string>> = { b: " ", f: " ", n: "\n", r: "\n", t: "\t" };

/** Whether arguments are JSON text, be it cut off, and not a text of their own that a tool takes as it is. */
const isJsonText = (text: string): boolean => {
  if (/^\s*[{[]\s*["{}\]]/.test(text)) return true;
  if (!/^\s*["[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** JSON text with the escapes in its strings read, so that the word after a line break begins a word. */
const readEscapes = (text: string): string =>
  text.includes("\\") && isJsonText(text)
    ? text.replace(escapes, (_, code: string | undefined, character: string) =>
        code === undefined ? (escaped[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** The text by which one slot alone is found: a call's line with its arguments' escapes read, a result's output, else its text. */
export const slotText = (slot: Slot): string => {
  if (slot.type === eventTypes.toolCall) {
    const recorded = slot.tool?.arguments;
    return callText(recorded == null ? slot.tool : ({ ...slot.tool, arguments: readEscapes(recorded) } as ToolFacts));
  }
  if (slot.type === eventTypes.toolResult) return resultText(slot);
  return slot.text;
};

/**
 * The document of an event: a paired execution's call and output for the call, an unpaired result with a mark
 * that its call is not recorded, else the slot's text.
 */
export const documentOf = (slot: Slot, result?: Slot): string => {
  if (slot.type === eventTypes.toolCall) {
    return result === undefined
      ? callText(slot.tool)
      : `${callText(slot.tool)}\n${outputSeparator}\n${resultText(result)}`;
  }
  if (slot.type === eventTypes.toolResult) {
    return `${slot.tool?.name ?? "(unnamed tool)"} (call not recorded here)\n${outputSeparator}\n${resultText(slot)}`;
  }
  return slot.text;
};
