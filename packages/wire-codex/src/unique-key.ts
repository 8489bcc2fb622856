/** Owns making keys unique that the log does not: an equal prompt said again, call ids that some models count anew. */
import { keyHash } from "@backscroll/wire";

/** How often keys occurred, by their hashes: those of late, and those before, which are dropped together. */
export type KeyCounts = { late: Record<string, number>; size: number; before: Record<string, number> };

const countLimit = 512;

export const noCounts = (): KeyCounts => ({ late: {}, size: 0, before: {} });

/** Ids of current programs and servers are random; hashes of content are shorter. */
const hasRandomId = (key: string): boolean =>
  key.length >= 20 && key.split("/").some((part) => part.length >= 20 && /\d/.test(part));

/** The key, with its count where it occurred before. */
export const uniqueKey = (counts: KeyCounts, key: string): string => {
  if (hasRandomId(key)) return key;
  const hash = `#${keyHash(key).toString(36)}`;
  const count = (counts.late[hash] ?? counts.before[hash] ?? 0) + 1;
  if (counts.late[hash] === undefined && ++counts.size > countLimit) {
    counts.before = counts.late;
    counts.late = {};
    counts.size = 1;
  }
  counts.late[hash] = count;
  return count === 1 ? key : `${key}/${count}`;
};
