/** Owns collecting the strings of an arbitrary JSON value. Does not own what the value means. */
import { isObject } from "@backscroll/wire";

const depthLimit = 8;
const opaqueLength = 1_024;

/** A long run without a blank is a payload (base64, a signature), not text. */
const isOpaque = (text: string): boolean => text.length >= opaqueLength && !/\s/.test(text);

/** Every string below `value` in order, except under the named members, blank ones and opaque payloads. */
export const stringsOf = (value: unknown, without: ReadonlySet<string>): string[] => {
  const strings: string[] = [];
  const visit = (item: unknown, depth: number): void => {
    if (typeof item === "string") {
      if (item.trim() !== "" && !isOpaque(item)) strings.push(item);
    } else if (depth < depthLimit) {
      if (Array.isArray(item)) for (const element of item) visit(element, depth + 1);
      else if (isObject(item)) {
        for (const [name, member] of Object.entries(item)) if (!without.has(name)) visit(member, depth + 1);
      }
    }
  };
  visit(value, 0);
  return strings;
};
