/** Owns which events of a corpus are copies of which. The rules of a pair are `copies.ts`'s. */
import { keyHash, type LinkedEvent, slotText } from "@backscroll/wire";
import { CopyMatcher, type CopyRange, isOrigin, originalOf } from "../copies.ts";
import type { EventAddress } from "../records.ts";
import type { DecodedLog } from "./decode-sources.ts";

/** A log with what finding copies needs of it. */
export interface CopyingLog {
  readonly log: DecodedLog;
  /** Name of the declared parent, whether or not the corpus has it. */
  readonly parent: string | null;
  readonly createdAt: number | null;
}

interface Origin {
  readonly session: Candidate;
  readonly ranges: readonly CopyRange[];
}

interface Candidate extends CopyingLog {
  readonly seqs: ReadonlyMap<number, readonly number[]>;
  origin: Origin | null;
}

/** Whether an earlier record of the same key and length stands in the same log: it need not be found twice. */
export const isRepeat = (events: ReadonlyMap<number, LinkedEvent>, event: LinkedEvent): boolean => {
  const earlier = event.repeats === null ? undefined : events.get(event.repeats);
  return earlier !== undefined && earlier.origin.end - earlier.origin.start === event.origin.end - event.origin.start;
};

const bySeq = (log: DecodedLog): ReadonlyMap<number, LinkedEvent> =>
  new Map(log.events.map(({ event }) => [event.seq, event]));

const seqsByKey = (log: DecodedLog): ReadonlyMap<number, readonly number[]> => {
  const seqs = new Map<number, number[]>();
  for (const { event } of log.events) {
    const key = keyHash(event.key);
    const list = seqs.get(key);
    if (list === undefined) seqs.set(key, [event.seq]);
    else list.push(event.seq);
  }
  return seqs;
};

const sideOf = (one: Candidate, other: Candidate) => {
  const own = one.log.events.find(({ event }) => event.role !== null && !other.seqs.has(keyHash(event.key)));
  return {
    session: one.log.name,
    parent: one.parent,
    firstOwnAt: own?.event.createdAt ?? null,
    onlyShared: own === undefined,
  };
};

const precedes = (one: Candidate, other: Candidate): boolean => isOrigin(sideOf(one, other), sideOf(other, one));

const matchAgainst = (copy: Candidate, origin: Candidate): readonly CopyRange[] => {
  const { decoder, facts, events } = copy.log;
  const markedOnly = decoder.globalKeys !== true && facts.parent?.kind === "subagent";
  const known = bySeq(copy.log);
  const originals = bySeq(origin.log);
  const matcher = new CopyMatcher((key) => origin.seqs.get(key) ?? []);
  for (const { event } of events) {
    if (isRepeat(known, event) || (markedOnly && event.copiedFrom === undefined)) continue;
    const key = keyHash(event.copiedFrom?.key ?? event.key);
    const text = slotText(event);
    const isSame = (seq: number): boolean => {
      const original = originals.get(seq);
      return text === "" || (original !== undefined && slotText(original) === text);
    };
    matcher.take({ seq: event.seq, key, logOnly: event.logOnly === true, isSame });
  }
  return matcher.ranges;
};

const copiedCount = (ranges: readonly CopyRange[]): number =>
  ranges.reduce((count, range) => count + range.to - range.from + 1, 0);

const leadsTo = (from: Candidate, target: Candidate): boolean => {
  for (let current: Candidate | undefined = from; current !== undefined; current = current.origin?.session) {
    if (current === target) return true;
  }
  return false;
};

type CandidatesByName = ReadonlyMap<string, Candidate>;
type CandidatesByKey = ReadonlyMap<number, readonly Candidate[]>;

/** The origin of what a log copies: its declared parent, else the session that shares the longest beginning. */
const findOrigin = (copy: Candidate, byName: CandidatesByName, byKey: CandidatesByKey): Origin | null => {
  const { decoder, facts } = copy.log;
  const originIn = (session: Candidate): Origin => ({ session, ranges: matchAgainst(copy, session) });
  const declared = copy.parent === null ? undefined : byName.get(copy.parent);
  if (declared !== undefined && facts.parent?.kind !== "handoff") {
    return leadsTo(declared, copy) ? null : originIn(declared);
  }
  const first = copy.log.events.find(({ event }) => event.role !== null);
  if (decoder.globalKeys !== true || first === undefined) return null;
  const [best] = (byKey.get(keyHash(first.event.key)) ?? [])
    .filter((other) => other !== copy && other.log.decoder.wire === decoder.wire)
    .filter((other) => precedes(other, copy) && !leadsTo(other, copy))
    .map(originIn)
    .sort(
      (one, other) =>
        copiedCount(other.ranges) - copiedCount(one.ranges) || (precedes(one.session, other.session) ? -1 : 1),
    );
  return best ?? null;
};

/** For each session and seq the event that it is a copy of, followed to one that is no copy itself. */
export const findCopies = (logs: readonly CopyingLog[]): ((session: string, seq: number) => EventAddress | null) => {
  const candidates = logs.map((one): Candidate => ({ ...one, seqs: seqsByKey(one.log), origin: null }));
  const oldestFirst = [...candidates].sort((one, other) => {
    const difference = (one.createdAt ?? Number.POSITIVE_INFINITY) - (other.createdAt ?? Number.POSITIVE_INFINITY);
    return difference || (one.log.name < other.log.name ? -1 : 1);
  });
  const byName = new Map(candidates.map((candidate) => [candidate.log.name, candidate]));
  const byKey = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    for (const key of candidate.seqs.keys()) {
      const list = byKey.get(key);
      if (list === undefined) byKey.set(key, [candidate]);
      else list.push(candidate);
    }
  }
  for (const candidate of oldestFirst) {
    if (candidate.log.facts.lane === "") candidate.origin = findOrigin(candidate, byName, byKey);
  }
  return (session, seq) => {
    let address: EventAddress | null = null;
    let current = byName.get(session)?.origin ?? null;
    let original = current === null ? null : originalOf(current.ranges, seq);
    while (current !== null && original !== null) {
      address = { session: current.session.log.name, seq: original };
      const next: Origin | null = current.session.origin;
      original = next === null ? null : originalOf(next.ranges, original);
      current = next;
    }
    return address;
  };
};
