/** Owns which folders are work trees of one git repository, read from git's own files without running git. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const firstLine = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8").split("\n")[0]?.trim() ?? null;
  } catch {
    return null;
  }
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The repository folder that all work trees share, null outside a repository. */
const sharedFolder = (folder: string): string | null => {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const mark = join(at, ".git");
    if (isFolder(mark)) return mark;
    const pointed = firstLine(mark)?.match(/^gitdir: (.+)$/)?.[1];
    if (pointed !== undefined) {
      const own = resolve(at, pointed);
      const shared = firstLine(join(own, "commondir"));
      return shared === null ? own : resolve(own, shared);
    }
    if (dirname(at) === at) return null;
  }
};

/** Every work tree of the repository that `folder` lies in, the main one first; null outside a repository. */
export const worktreesOf = (folder: string): readonly string[] | null => {
  const shared = sharedFolder(folder);
  if (shared === null) return null;
  const trees = basename(shared) === ".git" ? [dirname(shared)] : [];
  let names: string[] = [];
  try {
    names = readdirSync(join(shared, "worktrees")).sort();
  } catch {
    // A repository without linked work trees has no such folder.
  }
  for (const name of names) {
    const mark = firstLine(join(shared, "worktrees", name, "gitdir"));
    if (mark !== null && mark !== "") trees.push(dirname(resolve(shared, "worktrees", name, mark)));
  }
  return trees;
};
