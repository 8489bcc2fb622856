/** Owns where things are in this checkout and which pnpm it pins. Does not own what is done with them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const repositoryRoot = fileURLToPath(new URL("../../", import.meta.url));

/** @param {string} path relative to the repository */
export const inRepository = (path) => join(repositoryRoot, path);

/** @param {string} path */
export const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** The version in `packageManager`, without an integrity suffix. */
export const pinnedPnpmVersion = () =>
  readJson(inRepository("package.json"))
    .packageManager.replace(/^pnpm@/, "")
    .replace(/\+.*$/, "");

/**
 * Every workspace with a package.json, sorted by folder.
 * @returns {{ folder: string, manifest: Record<string, any> }[]}
 */
export const listWorkspaces = () =>
  ["packages", "hosts", "tooling"]
    .filter((group) => existsSync(inRepository(group)))
    .flatMap((group) => readdirSync(inRepository(group)).map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(inRepository(`${folder}/package.json`)))
    .sort()
    .map((folder) => ({ folder, manifest: readJson(inRepository(`${folder}/package.json`)) }));
