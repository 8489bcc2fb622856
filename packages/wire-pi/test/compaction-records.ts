/** Builds the records that change what of a branch the model sees. */
import type { Json } from "@backscroll/wire";
import { entry, type Line } from "./pi-log.ts";

export const compaction = (
  id: string,
  parentId: string | null,
  second: number,
  firstKept?: string,
  more: Line = {},
): Line =>
  entry("compaction", id, parentId, second, {
    summary: `summary ${id}`,
    ...(firstKept === undefined ? {} : { firstKeptEntryId: firstKept }),
    tokensBefore: 1000,
    ...more,
  });

export const contextEdit = (id: string, parentId: string, second: number, targetId: string, replacement: Json): Line =>
  entry("context_edit", id, parentId, second, { targetId, replacement });
