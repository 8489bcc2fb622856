/** Owns reading an event's state from its session's fold: branch, surface, before or after the boundary. */
import type { Branch, Surface } from "./event.ts";
import { type Fold, inRanges } from "./fold.ts";

/** Branch of the event of that seq. */
export const branchOf = (fold: Fold, seq: number): Branch => (inRanges(fold.inactive, seq) ? "inactive" : "active");

/** `logOnly` is the slot's own flag: what never was model context stays so on any branch. */
export const surfaceOf = (fold: Fold, seq: number, logOnly: boolean): Surface => {
  if (logOnly) return "log-only";
  return inRanges(fold.shadowed, seq) || inRanges(fold.inactive, seq) ? "shadowed" : "current";
};

/** Whether the event lies before the boundary of the current context; false where the context never was cut. */
export const beforeCompaction = (fold: Fold, seq: number): boolean => fold.boundary !== null && seq < fold.boundary;
