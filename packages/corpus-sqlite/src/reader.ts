/**
 * Owns one consistent look at the index: rows of sessions and events, their folds, their records and documents. Every
 * answer is made inside one snapshot. Does not own what is asked.
 */
import {
  Aborted,
  CorruptSession,
  type EventAddress,
  EventNotFound,
  type EventRecord,
  type EventState,
  originalOf,
  type QueryCaller,
  ReadFailed,
  SessionNotFound,
  type SessionRecord,
} from "@backscroll/corpus";
import { beforeCompaction, branchOf, type Decoder, type Fold, keyHash, type Slot, surfaceOf } from "@backscroll/wire";
import { Addresses } from "./address.ts";
import { type EventRow, EventTypeTable, eventFlags, foldEvents, roleOf, rowsAtOnce, rowsInRange } from "./event-row.ts";
import { SourceReader } from "./read-event.ts";
import { type IndexDatabase, readGeneration } from "./schema.ts";
import {
  readCopies,
  readFold,
  type SessionCopies,
  type SessionRecordRow,
  type SessionRow,
  sessionRecord,
  sessionRecordQuery,
} from "./session-row.ts";
import { readState, type SourceRow } from "./source-row.ts";

/** A live session as the engine is told of it with each call. */
export interface LiveMark {
  readonly session: string;
  /** Key of the record at which the running program stands, null for the log's end. */
  readonly head: string | null;
}

const openSources = 8;

export class Reader {
  readonly database: IndexDatabase;
  readonly addresses: Addresses;
  readonly types: EventTypeTable;
  readonly decoders: ReadonlyMap<string, Decoder>;
  /** Throws `Aborted` once the caller gave up. */
  readonly checkpoint: () => void;
  #generation = -1;
  #observed = 0;
  #live: readonly LiveMark[] = [];
  #liveNames = new Set<string>();
  #rows = new Map<number, SessionRecordRow>();
  #folds = new Map<number, Fold>();
  #names = new Map<string, SessionRecordRow | undefined>();
  #copies = new Map<number, SessionCopies | null>();
  #originals = new Map<number, ReadonlyMap<number, number>>();
  #sources = new Map<number, SourceReader>();
  readonly #statements;

  constructor(database: IndexDatabase, decoders: readonly Decoder[], isAborted: () => boolean) {
    this.database = database;
    this.addresses = new Addresses(database);
    this.types = new EventTypeTable(database);
    this.decoders = new Map(decoders.map((decoder) => [decoder.wire, decoder]));
    this.checkpoint = () => {
      if (isAborted()) throw new Aborted({ message: "The query was stopped before it was done." });
    };
    database.function("lowered", { deterministic: true }, (text) => String(text).toLowerCase());
    this.#statements = {
      byName: database.prepare(`${sessionRecordQuery} WHERE session.name = ?`),
      byId: database.prepare(`${sessionRecordQuery} WHERE session.id = ?`),
      event: database.prepare("SELECT * FROM event WHERE id = ?"),
      events: database.prepare(`SELECT * FROM event WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ${rowsAtOnce}`),
      byKey: database.prepare("SELECT min(id) FROM event WHERE key = ? AND id BETWEEN ? AND ?").pluck(),
      source: database.prepare("SELECT * FROM source WHERE id = ?"),
      // A result names its call; a call's result is looked for among what follows it.
      results: database.prepare("SELECT * FROM event WHERE id BETWEEN ? AND ? AND call = ? ORDER BY id LIMIT 1"),
    };
  }

  /** Changes with everything that an answer depends on: what is indexed, and where running programs stand. */
  get generation(): number {
    return this.#observed;
  }

  /** Runs `work` on one snapshot. */
  snapshot<A>(live: readonly LiveMark[], work: () => A): A {
    return this.database.transaction(() => {
      const generation = readGeneration(this.database);
      const liveKey = JSON.stringify(live);
      if (generation !== this.#generation || liveKey !== JSON.stringify(this.#live)) {
        this.#generation = generation;
        this.#observed++;
        this.#live = live;
        this.#liveNames = new Set(live.map((mark) => mark.session));
        this.#rows.clear();
        this.#folds.clear();
        this.#names.clear();
        this.#copies.clear();
        this.#originals.clear();
        this.closeSources();
        this.addresses.reload();
        this.types.reload();
      }
      return work();
    })();
  }

  /** What is live, as part of a request's identity: answers change with it. */
  get live(): readonly LiveMark[] {
    return this.#live;
  }

  get liveNames(): ReadonlySet<string> {
    return this.#liveNames;
  }

  closeSources(): void {
    for (const source of this.#sources.values()) source.close();
    this.#sources.clear();
  }

  sessionById(id: number): SessionRecordRow {
    let row = this.#rows.get(id);
    if (row === undefined) {
      row = this.#statements.byId.get(id) as SessionRecordRow;
      this.#rows.set(id, row);
    }
    return row;
  }

  findSession(name: string): SessionRecordRow | undefined {
    if (!this.#names.has(name))
      this.#names.set(name, this.#statements.byName.get(name) as SessionRecordRow | undefined);
    return this.#names.get(name);
  }

  /** The session, or `SessionNotFound`. */
  session(name: string): SessionRecordRow {
    const row = this.findSession(name);
    if (row === undefined) throw new SessionNotFound({ session: name, message: `There is no session "${name}".` });
    return row;
  }

  record(row: SessionRecordRow): SessionRecord {
    return sessionRecord(row, this.decoders, this.#liveNames.has(row.name));
  }

  /** The session's fold; a live session's follows the running program's own cursor. */
  fold(row: SessionRow): Fold {
    let fold = this.#folds.get(row.id);
    if (fold === undefined) {
      const head = this.#live.find((mark) => mark.session === row.name)?.head ?? null;
      fold = (head === null ? null : this.#foldAt(row, head)) ?? readFold(row);
      this.#folds.set(row.id, fold);
    }
    return fold;
  }

  #foldAt(row: SessionRow, key: string): Fold | null {
    const decoder = this.decoders.get(row.wire);
    const head = this.seqOfKey(row, key);
    if (decoder === undefined || head === null) return null;
    return decoder.fold(
      foldEvents(this.rows(row), (id) => this.addresses.seqOf(id), this.types),
      head,
    );
  }

  seqOfKey(row: SessionRow, key: string): number | null {
    for (const range of this.addresses.rangesOf(row.id)) {
      const id = this.#statements.byKey.get(keyHash(key), range.from, range.to) as number | null;
      if (id !== null) return this.addresses.seqOf(id);
    }
    return null;
  }

  /** Rows of a session, ascending, bounds inclusive. */
  *rows(session: SessionRow, from = 0, to = Number.MAX_SAFE_INTEGER): Generator<EventRow> {
    for (const range of this.addresses.rangesOf(session.id, from, Math.min(to, session.last_seq))) {
      yield* rowsInRange(range, (first, last) => this.#statements.events.all(first, last) as EventRow[]);
    }
  }

  findEvent(session: SessionRow, seq: number): EventRow | undefined {
    return this.#statements.event.get(this.addresses.rowOf(session.id, seq)) as EventRow | undefined;
  }

  eventById(id: number): EventRow | undefined {
    return this.#statements.event.get(id) as EventRow | undefined;
  }

  /** The event, or `EventNotFound` with the seqs that there are. */
  event(session: SessionRow, seq: number): EventRow {
    const row = this.findEvent(session, seq);
    if (row === undefined) {
      throw new EventNotFound({
        session: session.name,
        seq,
        first: 1,
        last: session.last_seq,
        message: `Session "${session.name}" has no event ${seq}; its events are 1 to ${session.last_seq}.`,
      });
    }
    return row;
  }

  /** The result that answers a call, undefined where there is none. */
  resultOf(session: SessionRow, callSeq: number): EventRow | undefined {
    for (const range of this.addresses.rangesOf(session.id, callSeq + 1, session.last_seq)) {
      const row = this.#statements.results.get(range.from, range.to, callSeq) as EventRow | undefined;
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** The open source of a session. Throws `ReadFailed` where it cannot be opened. */
  source(session: SessionRow): SourceReader {
    let reader = this.#sources.get(session.source);
    if (reader === undefined) {
      const row = this.#statements.source.get(session.source) as SourceRow;
      const decoder = this.decoders.get(session.wire);
      const state = readState(row);
      if (decoder === undefined || state === null) {
        throw new CorruptSession({
          session: session.name,
          message: `Session "${session.name}" cannot be decoded here.`,
        });
      }
      try {
        reader = new SourceReader(decoder, { path: row.path, place: row.place }, state);
      } catch {
        throw new ReadFailed({
          session: session.name,
          message: `The log of session "${session.name}" cannot be read now.`,
        });
      }
      if (this.#sources.size >= openSources) {
        const [oldest] = this.#sources;
        if (oldest !== undefined) {
          oldest[1].close();
          this.#sources.delete(oldest[0]);
        }
      }
      this.#sources.set(session.source, reader);
    }
    return reader;
  }

  /** The slot of an event as its log holds it, null where the log changed under the index. */
  slot(session: SessionRow, row: EventRow): Slot | null {
    return this.source(session).slot(row);
  }

  /** Name of the tool that a result answers, from its call where the result does not say. */
  withCallName(session: SessionRow, row: EventRow, slot: Slot): Slot {
    if (row.call === null || (slot.tool?.name ?? null) !== null) return slot;
    const call = this.findEvent(session, row.call);
    const name = call === undefined ? null : (this.slot(session, call)?.tool?.name ?? null);
    return name === null ? slot : { ...slot, tool: { ...slot.tool, name } };
  }

  copies(session: SessionRow): SessionCopies | null {
    let copies = this.#copies.get(session.id);
    if (copies === undefined) {
      copies = readCopies(session);
      this.#copies.set(session.id, copies);
    }
    return copies;
  }

  /** The original of an event, followed to the session that is no copy; null where it is no copy. */
  copyOf(session: SessionRow, seq: number): EventAddress | null {
    let copies = this.copies(session);
    let original = copies === null ? null : originalOf(copies.ranges, seq);
    let address: EventAddress | null = null;
    for (let hops = 0; copies !== null && original !== null && hops < 64; hops++) {
      address = { session: copies.origin, seq: original };
      const origin = this.findSession(copies.origin);
      copies = origin === undefined ? null : this.copies(origin);
      original = copies === null ? null : originalOf(copies.ranges, original);
    }
    return address;
  }

  /** Rows of the originals of a session's copied events, with the copies' seqs. */
  originals(session: SessionRow): ReadonlyMap<number, number> {
    let originals = this.#originals.get(session.id);
    if (originals === undefined) {
      const found = new Map<number, number>();
      for (const range of this.copies(session)?.ranges ?? []) {
        for (let seq = range.from; seq <= range.to; seq++) {
          const address = this.copyOf(session, seq);
          const origin = address === null ? undefined : this.findSession(address.session);
          if (origin !== undefined && address !== null) found.set(this.addresses.rowOf(origin.id, address.seq), seq);
        }
      }
      originals = found;
      this.#originals.set(session.id, originals);
    }
    return originals;
  }

  /** Whether an event is in the caller's context: its own current events, and originals of what it copied. */
  #inContext(session: SessionRow, seq: number, surface: string, caller: QueryCaller | undefined): boolean | null {
    if (caller === undefined) return null;
    if (caller.session === session.name) return surface === "current";
    const own = this.findSession(caller.session);
    if (own === undefined) return null;
    const root = this.copyOf(session, seq);
    const rootSession = root === null ? session : this.findSession(root.session);
    if (rootSession === undefined) return false;
    const rootRow = this.addresses.rowOf(rootSession.id, root?.seq ?? seq);
    const copy = rootSession.id === own.id ? (root?.seq ?? seq) : this.originals(own).get(rootRow);
    const row = copy === undefined ? undefined : this.findEvent(own, copy);
    if (copy === undefined || row === undefined) return false;
    return surfaceOf(this.fold(own), copy, (row.flags & eventFlags.logOnly) !== 0) === "current";
  }

  state(session: SessionRow, row: EventRow, caller: QueryCaller | undefined): EventState {
    const fold = this.fold(session);
    const seq = this.addresses.seqOf(row.id);
    const surface = surfaceOf(fold, seq, (row.flags & eventFlags.logOnly) !== 0);
    return {
      branch: branchOf(fold, seq),
      surface,
      beforeCompaction: beforeCompaction(fold, seq),
      inContext: this.#inContext(session, seq, surface, caller),
      subagentOf: session.parent_kind === "subagent" ? session.parent : null,
      copyOf: this.copyOf(session, seq),
      callSeq: row.call,
      truncated: (row.flags & eventFlags.truncated) !== 0,
      echo: (row.flags & eventFlags.echo) !== 0,
    };
  }

  eventRecord(session: SessionRow, row: EventRow, slot: Slot | null, caller: QueryCaller | undefined): EventRecord {
    const named = slot === null ? null : this.withCallName(session, row, slot);
    return {
      session: session.name,
      seq: this.addresses.seqOf(row.id),
      ...this.state(session, row, caller),
      key: slot?.key ?? "",
      type: this.types.nameOf(row.type),
      role: roleOf(row.flags),
      createdAt: row.time,
      tool: named?.tool ?? null,
      author: slot?.author ?? null,
    };
  }
}
