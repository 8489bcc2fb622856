/** Owns answers about single events and transcripts: exact reads, filters, relations, documents. */
import {
  type DocumentSlice,
  type EventContent,
  type EventFilters,
  type EventRead,
  type EventRecord,
  type EventTrace,
  type FilterEventsRequest,
  type FilteredEvents,
  type Neighbour,
  type QueryCaller,
  type ReadEventRequest,
  ReadFailed,
  type RelatedEvent,
  relateEvent,
  StaleCursor,
  type TranscriptEvent,
  type TranscriptFacts,
} from "@backscroll/corpus";
import { documentOf, eventTypes, expandLarge, expandLargeValue, type Slot, slotText } from "@backscroll/wire";
import { AnswerCache, staleAnswer } from "./cursors.ts";
import { type EventRow, eventFlags, roleOf, sourceSeqsOf } from "./event-row.ts";
import type { Reader } from "./reader.ts";
import type { SessionRecordRow } from "./session-row.ts";

const neighbourChars = 1000;
const defaultLimit = 20;

/** The first code points of a text. */
const startOf = (text: string, chars: number): string => {
  // A code point is at most two units.
  const points = [...text.slice(0, chars * 2)];
  return points.length > chars || text.length > chars * 2 ? points.slice(0, chars).join("") : text;
};

const literalPattern = (text: string): RegExp =>
  new RegExp(
    text
      .trim()
      .split(/\s+/u)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("\\s+"),
    "iu",
  );

export class EventReader {
  readonly #reader: Reader;
  readonly #pages = new AnswerCache<readonly number[]>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  #recorded(session: SessionRecordRow, row: EventRow): Slot {
    const slot = this.#reader.slot(session, row);
    if (slot === null) {
      throw new ReadFailed({
        session: session.name,
        message: `Event ${this.#reader.addresses.seqOf(row.id)} of session "${session.name}" is not where it was indexed; its log changed just now. Ask again.`,
      });
    }
    return slot;
  }

  #slot(session: SessionRecordRow, row: EventRow): Slot {
    return this.#reader.withCallName(session, row, this.#recorded(session, row));
  }

  #record(session: SessionRecordRow, row: EventRow, caller?: QueryCaller): EventRecord {
    return this.#reader.eventRecord(session, row, this.#reader.slot(session, row), caller);
  }

  /** The text of an event by itself: a paired result's is its output, for its call is recorded elsewhere. */
  #ownText(session: SessionRecordRow, row: EventRow, slot: Slot): string {
    const { source } = this.#reader.source(session);
    return expandLarge(row.call === null ? documentOf(slot) : slotText(slot), source);
  }

  /** The document at an event's address: a paired call's with its result. */
  #document(session: SessionRecordRow, row: EventRow, slot: Slot): string {
    const isCall = slot.type === eventTypes.toolCall;
    const result = isCall ? this.#reader.resultOf(session, this.#reader.addresses.seqOf(row.id)) : undefined;
    if (result === undefined) return this.#ownText(session, row, slot);
    return expandLarge(documentOf(slot, this.#slot(session, result)), this.#reader.source(session).source);
  }

  readEvent(request: ReadEventRequest): EventRead {
    const reader = this.#reader;
    const session = reader.session(request.session);
    const row = reader.event(session, request.seq);
    const slot = this.#slot(session, row);
    const source = reader.source(session);
    const record = source.record(row);
    const event: EventContent = {
      ...reader.eventRecord(session, row, slot, request.caller),
      origin: { start: row.start, end: row.start + row.length, path: session.path },
      pointer: slot.pointer,
      record: record === null ? null : expandLargeValue(record, source.source),
      document: this.#document(session, row, slot),
    };
    const window = (from: number, to: number): readonly Neighbour[] =>
      from > to
        ? []
        : [...reader.rows(session, from, to)].map((neighbour) => this.#neighbour(session, neighbour, request.caller));
    const before = request.before ?? 0;
    const after = request.after ?? 0;
    return {
      session: reader.record(session),
      event,
      before: window(Math.max(1, request.seq - before), request.seq - 1),
      after: window(request.seq + 1, request.seq + after),
    };
  }

  #neighbour(session: SessionRecordRow, row: EventRow, caller: QueryCaller | undefined): Neighbour {
    const slot = this.#reader.slot(session, row);
    const record = this.#reader.eventRecord(session, row, slot, caller);
    return { ...record, text: slot === null ? "" : startOf(this.#ownText(session, row, slot), neighbourChars) };
  }

  #accepts(session: SessionRecordRow, row: EventRow, filters: EventFilters): boolean {
    const { addresses, types } = this.#reader;
    const seq = addresses.seqOf(row.id);
    const { time, types: wanted, roles, surfaces, branches, echo } = filters;
    if (filters.seq?.from !== undefined && seq < filters.seq.from) return false;
    if (filters.seq?.to !== undefined && seq > filters.seq.to) return false;
    if (time !== undefined) {
      if (row.time === null) return false;
      if (row.time < (time.from ?? Number.NEGATIVE_INFINITY) || row.time > (time.to ?? Number.POSITIVE_INFINITY))
        return false;
    }
    const type = types.nameOf(row.type).toLowerCase();
    if (wanted !== undefined && !wanted.some((name) => name.toLowerCase() === type)) return false;
    const role = roleOf(row.flags);
    if (roles !== undefined && (role === null || !roles.includes(role))) return false;
    const isEcho = (row.flags & eventFlags.echo) !== 0;
    if ((echo === "exclude" && isEcho) || (echo === "only" && !isEcho)) return false;
    if (surfaces === undefined && branches === undefined) return true;
    const state = this.#reader.state(session, row, undefined);
    return (surfaces?.includes(state.surface) ?? true) && (branches?.includes(state.branch) ?? true);
  }

  filterEvents(request: FilterEventsRequest): FilteredEvents {
    const reader = this.#reader;
    const session = reader.session(request.session);
    const { cursor, ...identity } = request;
    const filters = request.events ?? {};
    const pattern = request.text === undefined || request.text.trim() === "" ? null : literalPattern(request.text);
    const opened = this.#pages.open({ ...identity, live: reader.live }, cursor, reader.generation, () => {
      const found: number[] = [];
      for (const row of reader.rows(session, filters.seq?.from, filters.seq?.to)) {
        reader.checkpoint();
        if (!this.#accepts(session, row, filters)) continue;
        if (pattern !== null) {
          const text = slotText(this.#recorded(session, row));
          if (!pattern.test(expandLarge(text, reader.source(session).source))) continue;
        }
        found.push(row.id);
      }
      return found;
    });
    const limit = request.limit ?? defaultLimit;
    const events = opened.answer.slice(opened.offset, opened.offset + limit).map((id) => {
      const row = reader.eventById(id);
      if (row === undefined) throw staleAnswer();
      return this.#record(session, row, request.caller);
    });
    const end = opened.offset + limit;
    return {
      session: reader.record(session),
      events,
      nextCursor: end < opened.answer.length ? opened.next(end) : null,
    };
  }

  traceEvent(id: string, seq: number): EventTrace {
    const reader = this.#reader;
    const session = reader.session(id);
    const row = reader.event(session, seq);
    const related = (one: EventRow): RelatedEvent => ({
      seq: reader.addresses.seqOf(one.id),
      callSeq: one.call,
      sourceSeqs: sourceSeqsOf(one),
    });
    const relations = relateEvent(related(row), {
      session: session.name,
      fold: reader.fold(session),
      events: [...reader.rows(session)].map(related),
      copyOf: reader.copyOf(session, seq),
      copies: this.#copiesOf(session, seq),
    });
    const records = (seqs: readonly number[]): readonly EventRecord[] =>
      seqs.flatMap((one) => {
        const found = reader.findEvent(session, one);
        return found === undefined ? [] : [this.#record(session, found)];
      });
    const chain = records(relations.replacementChain);
    return {
      session: reader.record(session),
      target: this.#record(session, row),
      replacedBy: chain[0] ?? null,
      replacementChain: chain,
      replaces: records(relations.replaces),
      sources: relations.sources,
      derived: relations.derived,
      recorded: session.wire !== "acp",
    };
  }

  /** Events of other sessions that are copies of this one. */
  #copiesOf(session: SessionRecordRow, seq: number): readonly { readonly session: string; readonly seq: number }[] {
    const target = this.#reader.addresses.rowOf(session.id, seq);
    const rows = this.#reader.database
      .prepare("SELECT * FROM session WHERE copies IS NOT NULL ORDER BY name")
      .all() as SessionRecordRow[];
    return rows.flatMap((row) => {
      const copy = this.#reader.originals(row).get(target);
      return copy === undefined ? [] : [{ session: row.name, seq: copy }];
    });
  }

  transcript(id: string): TranscriptFacts {
    const reader = this.#reader;
    const session = reader.session(id);
    const results = new Map<number, number>();
    const rows = [...reader.rows(session)];
    for (const row of rows) if (row.call !== null) results.set(row.call, reader.addresses.seqOf(row.id));
    let record = 0;
    const events = rows.map((row): TranscriptEvent => {
      reader.checkpoint();
      const seq = reader.addresses.seqOf(row.id);
      const parentSeq = row.parent ?? record;
      if (row.part === 0) record = seq;
      return {
        ...reader.state(session, row, undefined),
        seq,
        resultSeq: results.get(seq) ?? null,
        parentSeq,
        type: reader.types.nameOf(row.type),
        role: roleOf(row.flags),
        createdAt: row.time,
        logOnly: (row.flags & eventFlags.logOnly) !== 0,
      };
    });
    return {
      session: reader.record(session),
      fold: reader.fold(session),
      events,
      generation: this.#observed(session),
    };
  }

  /** Names the decoding of the session's log that its addresses come from: kept by growth, changed by rewriting. */
  #observed(session: SessionRecordRow): string {
    return `${session.id}.${session.decoded}`;
  }

  document(id: string, seq: number, generation: string, from = 0, to = Number.MAX_SAFE_INTEGER): DocumentSlice {
    const reader = this.#reader;
    const session = reader.session(id);
    if (this.#observed(session) !== generation) {
      throw new StaleCursor({
        message: `The log of session "${id}" was rewritten since it was opened; open it again.`,
      });
    }
    const row = reader.event(session, seq);
    const slot = this.#slot(session, row);
    const text = this.#document(session, row, slot);
    const slice = sliceCodePoints(text, from, to);
    return {
      seq,
      text: slice.text,
      key: slot.key,
      tool: slot.tool ?? null,
      author: slot.author ?? null,
      totalChars: slice.total,
    };
  }
}

/** The part between two code points, and how many the whole has. Makes no list of them: a text may be very long. */
const sliceCodePoints = (text: string, from: number, to: number): { readonly text: string; readonly total: number } => {
  let total = 0;
  let start = text.length;
  let end = text.length;
  for (let unit = 0; unit < text.length; total++) {
    if (total === from) start = unit;
    if (total === to) end = unit;
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }
  return { text: text.slice(start, end), total };
};
