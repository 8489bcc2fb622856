/**
 * Owns the readable text of message content: a string or a list of blocks. Thinking has none, calls and results
 * have their own slots, media become placeholders.
 */
import { asArray, asObject, asString, asText, isObject, type JsonObject, type RecordContext } from "@backscroll/wire";
import { stringsOf } from "./value-text.ts";

/** Members of a block that are no text of it. */
const blockBookkeeping: ReadonlySet<string> = new Set([
  "type",
  "id",
  "tool_use_id",
  "signature",
  "cache_control",
  "encrypted_content",
  "encrypted_index",
  "data",
]);

/** `tool_use`, `server_tool_use`, `mcp_tool_use`. */
export const isCallBlock = (block: JsonObject): boolean => asString(block.type)?.endsWith("tool_use") === true;

/** `tool_result`, `web_search_tool_result`, … */
export const isResultBlock = (block: JsonObject): boolean => asString(block.type)?.endsWith("tool_result") === true;

const mediaText = (kind: string, block: JsonObject, context: RecordContext): string => {
  const source = asObject(block.source);
  const title = asText(block.title);
  const data = asString(source.data) ?? asString(block.data);
  const mediaType = asText(source.media_type) ?? asText(block.mimeType) ?? "unknown type";
  let body: string;
  if (source.type === "text") body = data ?? "";
  else if (isObject(source.content) || Array.isArray(source.content)) body = contentText(source.content, context);
  else if (data !== undefined) body = context.media(kind, mediaType, data);
  else body = `[${kind} ${asText(source.url) ?? asText(source.file_id) ?? "not recorded"}]`;
  return title === undefined ? body : `${title}\n${body}`;
};

/** Text of one block; null for what has none or has a slot of its own. */
const blockText = (block: unknown, context: RecordContext): string | null => {
  if (typeof block === "string") return block;
  if (!isObject(block) || isCallBlock(block) || isResultBlock(block)) return null;
  switch (block.type) {
    case "text":
      return asString(block.text) ?? null;
    case "thinking":
    case "redacted_thinking":
      return null;
    case "image":
    case "document":
    case "audio":
    case "video":
      return mediaText(block.type, block, context);
    case "tool_reference":
      return asText(block.tool_name) ?? null;
    default:
      return stringsOf(block, blockBookkeeping).join("\n") || null;
  }
};

/** Texts of the blocks that have one, in order. */
export const contentTexts = (content: unknown, context: RecordContext): string[] =>
  (Array.isArray(content) ? content : [content]).flatMap((block) => blockText(block, context) ?? []);

export const contentText = (content: unknown, context: RecordContext): string =>
  contentTexts(content, context).join("\n");

/** The content of a line: in its message, in older and other lines beside it. */
export const contentOf = (value: JsonObject): unknown =>
  isObject(value.message) ? value.message.content : (value.content ?? value.message);

/** JSON pointer of the content that `contentOf` gives. */
export const contentPointer = (value: JsonObject): string =>
  isObject(value.message) ? "/message/content" : "/content";

/** The blocks of a line's content with their positions. */
export const blocksOf = (value: JsonObject): readonly { readonly block: JsonObject; readonly index: number }[] =>
  asArray(contentOf(value)).flatMap((block, index) => (isObject(block) ? [{ block, index }] : []));
