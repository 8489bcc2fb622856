/** Owns the verdict on one import of one workspace. Does not own the table it is judged by. */
import { posix } from "node:path";
import { closedLibraries, closedNodeModules, packageArrows, startsOtherHosts } from "./workspace-rules.ts";

/** Where a workspace lies: `packages/wire` is `{ group: "packages", name: "wire" }`. */
export interface Workspace {
  readonly group: string;
  readonly name: string;
}

const folderOf = ({ group, name }: Workspace): string => `${group}/${name}`;

const judgeWorkspace = (from: Workspace, to: Workspace): string | null => {
  if (folderOf(from) === folderOf(to)) return null;
  if (to.group === "tooling") {
    return from.group === "tooling" ? null : `${folderOf(from)} must not import tooling/${to.name}`;
  }
  if (to.group === "hosts") {
    const allowed = from.group === "tooling" || (from.group === "hosts" && from.name === startsOtherHosts);
    return allowed ? null : `${folderOf(from)} must not import hosts/${to.name}`;
  }
  if (from.group !== "packages") return null;
  const arrows = packageArrows[from.name];
  if (arrows === undefined) return `${folderOf(from)} is not in the table of arrows`;
  return arrows.includes(to.name) ? null : `${folderOf(from)} must not import packages/${to.name}`;
};

const judgeLibrary = (from: Workspace, specifier: string): string | null => {
  if (from.group !== "packages") return null;
  if (closedNodeModules[from.name]?.test(specifier)) return `${folderOf(from)} must not use ${specifier}: it is pure`;
  for (const { library, except, because } of closedLibraries) {
    if (library.test(specifier) && !except.includes(from.name)) {
      return `${folderOf(from)} must not use ${specifier}: ${because}`;
    }
  }
  return null;
};

/** `@scope/name/entry` → `@scope/name`; `name/entry` → `name`. */
export const packageNameOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/**
 * What is wrong with an import, or null.
 * @param file path of the importing module, relative to the repository, with forward slashes
 * @param workspaces package name → where it lies
 */
export const judgeImport = (
  from: Workspace,
  file: string,
  specifier: string,
  workspaces: ReadonlyMap<string, Workspace>,
): string | null => {
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(file), specifier);
    return target.startsWith(`${folderOf(from)}/`) ? null : `leaves its workspace: ${specifier}`;
  }
  const library = /^effect\/unstable/.test(specifier) ? specifier : packageNameOf(specifier);
  const to = workspaces.get(library);
  return to === undefined ? judgeLibrary(from, library) : judgeWorkspace(from, to);
};
