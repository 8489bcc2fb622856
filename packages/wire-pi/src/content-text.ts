/** Owns the readable text of message content: text blocks and stand-ins for media, never thinking or calls. */
import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  type RecordContext,
} from "@backscroll/wire";

const blobPrefix = "blob:sha256:";
const withoutText: ReadonlySet<string> = new Set(["thinking", "redacted_thinking", "toolCall"]);

const mediaText = (kind: string, mediaType: string | undefined, data: string, context: RecordContext): string => {
  const type = mediaType ?? "application/octet-stream";
  return data.startsWith(blobPrefix)
    ? `[${kind} ${type}, stored apart, sha256:${data.slice(blobPrefix.length, blobPrefix.length + 16)}]`
    : context.media(kind, type, data);
};

const imageText = (block: JsonObject, context: RecordContext): string => {
  const source = asObject(block.source);
  const data = asString(block.data) ?? asString(source.data);
  return data === undefined
    ? "[image]"
    : mediaText("image", asString(block.mimeType) ?? asString(source.media_type), data, context);
};

const blockText = (block: Json, context: RecordContext): string | undefined => {
  if (typeof block === "string") return block;
  if (!isObject(block)) return undefined;
  if (block.type === "image") return imageText(block, context);
  return withoutText.has(asString(block.type) ?? "") ? undefined : asString(block.text);
};

/** Text of `content`, a string or blocks; a line break between blocks. */
export const contentText = (content: Json | undefined, context: RecordContext): string => {
  if (typeof content === "string") return content;
  return asArray(content)
    .flatMap((block) => blockText(block, context) ?? [])
    .join("\n");
};

/** Text of the attachments that user messages carried beside their content in 2025. */
export const attachmentsText = (attachments: Json | undefined, context: RecordContext): string[] =>
  asArray(attachments).flatMap((item) => {
    const attachment = asObject(item);
    const data = asString(attachment.content);
    const media =
      data === undefined
        ? []
        : [mediaText(asString(attachment.type) ?? "attachment", asString(attachment.mimeType), data, context)];
    const extracted = asString(attachment.extractedText);
    return extracted === undefined ? media : [...media, extracted];
  });
