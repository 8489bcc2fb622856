/**
 * Owns making text from a log safe to print: what could drive or deceive a terminal is shown as a visible sign.
 * Does not own colours that the program itself adds.
 */

const controlPicture = (code: number): string => {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
};

/**
 * C0 and C1 controls, DEL, bidi marks, embeddings, overrides and isolates, line and paragraph separators, invisible
 * tags, interlinear marks and lone surrogates. Tab and line feed are left to the caller.
 */
const unsafe =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\u{e0000}-\u{e0fff}\ud800-\udfff]/gu;

const show = (text: string): string =>
  text.replace(unsafe, (character) => controlPicture(character.codePointAt(0) ?? 0));

/** Text of many lines: line feeds and tabs stay, `\r\n` becomes `\n`. */
export const visibleText = (text: string): string => show(text.replace(/\r\n/g, "\n"));

/** Text of one line: every run of white space becomes one space. */
export const visibleLine = (text: string): string => show(text.replace(/[\t\n\r ]+/g, " ").trim());

/** JSON text with every character that could drive a terminal written as an escape; its value is unchanged. */
export const visibleJson = (json: string): string =>
  json.replace(unsafe, (character) =>
    character.split("").reduce((text, unit) => `${text}\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`, ""),
  );
