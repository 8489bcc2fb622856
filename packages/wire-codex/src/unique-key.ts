/** Owns making keys unique that the log does not: an equal prompt said again, call ids that some models count anew. */
import { type CodexState, remember } from "./codex-state.ts";

const countLimit = 512;

/** Ids of current programs and servers are random; hashes of content are shorter. */
const hasRandomId = (key: string): boolean => key.split("/").some((part) => part.length >= 20 && /\d/.test(part));

/** The key, with its count where it occurred before. */
export const uniqueKey = (state: CodexState, key: string): string => {
  if (hasRandomId(key)) return key;
  const index = state.counts.findIndex(([known]) => known === key);
  const count = (state.counts[index]?.[1] ?? 0) + 1;
  if (index !== -1) state.counts.splice(index, 1);
  remember(state.counts, [key, count], countLimit);
  return count === 1 ? key : `${key}/${count}`;
};
