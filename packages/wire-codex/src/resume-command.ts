/** Owns the command line with which Codex reopens a session. */
import type { Decoder } from "@backscroll/wire";
import { rolloutName } from "./rollout-name.ts";

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** `codex resume THREAD` in the session's folder; null for archived threads, old formats and files under other names. */
export const resumeCommand: Decoder["resumeCommand"] = ({ path, cwd }) => {
  const name = rolloutName(path);
  if (name === null || /\.json$/.test(path) || /[\\/]archived_sessions[\\/]/.test(path)) return null;
  const command = `codex resume ${name.thread}`;
  return cwd === null ? command : `cd ${quoted(cwd)} && ${command}`;
};
