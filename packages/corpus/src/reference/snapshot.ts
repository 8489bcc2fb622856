/** Owns one observation of everything that was decoded: sessions by name, events by seq, copies with their originals. */
import { documentOf, eventTypes, expandLarge, foldEventOf, hasLargeMark, type LinkedEvent } from "@backscroll/wire";
import { EventNotFound, ReadFailed, SessionNotFound } from "../errors.ts";
import { eventState } from "../event-state.ts";
import type { EventAddress, EventRecord, EventState, SessionRecord, SkippedSource } from "../records.ts";
import type { QueryCaller } from "../requests.ts";
import { readSource } from "./decode-sources.ts";
import type { ReferenceEvent, ReferenceSession } from "./relate-sessions.ts";

/** An event with its session. */
export interface Member {
  readonly session: ReferenceSession;
  readonly event: ReferenceEvent;
}

/** A session that is live: the key at which its program stands, null for the log's end. */
export type LiveHeads = ReadonlyMap<string, string | null>;

const addressOf = ({ session, seq }: EventAddress): string => `${session}:${seq}`;

export class Snapshot {
  readonly sessions: readonly ReferenceSession[];
  readonly skipped: readonly SkippedSource[];
  readonly #byName: ReadonlyMap<string, ReferenceSession>;
  /** Every event by address; copies, oldest session first, by their original's. */
  readonly #copies = new Map<string, Member[]>();

  constructor(sessions: readonly ReferenceSession[], skipped: readonly SkippedSource[], live: LiveHeads) {
    this.sessions = sessions.map((session) => {
      const { record, log, events } = session;
      const head = live.get(record.session);
      if (head === undefined) return session;
      const at = events.findLast(({ event }) => event.key === head)?.event.seq;
      const folded =
        at === undefined
          ? log.fold
          : log.decoder.fold(
              events.map(({ event }) => foldEventOf(event)),
              at,
            );
      return { ...session, record: { ...record, availability: ["live", "persisted"] }, fold: folded };
    });
    this.skipped = skipped;
    this.#byName = new Map(this.sessions.map((session) => [session.record.session, session]));
    const oldestFirst = [...this.sessions].sort((one, other) => {
      const difference =
        (one.record.createdAt ?? Number.POSITIVE_INFINITY) - (other.record.createdAt ?? Number.POSITIVE_INFINITY);
      return difference || (one.record.session < other.record.session ? -1 : 1);
    });
    for (const session of oldestFirst) {
      for (const event of session.events) {
        if (event.copyOf === null) continue;
        const address = addressOf(event.copyOf);
        const list = this.#copies.get(address) ?? [];
        list.push({ session, event });
        this.#copies.set(address, list);
      }
    }
  }

  find(name: string): ReferenceSession | undefined {
    return this.#byName.get(name);
  }

  session(name: string): ReferenceSession {
    const session = this.find(name);
    if (session === undefined) throw new SessionNotFound({ session: name, message: `There is no session "${name}".` });
    return session;
  }

  event(session: ReferenceSession, seq: number): ReferenceEvent {
    const event = session.events.find((one) => one.event.seq === seq);
    if (event !== undefined) return event;
    const name = session.record.session;
    const first = session.events[0]?.event.seq ?? 0;
    const last = session.events[session.events.length - 1]?.event.seq ?? 0;
    const message = `Session "${name}" has no event ${seq}; its events are ${first} to ${last}.`;
    throw new EventNotFound({ session: name, seq, first, last, message });
  }

  /** An event's copies, oldest session first. */
  copiesOf(session: ReferenceSession, event: ReferenceEvent): readonly Member[] {
    return this.#copies.get(addressOf({ session: session.record.session, seq: event.event.seq })) ?? [];
  }

  #inContext(member: Member, surface: string, caller: QueryCaller | undefined): boolean | null {
    const { session, event } = member;
    if (caller === undefined) return null;
    if (caller.session === session.record.session) return surface === "current";
    const own = this.find(caller.session);
    if (own === undefined) return null;
    const original = event.copyOf ?? { session: session.record.session, seq: event.event.seq };
    const ownEvents = own.events.filter((one) => {
      const address = one.copyOf ?? { session: own.record.session, seq: one.event.seq };
      return addressOf(address) === addressOf(original);
    });
    return ownEvents.some((one) => this.state({ session: own, event: one }, undefined).surface === "current");
  }

  state(member: Member, caller: QueryCaller | undefined): EventState {
    const { session, event } = member;
    const { parent } = session.record;
    const facts = {
      seq: event.event.seq,
      logOnly: event.event.logOnly === true,
      callSeq: event.event.callSeq,
      truncated: event.event.tool?.outputTruncated === true,
      echo: event.event.echo === true,
      subagentOf: parent?.kind === "subagent" ? parent.session : null,
      copyOf: event.copyOf,
    };
    return eventState(session.fold, facts, (surface) => this.#inContext(member, surface, caller));
  }

  record(member: Member, caller: QueryCaller | undefined): EventRecord {
    const event = this.#withCallName(member.session, member.event.event);
    return {
      session: member.session.record.session,
      seq: event.seq,
      ...this.state(member, caller),
      key: event.key,
      type: event.type,
      role: event.role,
      createdAt: event.createdAt,
      tool: event.tool ?? null,
      author: event.author ?? null,
    };
  }

  /** A result's tool is named by its call where it does not say. */
  #withCallName(session: ReferenceSession, event: LinkedEvent): LinkedEvent {
    if (event.callSeq === null || (event.tool?.name ?? null) !== null) return event;
    const name = session.events.find((one) => one.event.seq === event.callSeq)?.event.tool?.name ?? null;
    return name === null ? event : { ...event, tool: { ...event.tool, name } };
  }

  resultOf(session: ReferenceSession, call: LinkedEvent): LinkedEvent | undefined {
    return session.events.find((one) => one.event.callSeq === call.seq)?.event;
  }

  /** The document at an event's address; with `paired`, a call's holds its result. */
  document({ session, event }: Member, paired: boolean): string {
    const slot = event.event;
    if (slot.callSeq !== null) return event.text;
    const result = paired && slot.type === eventTypes.toolCall ? this.resultOf(session, slot) : undefined;
    const document = documentOf(slot, result);
    if (!hasLargeMark(document)) return document;
    return this.read(session, (bytes) => expandLarge(document, bytes));
  }

  /** Reads a session's source again. */
  read<A>({ record, log }: ReferenceSession, work: Parameters<typeof readSource<A>>[2]): A {
    try {
      return readSource(log.source, log.decoder, work);
    } catch {
      throw new ReadFailed({
        session: record.session,
        message: `The log of session "${record.session}" cannot be read now.`,
      });
    }
  }
}

/** Newest first, unknown creation last, then by id. */
export const newestFirst = (one: SessionRecord, other: SessionRecord): number => {
  const difference = (other.createdAt ?? Number.NEGATIVE_INFINITY) - (one.createdAt ?? Number.NEGATIVE_INFINITY);
  return difference || (one.session < other.session ? -1 : 1);
};
