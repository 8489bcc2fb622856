/**
 * Owns the names by which later records know records whose key is derived: the random ids that a migration
 * gave them. Only migrated logs have any.
 */

export type KeyAliases = [id: string, key: string][];

const aliasLimit = 4096;

export const addAlias = (aliases: KeyAliases, id: string, key: string): void => {
  aliases.push([id, key]);
  if (aliases.length > aliasLimit) aliases.shift();
};

/** The key of the record that is named `id`. */
export const resolveAlias = (aliases: KeyAliases, id: string): string =>
  aliases.findLast(([alias]) => alias === id)?.[1] ?? id;
