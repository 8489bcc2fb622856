/** Owns what a rollout's file name says: the thread's id, and the segment's where a thread was reverted into a new file. */
import { basename } from "node:path";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const pattern = new RegExp(`(${uuid})(?:_(${uuid}))?\\.jsonl?(?:\\.zst)?$`, "i");

export interface RolloutName {
  readonly thread: string;
  /** Id of a later segment of the thread, null for its first file. */
  readonly segment: string | null;
}

export const rolloutName = (path: string): RolloutName | null => {
  const match = pattern.exec(basename(path));
  return match === null ? null : { thread: match[1] as string, segment: match[2] ?? null };
};

/** The file's name without its ending, for files that name no thread. */
export const plainName = (path: string): string => basename(path).replace(/\.jsonl?(?:\.zst)?$/i, "");
