/** Owns the name under which people see a session: its title, else its first prompt, marked as such. */
import type { SessionRecord } from "@backscroll/corpus";
import { cutToWidth } from "../terminal/text-width.ts";
import { visibleLine } from "../terminal/visible-text.ts";

/** Names are cut at this width even where lines are not: a prompt can be a page. */
const widest = 120;

/** In at most `available` columns. */
export const sessionName = (
  { title, firstPrompt }: Pick<SessionRecord, "title" | "firstPrompt">,
  available: number = Number.POSITIVE_INFINITY,
): string => {
  const columns = Math.min(available, widest);
  const named = title === null ? "" : visibleLine(title);
  if (named !== "") return cutToWidth(named, columns);
  const prompt = firstPrompt === null ? "" : visibleLine(firstPrompt);
  if (prompt === "") return "untitled";
  const mark = " (first prompt)";
  return `“${cutToWidth(prompt, Math.max(8, columns - mark.length - 2))}”${mark}`;
};
