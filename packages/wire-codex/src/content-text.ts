/** Owns the readable text of message content: text parts and stand-ins for media. */
import {
  asArray,
  asObject,
  asString,
  asText,
  hasLargeMark,
  isObject,
  type Json,
  type JsonObject,
  type RecordContext,
} from "@backscroll/wire";

const kindOf = (type: string): string | undefined => {
  if (/image/i.test(type)) return "image";
  if (/audio/i.test(type)) return "audio";
  return /file/i.test(type) ? "file" : undefined;
};

/** Stands for what a URL holds or names; a data URL's content is told by type, size and hash. */
export const mediaText = (kind: string, url: string, context: RecordContext): string =>
  // A URL that is too large to hold is a data URL.
  url.startsWith("data:") || hasLargeMark(url) ? context.media(kind, `${kind}/*`, url) : `[${kind} ${url}]`;

const urlOf = (part: JsonObject): string | undefined =>
  asText(part.image_url) ??
  asText(asObject(part.image_url).url) ??
  asText(part.audio_url) ??
  asText(part.url) ??
  asText(part.path);

/** Text of one part; undefined where it has none (encrypted content, say). */
export const partText = (part: Json, context: RecordContext): string | undefined => {
  if (typeof part === "string") return part;
  if (!isObject(part)) return undefined;
  const text = asString(part.text) ?? asString(part.refusal);
  if (text !== undefined) return text;
  const type = asString(part.type) ?? "";
  const kind = kindOf(type);
  if (kind === undefined) return undefined;
  const url = urlOf(part);
  if (url !== undefined) return mediaText(kind, url, context);
  const data = asText(part.data);
  return data === undefined ? `[${kind}]` : context.media(kind, asText(part.mimeType) ?? `${kind}/*`, data);
};

/** Text of `content`, a string or parts; a line break between parts. */
export const contentText = (content: Json | undefined, context: RecordContext): string => {
  if (typeof content === "string") return content;
  if (isObject(content)) return partText(content, context) ?? "";
  return asArray(content)
    .flatMap((part) => partText(part, context) ?? [])
    .join("\n");
};
