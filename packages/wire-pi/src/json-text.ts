/** Owns writing a recorded value as JSON text in which marks of large strings stay marks. */
import { hasLargeMark, type Json } from "@backscroll/wire";

const escapedMark = /\\u0001(large-[0-9a-f]+:\d+-\d+)\\u0001/g;

/** A string as it is, anything else as JSON text. */
export const jsonText = (value: Json): string => {
  if (typeof value === "string") return value;
  const text = JSON.stringify(value);
  if (!text.includes("\\u0001large-")) return text;
  const restored = text.replace(escapedMark, "\u0001$1\u0001");
  return hasLargeMark(restored) ? restored : text;
};
