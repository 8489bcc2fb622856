/** Owns what every rendering is given: styles, columns, the present, the home folder. */
import { sep } from "node:path";
import type { SessionRecord } from "@backscroll/corpus";
import { shellCommand } from "../arguments/shell-words.ts";
import type { Styles } from "../terminal/styles.ts";
import { visibleLine } from "../terminal/visible-text.ts";

export interface Layout {
  readonly styles: Styles;
  /** Columns; infinite where lines are not to be cut or wrapped. */
  readonly width: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly home: string;
  /** Whether the sessions are the bundled ones: commands that are suggested must say so, and no agent can resume them. */
  readonly demonstration: boolean;
}

/** The command that opens an event. */
export const showCommand = (address: string, { demonstration }: Pick<Layout, "demonstration">): string =>
  visibleLine(shellCommand(["backscroll", "show", ...(demonstration ? ["--demo"] : []), address]));

/** The agent's own command to reopen a session; null where there is none, and where it could not be printed as it is. */
export const resumeCommand = (
  session: Pick<SessionRecord, "resumeCommand">,
  { demonstration }: Pick<Layout, "demonstration">,
): string | null => {
  if (session.resumeCommand === null || demonstration) return null;
  return visibleLine(session.resumeCommand) === session.resumeCommand ? session.resumeCommand : null;
};

/** A folder for people: `~` for the home folder, `no folder recorded` for null. */
export const folderText = (folder: string | null, { home }: Pick<Layout, "home">): string => {
  if (folder === null) return "no folder recorded";
  if (folder === home) return "~";
  return visibleLine(home !== "" && folder.startsWith(home + sep) ? `~${folder.slice(home.length)}` : folder);
};
