/** Owns saying what could not be read: grouped by reason in a line, or listed. */
import type { SkippedSource } from "@backscroll/corpus";
import { agentName } from "../agents.ts";
import { wrapText } from "../terminal/text-width.ts";
import { visibleLine } from "../terminal/visible-text.ts";
import { count } from "./count.ts";
import { folderText, type Layout } from "./layout.ts";

const groups = (skipped: readonly SkippedSource[]): Map<string, SkippedSource[]> => {
  const byReason = new Map<string, SkippedSource[]>();
  for (const source of skipped) {
    const group = byReason.get(source.reason);
    if (group === undefined) byReason.set(source.reason, [source]);
    else group.push(source);
  }
  return byReason;
};

/** `3 sources were skipped (2 unreadable, 1 unknown)`, wrapped; nothing where none was. */
export const skippedNote = (skipped: readonly SkippedSource[], { width }: Pick<Layout, "width">): string[] => {
  if (skipped.length === 0) return [];
  const reasons = [...groups(skipped)].map(([reason, sources]) => `${sources.length} ${visibleLine(reason)}`);
  return wrapText(
    `${count(skipped.length, "source was", "sources were")} skipped (${reasons.join(", ")}); backscroll doctor lists ${skipped.length === 1 ? "it" : "them"}.`,
    width,
  );
};

/** Every skipped source under its reason, at most `most` a reason with the number left out. */
export const skippedLines = (skipped: readonly SkippedSource[], layout: Layout, most: number): string[] => {
  const lines: string[] = [];
  for (const [reason, sources] of groups(skipped)) {
    lines.push(`${visibleLine(reason)} (${sources.length})`);
    for (const { source, wire, message } of sources.slice(0, most)) {
      const agent = wire === null ? "" : ` [${agentName(wire)}]`;
      lines.push(`  ${folderText(source, layout)}${agent}`);
      for (const line of wrapText(visibleLine(message), layout.width - 4))
        lines.push(`    ${layout.styles.faint(line)}`);
    }
    if (sources.length > most) lines.push(`  and ${sources.length - most} more; --json lists all`);
  }
  return lines;
};
