/** Owns what a changeset has to look like: which packages, how far, and one sentence that a user understands. */

/**
 * What is wrong with a changeset, one line each.
 * @param {string} text
 * @param {ReadonlySet<string>} published names of published packages
 * @returns {string[]}
 */
export const findChangesetFaults = (text, published) => {
  const match = /^---\r?\n([\s\S]*?)^---\r?\n([\s\S]*)$/m.exec(text);
  if (match === null) return ["does not begin with a block of packages between two lines of ---"];
  const [, head = "", body = ""] = match;
  const faults = [];
  for (const line of head.split(/\r?\n/).filter((line) => line.trim() !== "")) {
    const entry = /^["']([^"']+)["']: (major|minor|patch)$/.exec(line);
    if (entry === null) faults.push(`does not say "package": major, minor or patch: ${line}`);
    else if (!published.has(entry[1] ?? "")) faults.push(`names ${entry[1]}, which is no published package`);
  }
  const sentence = body.trim();
  // An empty changeset says that a change needs no release: neither packages nor words.
  if (sentence === "" && head.trim() !== "") faults.push("says nothing to the user");
  if (/\r?\n\s*\r?\n/.test(sentence)) faults.push("is more than one paragraph");
  if (sentence !== "" && !/[.!]$/.test(sentence)) faults.push("is no sentence: it does not end with a full stop");
  return faults;
};
