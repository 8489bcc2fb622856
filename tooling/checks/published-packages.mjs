/** Owns which workspaces are published, and their entries. */
import { listWorkspaces } from "../setup/repository.mjs";

/**
 * @typedef {object} PublishedPackage
 * @property {string} folder relative to the repository
 * @property {Record<string, any>} manifest
 */

/** @returns {PublishedPackage[]} */
export const listPublishedPackages = () => listWorkspaces().filter(({ manifest }) => manifest.private !== true);

/**
 * The typed entries of a package, as subpath and declaration file: `[".", "./dist/index.d.ts"]`.
 * @param {Record<string, any>} manifest
 * @returns {[subpath: string, types: string][]}
 */
export const listTypedEntries = (manifest) =>
  Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) =>
    typeof target === "object" && typeof target.types === "string" ? [[subpath, target.types]] : [],
  );
