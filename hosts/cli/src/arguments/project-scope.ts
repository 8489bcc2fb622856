/**
 * Owns which sessions belong to a project for a person: those that ran in its folder or below it, whichever symlink
 * either was reached by. Does not own a model's workspace, which is an exact string.
 */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { CommandError } from "../command-error.ts";
import { worktreesOf } from "./git-worktrees.ts";

export interface ProjectScope {
  /** Folder that was asked for, null for every session. */
  readonly project: string | null;
  /** Real paths; a session belongs where its folder is one of them or lies below one. Null for every session. */
  readonly folders: readonly string[] | null;
  readonly sameRepository: boolean;
}

/** The scope of `--all`. */
export const everySession: ProjectScope = { project: null, folders: null, sameRepository: false };

export interface ScopeOptions {
  readonly all?: boolean;
  readonly project?: string;
  readonly sameRepository?: boolean;
}

/** Real path of a folder that may be gone: of its nearest ancestor that exists, with the rest as it was. */
export const realFolder = (path: string): string => {
  let rest = "";
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      return join(realpathSync(at), rest);
    } catch {
      if (dirname(at) === at) return resolve(path);
      rest = join(basename(at), rest);
    }
  }
};

const expandHome = (path: string): string =>
  path === "~" ? homedir() : path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;

/** The scope that the options name; the folder `cwd` without any. Throws on options that contradict each other. */
export const projectScope = (options: ScopeOptions, cwd: string): ProjectScope => {
  if (options.all === true) {
    const other =
      options.project !== undefined ? "--project" : options.sameRepository === true ? "--same-repository" : null;
    if (other !== null) {
      throw new CommandError("contradicting_options", `--all and ${other} contradict each other.`, "Give one of them.");
    }
    return everySession;
  }
  if (options.project === "") throw new CommandError("invalid_value", "--project has an empty value.");
  const project = resolve(cwd, expandHome(options.project ?? "."));
  if (options.sameRepository !== true) return { project, folders: [realFolder(project)], sameRepository: false };
  const trees = worktreesOf(realFolder(project));
  if (trees === null) {
    throw new CommandError("no_repository", `${project} lies in no git repository.`, "Leave --same-repository out.");
  }
  return { project, folders: [...new Set([project, ...trees].map(realFolder))], sameRepository: true };
};

/** A test for the folder of a session; remembers what it resolved. */
export const scopeTest = ({ folders }: ProjectScope): ((cwd: string | null) => boolean) => {
  if (folders === null) return () => true;
  const known = new Map<string, boolean>();
  return (cwd) => {
    if (cwd === null || !isAbsolute(cwd)) return false;
    let inside = known.get(cwd);
    if (inside === undefined) {
      const real = realFolder(cwd);
      inside = folders.some(
        (folder) => real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep),
      );
      known.set(cwd, inside);
    }
    return inside;
  };
};
