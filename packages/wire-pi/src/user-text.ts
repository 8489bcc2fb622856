/** Owns telling what a person typed in a user message from what the program put around it. */
import { hasLargeMark } from "@backscroll/wire";

const skillBlock = /^<skill name="[^"]*" location="[^"]*">\n[\s\S]*?\n<\/skill>\s*/;
const fileBlock = /^<file name="[^"]*">[\s\S]*?<\/file>\s*/;
const mediaText = /^\[image [^\]]*\]\s*/;
const mark = /\u0001large-[^\u0001]*\u0001/g;
const promptLimit = 500;

/** The text without the skills, files and images that were expanded before it. */
const typedText = (text: string): string => {
  let rest = text.trimStart();
  for (;;) {
    const block = skillBlock.exec(rest) ?? fileBlock.exec(rest) ?? mediaText.exec(rest);
    if (block === null) return rest;
    rest = rest.slice(block[0].length);
  }
};

/** True where a user message holds an expanded skill and nothing else. */
export const isExpansion = (text: string): boolean => {
  const block = skillBlock.exec(text);
  return block !== null && block[0].length === text.length;
};

/** What was typed, whitespace collapsed, at most 500 code points; null where nothing was. */
export const promptOf = (text: string): string | null => {
  const known = hasLargeMark(text) ? text.replace(mark, "") : text;
  const typed = typedText(known)
    .slice(0, promptLimit * 64)
    .replace(/\s+/g, " ")
    .trim();
  // Only as much as can matter is taken apart into code points.
  const points = Array.from(typed.slice(0, promptLimit * 2));
  return points.length === 0 ? null : points.slice(0, promptLimit).join("");
};
