/** Owns the short form of a prompt: what was typed, without what an editor put around it. */
import { dropMarks } from "./marked-text.ts";

const promptLimit = 500;
const request = /^[\s\S]*?^## My request for Codex:\s*$/m;
const mediaText = /\[(?:image|audio|file)(?: [^\]]*)?\]|<\/?image\b[^>]*>/g;

/** Whitespace collapsed, at most 500 code points; null where nothing was typed. */
export const promptOf = (text: string): string | null => {
  const known = dropMarks(text).slice(0, promptLimit * 256);
  const typed = known.startsWith("# Context from my IDE setup") ? known.replace(request, "") : known;
  const collapsed = typed.replace(mediaText, " ").replace(/\s+/g, " ").trim();
  // Only as much as can matter is taken apart into code points.
  const points = Array.from(collapsed.slice(0, promptLimit * 2));
  return points.length === 0 ? null : points.slice(0, promptLimit).join("");
};
