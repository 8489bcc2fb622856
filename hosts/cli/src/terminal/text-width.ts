/** Owns measuring, cutting and wrapping text by terminal columns. Takes text without colours. */
import stringWidth from "string-width";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Columns that `text` takes; wide CJK and emoji take two. */
export const textWidth = (text: string): number => (/^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text));

/** `text` in at most `columns` columns, ended by `…` where it was cut; never inside a character. */
export const cutToWidth = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text;
  if (columns < 1) return "";
  let cut = "";
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const width = textWidth(segment);
    if (used + width > columns - 1) break;
    cut += segment;
    used += width;
  }
  return `${cut.trimEnd()}…`;
};

/** `text` filled up with spaces to `columns`. */
export const padToWidth = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - textWidth(text)));

/** A piece of a line with the style it is printed in. */
export interface StyledPiece {
  readonly text: string;
  readonly style: ((text: string) => string) | null;
}

/** Words and single wide characters: where a line may be broken. */
const breakable = (text: string): string[] => {
  const parts: string[] = [];
  let word = "";
  for (const { segment } of segmenter.segment(text)) {
    if (segment === " ") {
      if (word !== "") parts.push(word);
      parts.push(" ");
      word = "";
    } else if (textWidth(segment) > 1) {
      if (word !== "") parts.push(word);
      parts.push(segment);
      word = "";
    } else word += segment;
  }
  if (word !== "") parts.push(word);
  return parts;
};

/** One line of pieces wrapped to lines of at most `columns` columns; words longer than a line are broken. */
export const wrapPieces = (pieces: readonly StyledPiece[], columns: number): string[] => {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const { text, style } of pieces) {
    let run = "";
    const endRun = (): void => {
      line += style === null ? run : style(run);
      run = "";
    };
    const endLine = (): void => {
      run = run.trimEnd();
      endRun();
      lines.push(line.trimEnd());
      line = "";
      used = 0;
    };
    for (const part of breakable(text)) {
      let rest = part;
      let width = textWidth(rest);
      if (used > 0 && used + width > columns) endLine();
      if (used === 0 && rest === " ") continue;
      while (width > columns) {
        let head = "";
        for (const { segment } of segmenter.segment(rest)) {
          if (head !== "" && textWidth(head + segment) > columns) break;
          head += segment;
        }
        run += head;
        endLine();
        rest = rest.slice(head.length);
        width = textWidth(rest);
      }
      run += rest;
      used += width;
    }
    endRun();
  }
  if (line !== "" || lines.length === 0) lines.push(line.trimEnd());
  return lines;
};

/** `text` of one line wrapped to `columns`. */
export const wrapText = (text: string, columns: number): string[] =>
  Number.isFinite(columns) ? wrapPieces([{ text, style: null }], columns) : [text];
