/** Owns putting together what a reader must know of an event before believing it. Does not own folding. */
import { beforeCompaction, branchOf, type Fold, type Surface, surfaceOf } from "@backscroll/wire";
import type { EventAddress, EventState } from "./records.ts";

/** What an event's state is made from, beside its session's fold. */
export interface StateFacts {
  readonly seq: number;
  /** The slot's own flag. */
  readonly logOnly: boolean;
  readonly callSeq: number | null;
  readonly truncated: boolean;
  readonly echo: boolean;
  readonly subagentOf: string | null;
  readonly copyOf: EventAddress | null;
}

/**
 * The state of an event. `inContext` is told the event's own surface and says whether the caller has the event in its
 * context, null without a caller or where that is unknown.
 */
export const eventState = (
  fold: Fold,
  facts: StateFacts,
  inContext: (surface: Surface) => boolean | null,
): EventState => {
  const surface = surfaceOf(fold, facts.seq, facts.logOnly);
  return {
    branch: branchOf(fold, facts.seq),
    surface,
    beforeCompaction: beforeCompaction(fold, facts.seq),
    inContext: inContext(surface),
    subagentOf: facts.subagentOf,
    copyOf: facts.copyOf,
    callSeq: facts.callSeq,
    truncated: facts.truncated,
    echo: facts.echo,
  };
};
