/** Owns what every rendering is given: styles, columns, the present, the home folder. */
import { sep } from "node:path";
import type { Styles } from "../terminal/styles.ts";
import { visibleLine } from "../terminal/visible-text.ts";

export interface Layout {
  readonly styles: Styles;
  /** Columns; infinite where lines are not to be cut or wrapped. */
  readonly width: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly home: string;
}

/** A folder for people: `~` for the home folder, `no folder recorded` for null. */
export const folderText = (folder: string | null, { home }: Pick<Layout, "home">): string => {
  if (folder === null) return "no folder recorded";
  if (folder === home) return "~";
  return visibleLine(home !== "" && folder.startsWith(home + sep) ? `~${folder.slice(home.length)}` : folder);
};
