/**
 * Owns where Claude Code keeps session logs and which files below those folders are worth opening.
 * Does not own recognising a file's content.
 */
import { posix, win32 } from "node:path";
import type { Environment, Place } from "@backscroll/wire";

/** The desktop application's folder below its support directory, with a `.claude/projects` tree in each session. */
const desktopFolder = ["Claude", "local-agent-mode-sessions"];

/** Default folders and overrides, the override first; each path once. */
export const claudeCodePlaces = (environment: Environment): readonly Place[] => {
  const { home, variables, platform } = environment;
  const { join } = platform === "win32" ? win32 : posix;
  const configuration = variables.XDG_CONFIG_HOME || join(home, ".config");
  const support =
    platform === "darwin"
      ? join(home, "Library", "Application Support")
      : platform === "win32"
        ? variables.APPDATA || join(home, "AppData", "Roaming")
        : configuration;
  const places: Place[] = [];
  const add = (path: string, origin: string): void => {
    if (!places.some((place) => place.path === path)) places.push({ path, origin });
  };
  if (variables.CLAUDE_CONFIG_DIR) add(join(variables.CLAUDE_CONFIG_DIR, "projects"), "CLAUDE_CONFIG_DIR");
  add(join(home, ".claude", "projects"), "default");
  add(join(home, ".config", "claude", "projects"), "default");
  if (variables.XDG_CONFIG_HOME) add(join(configuration, "claude", "projects"), "XDG_CONFIG_HOME");
  add(join(support, ...desktopFolder), "default");
  return places;
};

const otherFiles: ReadonlySet<string> = new Set([
  "history.jsonl",
  "journal.jsonl",
  "audit.jsonl",
  "sessions-index.json",
  "custom-title.json",
  "archived.json",
]);

const otherFolders: ReadonlySet<string> = new Set(["tool-results", "remote-agents", "memory", "file-history"]);

/** Whether a file below a place may be a session: logs and exports, not the side files that lie among them. */
export const acceptsClaudeCodePath = (relativePath: string): boolean => {
  const segments = relativePath.split(/[\\/]/);
  const name = segments.pop() ?? "";
  if (otherFiles.has(name) || name.endsWith(".meta.json") || segments.some((folder) => otherFolders.has(folder))) {
    return false;
  }
  // A session's own `workflows` folder holds scripts and their state; the one below `subagents` holds agents' logs.
  const workflows = segments.indexOf("workflows");
  if (workflows > 0 && segments[workflows - 1] !== "subagents") return false;
  return name.endsWith(".jsonl") || name.endsWith(".json");
};
