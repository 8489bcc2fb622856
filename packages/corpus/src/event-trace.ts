/** Owns an event's relations: what took its place, what it replaced, where it came from, what came from it. */
import type { Fold } from "@backscroll/wire";
import type { EventAddress } from "./records.ts";

/** What relations are read from. */
export interface RelatedEvent {
  readonly seq: number;
  readonly callSeq: number | null;
  readonly sourceSeqs: readonly number[];
}

/** Seqs of one event's relations; those of other sessions with their session. */
export interface EventRelations {
  /** What replaced the event, then what replaced that, to the end. */
  readonly replacementChain: readonly number[];
  readonly replaces: readonly number[];
  readonly sources: readonly EventAddress[];
  readonly derived: readonly EventAddress[];
}

/** What the relations of one event follow from. */
export interface RelationFacts {
  readonly session: string;
  readonly fold: Fold;
  /** Every event of the session, ascending by seq. */
  readonly events: readonly RelatedEvent[];
  readonly copyOf: EventAddress | null;
  /** Events of other sessions that are copies of this one. */
  readonly copies: readonly EventAddress[];
}

const ownSources = ({ callSeq, sourceSeqs }: RelatedEvent): readonly number[] => [
  ...new Set([...(callSeq === null ? [] : [callSeq]), ...sourceSeqs]),
];

const replacementChain = (fold: Fold, seq: number): readonly number[] => {
  const replacerOf = (target: number): number | undefined =>
    fold.replacements.find(({ from, to, by }) => target >= from && target <= to && by !== target)?.by;
  const chain: number[] = [];
  for (let by = replacerOf(seq); by !== undefined && !chain.includes(by) && by !== seq; by = replacerOf(by)) {
    chain.push(by);
  }
  return chain;
};

/** The relations of `target`, one of the session's events. */
export const relateEvent = (target: RelatedEvent, facts: RelationFacts): EventRelations => {
  const { session, fold, events, copyOf, copies } = facts;
  const { seq } = target;
  const replaced = fold.replacements.filter(({ by }) => by === seq);
  return {
    replacementChain: replacementChain(fold, seq),
    replaces: events
      .map((event) => event.seq)
      .filter((other) => other !== seq && replaced.some(({ from, to }) => other >= from && other <= to)),
    sources: [...(copyOf === null ? [] : [copyOf]), ...ownSources(target).map((source) => ({ session, seq: source }))],
    derived: [
      ...events
        .filter((event) => event.seq > seq && ownSources(event).includes(seq))
        .map((event) => ({ session, seq: event.seq })),
      ...copies,
    ],
  };
};
