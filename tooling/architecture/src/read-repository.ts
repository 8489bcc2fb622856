/** Owns what the checks look at: workspaces with their manifests and sources, and the tracked files. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Workspace } from "./judge-import.ts";

const repositoryRoot = fileURLToPath(new URL("../../../", import.meta.url));

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface RepositoryWorkspace extends Workspace {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Modules below `src`, relative to the repository. */
  readonly sources: readonly string[];
}

/** @param path relative to the repository */
export const readText = (path: string): string => readFileSync(join(repositoryRoot, path), "utf8");

const listSources = (folder: string): readonly string[] => {
  if (!existsSync(join(repositoryRoot, folder))) return [];
  return readdirSync(join(repositoryRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mts|mjs|js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(repositoryRoot.length).replaceAll("\\", "/"))
    .sort();
};

/** Every folder with a package.json below `packages`, `hosts` and `tooling`. */
export const readWorkspaces = (): readonly RepositoryWorkspace[] =>
  ["packages", "hosts", "tooling"]
    .filter((group) => existsSync(join(repositoryRoot, group)))
    .flatMap((group) =>
      readdirSync(join(repositoryRoot, group)).map((name) => ({ group, name, folder: `${group}/${name}` })),
    )
    .filter(({ folder }) => existsSync(join(repositoryRoot, folder, "package.json")))
    .map((workspace) => ({
      ...workspace,
      manifest: JSON.parse(readText(`${workspace.folder}/package.json`)) as Manifest,
      sources: listSources(`${workspace.folder}/src`),
    }));

/** Files that git tracks or would track; null where this is no git checkout. */
export const listTrackedFiles = (): readonly string[] | null => {
  try {
    return execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: repositoryRoot,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
      stdio: ["ignore", "pipe", "ignore"],
    })
      .split("\0")
      .filter((path) => path !== "" && existsSync(join(repositoryRoot, path)));
  } catch {
    return null;
  }
};
