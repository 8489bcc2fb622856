/** Owns the words for an event's state: what a reader must know before believing it, and only what applies. */
import type { EventState } from "@backscroll/corpus";
import { addressText } from "../address.ts";
import { visibleLine } from "../terminal/visible-text.ts";

/** In the order in which they are shown; empty for an ordinary event. */
export const marksOf = (state: EventState): string[] => {
  const marks: string[] = [];
  if (state.branch === "inactive") marks.push("inactive branch");
  if (state.surface === "log-only") marks.push("log only");
  if (state.beforeCompaction) marks.push("before compaction");
  else if (state.surface === "shadowed" && state.branch === "active") marks.push("replaced in context");
  if (state.inContext === true) marks.push("in context");
  if (state.subagentOf !== null) marks.push(`subagent of ${visibleLine(state.subagentOf)}`);
  if (state.copyOf !== null) marks.push(`copy of ${visibleLine(addressText(state.copyOf))}`);
  if (state.truncated) marks.push("output truncated by its tool");
  if (state.echo) marks.push("echo");
  return marks;
};
