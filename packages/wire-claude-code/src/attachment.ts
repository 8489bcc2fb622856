/**
 * Owns attachment lines: prompts that a person queued while the agent worked, and all that programs attach
 * (hook output, reminders, listings, edited files).
 */
import { asObject, asText, type JsonObject, type RecordContext } from "@backscroll/wire";
import { contentTexts } from "./content-text.ts";
import { stringsOf } from "./value-text.ts";

/** Members of an attachment that name things; the rest is its text. */
const attachmentNames: ReadonlySet<string> = new Set([
  "type",
  "toolUseID",
  "source_uuid",
  "hookEvent",
  "commandMode",
  "base64",
  "data",
  "origin",
]);

export const isQueuedPrompt = (value: JsonObject): boolean => asObject(value.attachment).type === "queued_command";

/** Texts of an attachment: a queued prompt's blocks, else every string in it, each once. */
export const attachmentTexts = (value: JsonObject, context: RecordContext): string[] => {
  const attachment = asObject(value.attachment);
  if (isQueuedPrompt(value)) return contentTexts(attachment.prompt ?? attachment.content, context);
  const texts: string[] = [];
  for (const text of stringsOf(attachment, attachmentNames)) {
    if (!texts.some((other) => other.includes(text.trim()))) texts.push(text);
  }
  return texts;
};

/** Whether queued text is a program's notice and no prompt. */
export const isNotification = (value: JsonObject, texts: readonly string[]): boolean =>
  asText(asObject(value.attachment).commandMode) === "task-notification" ||
  texts.some((text) => text.includes("<task-notification>"));
