/**
 * Owns telling what a person typed from what the program put into a user message: by the kinds and the provenance
 * that current versions record for each part, else by the wrappers that they write around injected text.
 */
import { asArray, asObject, asText, type Json, type JsonObject, type RecordContext } from "@backscroll/wire";
import { partText } from "./content-text.ts";
import { dropMarks } from "./marked-text.ts";

export interface MessagePart {
  readonly text: string;
  readonly injected: boolean;
}

/** Wrappers whose whole text the program wrote. Any tag with an underscore counts as one too. */
const wrapper = /^<([a-z][\w-]*)(?:\s[^>]*)?>[\s\S]*<\/\1>$/i;
const wrapperNames: ReadonlySet<string> = new Set(["instructions", "skill", "hook", "permissions", "personality"]);

const openings = [
  "# AGENTS.md instructions for ",
  "<user_instructions>",
  "<environment_context>",
  "<permissions instructions>",
  "Another language model started to solve this problem and produced a summary",
  "You have exceeded the maximum number of tokens, please start coding or summarise",
];

/** Where a large string has its middle left out, its beginning still tells. */
const isInjectedText = (text: string): boolean => {
  const trimmed = dropMarks(text).trim();
  if (openings.some((opening) => trimmed.startsWith(opening))) return true;
  const name = wrapper.exec(trimmed)?.[1]?.toLowerCase();
  return name !== undefined && (name.includes("_") || wrapperNames.has(name));
};

const recorded = (passthrough: JsonObject, index: number): boolean | undefined => {
  const kind = asText(asArray(passthrough.content_item_kinds)[index]);
  const provenance = asText(asObject(asObject(asArray(passthrough.content_item_metadata)[index]).provenance).type);
  if (provenance !== undefined) return provenance !== "user";
  return kind === undefined || kind === "unknown" ? undefined : !kind.startsWith("user.");
};

/** Parts of a message that have text, in order. */
export const messageParts = (message: JsonObject, context: RecordContext): readonly MessagePart[] => {
  const { content } = message;
  const passthrough = asObject(message.internal_chat_message_metadata_passthrough);
  const list: readonly Json[] = Array.isArray(content) ? content : content === undefined ? [] : [content];
  return list.flatMap((part, index) => {
    const text = partText(part, context);
    return text === undefined ? [] : [{ text, injected: recorded(passthrough, index) ?? isInjectedText(text) }];
  });
};
