/**
 * Owns cutting a source into records: one JSON object a line, or consecutive or wrapped JSON values where a
 * file was written that way. Memory is bounded whatever the file holds. Knows no format.
 */
import type { ByteSource } from "./byte-source.ts";
import { type FrameOptions, type FrameResult, FrameStop } from "./frame.ts";
import { frameLines } from "./frame-lines.ts";
import { frameValues } from "./frame-values.ts";

/** Calls back for each record from `options.from` on, in order. Throws what reading or a callback throws. */
export const frameRecords = (source: ByteSource, options: FrameOptions): FrameResult => {
  try {
    return options.mode === "lines" ? frameLines(source, options) : frameValues(source, options);
  } catch (error) {
    if (error instanceof FrameStop) return { consumed: error.consumed, pending: 0 };
    throw error;
  }
};
