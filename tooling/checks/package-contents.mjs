/** Owns what may and must be in a package as published. Does not own packing it. */

/** Files that a package publishes whatever its `files` says. */
const mustHave = ["package.json", "README.md", "LICENSE"];

/** @type {[RegExp, string][]} */
const mustNotHave = [
  [/(^|\/)test\/|\.test\.[a-z]+$/, "a test"],
  [/\.tsbuildinfo$/, "a compiler's notes"],
  [/(^|\/)(node_modules|coverage|temp|\.turbo)\//, "left-overs"],
  [/(^|\/)\.env|\.(sqlite|db)(-wal|-shm)?$/, "private data"],
];

/**
 * Paths that the manifest promises: entries and binaries.
 * @param {Record<string, any>} manifest
 * @returns {string[]}
 */
const listPromised = (manifest) => {
  const targets = Object.values(manifest.exports ?? {}).flatMap((target) =>
    typeof target === "string" ? [target] : Object.values(target),
  );
  const binaries = typeof manifest.bin === "string" ? [manifest.bin] : Object.values(manifest.bin ?? {});
  return [...targets, ...binaries].map((path) => String(path).replace(/^\.\//, ""));
};

/**
 * What is wrong with a packed package, one line each.
 * @param {string[]} paths of its files
 * @param {Record<string, any>} manifest as packed
 * @param {{ folder: string, engines: string }} expected
 * @returns {string[]}
 */
export const findContentFaults = (paths, manifest, { folder, engines }) => {
  const faults = [];
  for (const path of new Set([...mustHave, ...listPromised(manifest)])) {
    if (!paths.includes(path)) faults.push(`lacks ${path}`);
  }
  for (const path of paths) {
    for (const [pattern, what] of mustNotHave) {
      if (pattern.test(path)) faults.push(`holds ${what}: ${path}`);
    }
  }
  for (const field of ["dependencies", "peerDependencies", "optionalDependencies"]) {
    for (const [name, range] of Object.entries(manifest[field] ?? {})) {
      if (/^(workspace|catalog|file|link):/.test(range)) faults.push(`asks for ${name} as ${range}`);
    }
  }
  if (manifest.license !== "MIT") faults.push(`has the license ${manifest.license}, not MIT`);
  if (manifest.engines?.node !== engines) faults.push(`has engines.node ${manifest.engines?.node}, not ${engines}`);
  if (manifest.repository?.directory !== folder)
    faults.push(`has repository.directory ${manifest.repository?.directory}`);
  if (manifest.publishConfig?.access !== "public") faults.push("has no publishConfig.access public");
  if (!manifest.description) faults.push("has no description");
  return faults;
};
