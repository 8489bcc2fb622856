/** Owns the command line with which the writing program itself reopens a session. */
import type { Decoder } from "@backscroll/wire";

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** `pi --session FILE`, in the session's folder where it is known; null for logs that OpenClaw keeps. */
export const resumeCommand: Decoder["resumeCommand"] = ({ path, cwd }) => {
  if (/[\\/]\.(?:openclaw|clawdbot|moltbot)[\\/]/.test(path)) return null;
  const program = /[\\/]\.omp[\\/]/.test(path) ? "omp" : "pi";
  const command = `${program} --session ${quoted(path)}`;
  return cwd === null ? command : `cd ${quoted(cwd)} && ${command}`;
};
