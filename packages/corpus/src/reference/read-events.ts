/** Owns exact answers about single events and whole transcripts of the reference provider. */
import { createHash } from "node:crypto";
import { expandLargeValue, type Json, readRecord } from "@backscroll/wire";
import { relateEvent } from "../event-trace.ts";
import { literalPattern, matchesEvent } from "../filter-match.ts";
import type { EventAddress, EventRecord } from "../records.ts";
import type { FilterEventsRequest, QueryCaller, ReadEventRequest } from "../requests.ts";
import type { DocumentSlice, EventRead, EventTrace, Neighbour, TranscriptEvent, TranscriptFacts } from "../results.ts";
import type { ReferenceEvent, ReferenceSession } from "./relate-sessions.ts";
import type { Member, Snapshot } from "./snapshot.ts";

const neighbourPoints = 1000;

const addressOf = ({ session, event }: Member): EventAddress => ({
  session: session.record.session,
  seq: event.event.seq,
});

export const readEvent = (snapshot: Snapshot, request: ReadEventRequest): EventRead => {
  const { seq, before = 0, after = 0, caller } = request;
  const session = snapshot.session(request.session);
  const event = snapshot.event(session, seq);
  const at = session.events.indexOf(event);
  const member = { session, event };
  const neighbours = (from: number, to: number): readonly Neighbour[] =>
    session.events.slice(Math.max(0, from), to).map((one) => ({
      ...snapshot.record({ session, event: one }, caller),
      text: [...snapshot.document({ session, event: one }, false)].slice(0, neighbourPoints).join(""),
    }));
  const record = snapshot.read(session, (bytes): Json => {
    const found = readRecord(bytes, event.event.origin);
    return found === null ? null : expandLargeValue(found, bytes);
  });
  return {
    session: session.record,
    event: {
      ...snapshot.record(member, caller),
      origin: { ...event.event.origin, path: session.log.source.path },
      pointer: event.event.pointer,
      record,
      document: snapshot.document(member, true),
    },
    before: neighbours(at - before, at),
    after: neighbours(at + 1, at + 1 + after),
  };
};

export const traceEvent = (snapshot: Snapshot, name: string, seq: number): EventTrace => {
  const session = snapshot.session(name);
  const event = snapshot.event(session, seq);
  const relations = relateEvent(event.event, {
    session: name,
    fold: session.fold,
    events: session.events.map((one) => one.event),
    copyOf: event.copyOf,
    copies: snapshot.copiesOf(session, event).map(addressOf),
  });
  const record = (one: ReferenceEvent): EventRecord => snapshot.record({ session, event: one }, undefined);
  const records = (seqs: readonly number[]): readonly EventRecord[] =>
    seqs.flatMap((one) => session.events.filter((other) => other.event.seq === one).map(record));
  const chain = records(relations.replacementChain);
  return {
    session: session.record,
    target: record(event),
    replacedBy: chain[0] ?? null,
    replacementChain: chain,
    replaces: records(relations.replaces),
    sources: relations.sources,
    derived: relations.derived,
    // The protocol's own captures hold updates as they came, and nothing of what became of them.
    recorded: session.record.wire !== "acp",
  };
};

/** Events that pass, ascending. The request was checked. */
export const filterEvents = (snapshot: Snapshot, request: FilterEventsRequest): readonly ReferenceEvent[] => {
  const session = snapshot.session(request.session);
  const pattern = literalPattern(request.text ?? "");
  return session.events.filter(
    (event) =>
      matchesEvent(
        { ...event.event, ...snapshot.state({ session, event }, undefined) },
        request.events ?? {},
        "include",
      ) &&
      (pattern === null || pattern.test(event.text)),
  );
};

const transcriptEvent = (snapshot: Snapshot, member: Member, caller: QueryCaller | undefined): TranscriptEvent => {
  const { seq, parentSeq, type, role, createdAt, logOnly } = member.event.event;
  return {
    ...snapshot.state(member, caller),
    seq,
    resultSeq: snapshot.resultOf(member.session, member.event.event)?.seq ?? null,
    parentSeq,
    type,
    role,
    createdAt,
    logOnly: logOnly === true,
  };
};

const generationOf = ({ events, fold }: ReferenceSession): string =>
  createHash("sha256")
    .update(JSON.stringify([fold, events.map(({ event, text }) => [event.seq, event.key, event.origin, text])]))
    .digest("base64url");

export const transcriptOf = (snapshot: Snapshot, name: string): TranscriptFacts => {
  const session = snapshot.session(name);
  return {
    session: session.record,
    fold: session.fold,
    events: session.events.map((event) => transcriptEvent(snapshot, { session, event }, undefined)),
    generation: generationOf(session),
  };
};

/** Code points `from` to `to` of an event's document. */
export const documentSlice = (
  snapshot: Snapshot,
  name: string,
  seq: number,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): DocumentSlice => {
  const session = snapshot.session(name);
  const member = { session, event: snapshot.event(session, seq) };
  const record = snapshot.record(member, undefined);
  const points = [...snapshot.document(member, true)];
  return {
    seq,
    text: points.slice(from, to).join(""),
    key: record.key,
    tool: record.tool,
    author: record.author,
    totalChars: points.length,
  };
};
