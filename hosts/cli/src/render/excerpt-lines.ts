/** Owns printing an excerpt with its matches marked. */
import type { Excerpt } from "@backscroll/corpus";
import { type StyledPiece, wrapPieces } from "../terminal/text-width.ts";
import { visibleLine } from "../terminal/visible-text.ts";
import type { Layout } from "./layout.ts";

const shown = (points: readonly string[]): string => {
  const text = points.join("");
  const inner = visibleLine(text);
  if (inner === "") return text === "" ? "" : " ";
  return `${/^\s/.test(text) ? " " : ""}${inner}${/\s$/.test(text) ? " " : ""}`;
};

/** Lines of at most `columns` columns. The offsets count code points of the text as it was, so it is split first. */
export const excerptLines = (
  { text, ranges }: Excerpt,
  { styles }: Pick<Layout, "styles">,
  columns: number,
): string[] => {
  const points = [...text];
  const pieces: StyledPiece[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from < at || to > points.length) continue;
    pieces.push({ text: shown(points.slice(at, from)), style: null });
    pieces.push({ text: shown(points.slice(from, to)), style: styles.match });
    at = to;
  }
  pieces.push({ text: shown(points.slice(at)), style: null });
  return wrapPieces(pieces, columns);
};
