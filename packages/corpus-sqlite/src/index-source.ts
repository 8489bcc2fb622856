/**
 * Owns bringing one source into the index: recognising it, telling growth from rewriting, decoding what is new,
 * writing its rows. Runs inside the caller's transaction. Does not own which sources are looked at, nor in what order.
 */
import { CopyMatcher, type CorpusChange, type FoundFile, isOrigin } from "@backscroll/corpus";
import {
  type ByteSource,
  type DecodeProgress,
  type Decoder,
  type DecodeState,
  decodeStream,
  detectSource,
  type Fold,
  type FrameProblem,
  keyHash,
  type LinkedEvent,
  openSource,
  parseSessionId,
  plainFold,
  type SessionFacts,
  type SourceDetection,
  sessionId,
  sessionTitleKey,
} from "@backscroll/wire";
import type { Addresses } from "./address.ts";
import {
  type EventRow,
  type EventTypeTable,
  foldEvents,
  packEvent,
  roleOf,
  rowsAtOnce,
  rowsInRange,
  withRole,
} from "./event-row.ts";
import { type LedgerEntry, type LedgerStore, SessionLedger } from "./ledger.ts";
import { SourceReader } from "./read-event.ts";
import { type IndexDatabase, readGeneration } from "./schema.ts";
import { readCopies, readFold, type SessionCopies, type SessionRow, type StoredFacts } from "./session-row.ts";
import { extendChecksum, samplePrefix } from "./source-check.ts";
import {
  isUnchanged,
  noProblems,
  packState,
  readState,
  type SourceProblems,
  type SourceRow,
  type SourceStatus,
} from "./source-row.ts";
import type { TextRows } from "./text-rows.ts";

/** A source is taken in pieces of about this many bytes, each its own transaction. */
const pieceBytes = 16_777_216;

export interface IndexOutcome {
  /** False where more of the source waits for a further call. */
  readonly finished: boolean;
  readonly decodedBytes: number;
  readonly changes: readonly CorpusChange[];
  /** Ids of sources that must be decoded again because this one has the originals of their events. */
  readonly dirty: readonly number[];
}

export interface SourceIndexerParts {
  readonly database: IndexDatabase;
  readonly decoders: readonly Decoder[];
  /** Names the set of decoders; stored with files that none of them knows, which are asked again when it changes. */
  readonly fingerprint: number;
  readonly types: EventTypeTable;
  readonly addresses: Addresses;
  readonly texts: TextRows;
  readonly ledgers: LedgerStore;
  /** A number that no session or block has. */
  readonly nextId: () => number;
  readonly shouldStop: () => boolean;
}

interface LaneProgress {
  readonly lane: string;
  readonly session: number;
  readonly row: SessionRow | null;
  firstSeq: number;
  lastSeq: number;
  events: number;
  lastEventAt: number | null;
  firstEventAt: number | null;
  previousRecord: number;
  /** Every new event follows the one before, so that the fold only grows at its end. */
  linear: boolean;
  ledger: SessionLedger | null;
  matcher: CopyMatcher | null;
  /** Under which its events are indexed. */
  readonly cwd: string | null;
  /** Only events that say so themselves are copies: equal keys may be chance. */
  markedCopies: boolean;
}

/** The ledger of a lane of the source that is being decoded. */
type LedgerOfLane = (lane: string) => SessionLedger | null;

interface Head {
  readonly facts: SessionFacts;
  readonly name: string;
  /** Key of the first conversation record, null where the head has none. */
  readonly firstKey: number | null;
}

const emptyFile = (file: FoundFile, decoders: readonly Decoder[]): SourceDetection => {
  const decoder = decoders.find((candidate) => candidate.wire === file.wire);
  return decoder === undefined
    ? { kind: "unknown", reason: "the file is empty" }
    : { kind: "empty", reason: "the file is empty", decoder, mode: "lines" };
};

const linearRoles: ReadonlySet<string | null> = new Set(["user", "assistant", "tool"]);

/** As a decoder's version: the source must be decoded again whatever its file says. */
const dirtyVersion = -1;

export class SourceIndexer {
  readonly #parts: SourceIndexerParts;
  /** Folders that lanes of a source had in its last decoding, while it is decoded again piece by piece. */
  readonly #folders = new Map<number, ReadonlyMap<string, string | null>>();
  readonly #statements;

  constructor(parts: SourceIndexerParts) {
    this.#parts = parts;
    const { database } = parts;
    this.#statements = {
      // Plain inserts and updates, no upserts: see `insertEvent`.
      insertSource: database.prepare(`
        INSERT INTO source (path, place, wire, decoder_version, size, modified_at, changed_at, inode, device, consumed, checksum, samples, state, status, message, problems, complete)
        VALUES (@path, @place, @wire, @decoder_version, @size, @modified_at, @changed_at, @inode, @device, @consumed, @checksum, @samples, @state, @status, @message, @problems, @complete)`),
      updateSource: database.prepare(`
        UPDATE source SET place = @place, wire = @wire, decoder_version = @decoder_version, size = @size, modified_at = @modified_at, changed_at = @changed_at, inode = @inode, device = @device, consumed = @consumed, checksum = @checksum, samples = @samples, state = @state, status = @status, message = @message, problems = @problems, complete = @complete,
          trouble = NULL WHERE id = @id`),
      sourceId: database.prepare("SELECT id FROM source WHERE path = ?").pluck(),
      saveTrouble: database.prepare(`
        UPDATE source SET trouble = @trouble, decoder_version = @version, size = @size, modified_at = @modifiedAt, changed_at = @changedAt, inode = @inode, device = @device, complete = @complete
        WHERE path = @path`),
      markDirty: database.prepare("UPDATE source SET decoder_version = @version WHERE id = @id"),
      dropForeignTitles: database.prepare(`
        UPDATE session SET title = NULL WHERE own_title = 0 AND id IN (SELECT value FROM json_each(?))`),
      titledEvents: database
        .prepare(
          "SELECT event.id FROM foreign_title JOIN event ON event.key = foreign_title.key WHERE foreign_title.source = ?",
        )
        .pluck(),
      sourceByPath: database.prepare("SELECT * FROM source WHERE path = ?"),
      sourceById: database.prepare("SELECT * FROM source WHERE id = ?"),
      sessionsOfSource: database.prepare("SELECT * FROM session WHERE source = ? ORDER BY id"),
      sessionByName: database.prepare("SELECT * FROM session WHERE name = ?"),
      // Not OR REPLACE: a statement that may undo itself opens a savepoint, at which FTS5 writes out all that it holds.
      insertEvent: database.prepare(
        "INSERT INTO event (id, key, start, length, part, parent, type, flags, time, call, grouping, extra) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ),
      eventsInRange: database.prepare(`SELECT * FROM event WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ${rowsAtOnce}`),
      // Within a session's rows: short keys are the same in every session of some wires.
      eventsByKeyInRange: database
        .prepare("SELECT id FROM event WHERE key = ? AND id BETWEEN ? AND ? ORDER BY id")
        .pluck(),
      lastEventByKey: database.prepare("SELECT max(id) FROM event WHERE key = ? AND id BETWEEN ? AND ?").pluck(),
      eventsByKey: database.prepare("SELECT id FROM event WHERE key = ? ORDER BY id").pluck(),
      eventRow: database.prepare("SELECT * FROM event WHERE id = ?"),
      deleteEvents: database.prepare("DELETE FROM event WHERE id BETWEEN ? AND ?"),
      retypeEvent: database.prepare("UPDATE event SET type = ?, flags = ? WHERE id = ?"),
      deleteSession: database.prepare("DELETE FROM session WHERE id = ?"),
      deleteBlocks: database.prepare("DELETE FROM block WHERE session = ?"),
      deleteSource: database.prepare("DELETE FROM source WHERE id = ?"),
      deleteTitles: database.prepare("DELETE FROM foreign_title WHERE source = ?"),
      saveTitle: database.prepare("INSERT OR REPLACE INTO foreign_title (key, source, title) VALUES (?, ?, ?)"),
      insertSession: database.prepare(`
        INSERT INTO session (id, source, lane, name, wire, native_id, cwd, title, title_key, first_prompt, created_at, first_event_at, last_event_at, events, last_seq, decoded, parent_kind, parent, parent_path, facts, fold, awaits, copies, own_title)
        VALUES (@id, @source, @lane, @name, @wire, @native_id, @cwd, @title, @title_key, @first_prompt, @created_at, @first_event_at, @last_event_at, @events, @last_seq, @decoded, @parent_kind, @parent, @parent_path, @facts, @fold, @awaits, @copies, @own_title)`),
      updateSession: database.prepare(`
        UPDATE session SET cwd = @cwd, title = @title, first_prompt = @first_prompt, created_at = @created_at, first_event_at = @first_event_at, last_event_at = @last_event_at, events = @events, last_seq = @last_seq, parent_kind = @parent_kind, parent = @parent, parent_path = @parent_path, facts = @facts, fold = @fold, awaits = @awaits, copies = @copies, own_title = @own_title
        WHERE id = @id`),
      awaiting: database.prepare("SELECT DISTINCT source FROM session WHERE awaits = ? OR awaits = ?").pluck(),
      copying: database.prepare("SELECT DISTINCT source FROM session WHERE copies LIKE ?").pluck(),
      sourceOfPath: database
        .prepare(
          "SELECT session.name FROM session JOIN source ON source.id = session.source WHERE source.path = ? AND session.lane = ''",
        )
        .pluck(),
      duplicatesOf: database.prepare("SELECT id FROM source WHERE status = 'duplicate' AND message LIKE ?").pluck(),
    };
  }

  /** The stored row of a file. */
  rowOf(path: string): SourceRow | undefined {
    return this.#statements.sourceByPath.get(path) as SourceRow | undefined;
  }

  rowById(id: number): SourceRow | undefined {
    return this.#statements.sourceById.get(id) as SourceRow | undefined;
  }

  /** Rows of a session, ascending, a few at a time: a session may have more than fit in memory. */
  *#rowsOf(session: number): Generator<EventRow> {
    for (const range of this.#parts.addresses.rangesOf(session)) {
      yield* rowsInRange(range, (from, to) => this.#statements.eventsInRange.all(from, to) as EventRow[]);
    }
  }

  /** Makes the source be decoded again, by this refresh or, should it be stopped before, by the next. */
  markDirty(source: number): void {
    this.#statements.markDirty.run({ id: source, version: dirtyVersion });
  }

  /** Takes back the titles that a source recorded for sessions of other files. */
  #dropTitles(source: number): void {
    const events = this.#statements.titledEvents.all(source) as number[];
    if (events.length > 0) {
      const sessions = [...new Set(events.map((event) => this.#parts.addresses.sessionOf(event)))];
      this.#statements.dropForeignTitles.run(JSON.stringify(sessions));
    }
    this.#statements.deleteTitles.run(source);
  }

  /** Takes a source's sessions out of the index; gives the sources that copied from them or lost to them. */
  #deleteSessions(source: number): { readonly dirty: readonly number[]; readonly changes: readonly CorpusChange[] } {
    const dirty = new Set<number>();
    const changes: CorpusChange[] = [];
    this.#dropTitles(source);
    for (const session of this.#statements.sessionsOfSource.all(source) as SessionRow[]) {
      for (const range of this.#parts.addresses.rangesOf(session.id)) {
        this.#parts.texts.delete(range);
        this.#statements.deleteEvents.run(range.from, range.to);
      }
      this.#statements.deleteBlocks.run(session.id);
      this.#statements.deleteSession.run(session.id);
      changes.push({ session: session.name, from: 1, to: session.last_seq });
      for (const id of this.#statements.copying.all(`{"origin":${JSON.stringify(session.name)},%`) as number[])
        dirty.add(id);
    }
    this.#parts.addresses.reload();
    dirty.delete(source);
    return { dirty: [...dirty], changes };
  }

  /** Sources that gave way to the one at `path`. */
  #duplicatesOf(path: string): readonly number[] {
    return this.#statements.duplicatesOf.all(`the same session as ${path}, %`) as number[];
  }

  /** Forgets a source that is gone. */
  remove(row: SourceRow): { readonly dirty: readonly number[]; readonly changes: readonly CorpusChange[] } {
    const { dirty, changes } = this.#deleteSessions(row.id);
    const duplicates = this.#duplicatesOf(row.path);
    this.#statements.deleteSource.run(row.id);
    return { dirty: [...dirty, ...duplicates], changes };
  }

  #save(
    file: FoundFile,
    decoder: Decoder | null,
    status: SourceStatus,
    message: string,
    rest: {
      readonly consumed?: number;
      readonly checksum?: number;
      readonly samples?: string;
      readonly state?: DecodeState;
      readonly problems?: SourceProblems;
      readonly complete?: boolean;
    } = {},
  ): number {
    const values = {
      path: file.path,
      place: file.place,
      wire: decoder?.wire ?? null,
      decoder_version: decoder?.version ?? this.#parts.fingerprint,
      size: file.size,
      modified_at: file.modifiedAt,
      changed_at: file.changedAt,
      inode: file.inode,
      device: file.device,
      consumed: rest.consumed ?? 0,
      checksum: rest.checksum ?? 0,
      samples: rest.samples ?? "",
      state: rest.state === undefined ? null : packState(rest.state),
      status,
      message,
      problems: JSON.stringify(rest.problems ?? noProblems),
      complete: rest.complete === false ? 0 : 1,
    };
    const known = this.#statements.sourceId.get(file.path) as number | undefined;
    if (known === undefined) return Number(this.#statements.insertSource.run(values).lastInsertRowid);
    this.#statements.updateSource.run({ ...values, id: known });
    return known;
  }

  /**
   * Records that a source could not be taken. What was indexed of it before stays. `mayPass` where another attempt may
   * go better though the file stays as it is.
   */
  fail(file: FoundFile, status: "unreadable" | "failed", message: string, mayPass: boolean): void {
    const row = this.rowOf(file.path);
    const complete = mayPass ? 0 : 1;
    // Tried in vain again: nothing is written, so that nothing counts as changed.
    if (
      row !== undefined &&
      isUnchanged(row, file) &&
      row.complete === complete &&
      (row.trouble ?? row.message) === message
    )
      return;
    if (row === undefined || (row.status !== "indexed" && row.trouble === null)) {
      this.#save(file, null, status, message, { complete: !mayPass });
    } else {
      const { path, size, modifiedAt, changedAt, inode, device } = file;
      // This version has tried.
      const version = this.#parts.decoders.find((decoder) => decoder.wire === row.wire)?.version ?? row.decoder_version;
      this.#statements.saveTrouble.run({
        path,
        size,
        modifiedAt,
        changedAt,
        inode,
        device,
        version,
        trouble: message,
        complete,
      });
    }
  }

  /**
   * Takes in a source, or its next piece. `reserved` is the number for its own session if it is new. Throws what
   * reading throws (the caller tells a vanished file from a broken one).
   */
  index(file: FoundFile, reserved: number, again: boolean): IndexOutcome {
    const row = this.rowOf(file.path);
    const decoder = row?.status === "indexed" ? this.#decoderOf(row) : undefined;
    if (row !== undefined && decoder !== undefined && !again) {
      const source = openSource(decoder, file.path);
      try {
        const known = this.#continueFrom(row, source);
        if (known === "same") {
          this.#save(file, decoder, "indexed", row.message, {
            ...row,
            state: readState(row) as DecodeState,
            problems: JSON.parse(row.problems) as SourceProblems,
            complete: true,
          });
          return { finished: true, decodedBytes: 0, changes: [], dirty: [] };
        }
        if (known === "grown") return this.#append(file, row, decoder, source);
      } finally {
        source.close();
      }
    }
    return this.#whole(file, row, reserved);
  }

  #decoderOf(row: SourceRow): Decoder | undefined {
    return this.#parts.decoders.find((decoder) => decoder.wire === row.wire && decoder.version === row.decoder_version);
  }

  #continueFrom(row: SourceRow, source: ByteSource): "same" | "grown" | "rewritten" {
    const state = readState(row);
    if (state === null || source.size < row.consumed) return "rewritten";
    // The whole prefix is compared only where that is cheap, or where size and samples say nothing.
    if (source.size === row.consumed || row.consumed <= 1_048_576) {
      if (extendChecksum(source, 0, row.consumed, 0) !== row.checksum) return "rewritten";
    } else if (samplePrefix(source, row.consumed) !== row.samples) return "rewritten";
    if (source.size === row.consumed) return "same";
    return state.mode === "lines" ? "grown" : "rewritten";
  }

  /** Facts that decide what becomes of a source, from its first records. */
  #readHead(decoder: Decoder, file: FoundFile, source: ByteSource): Head | null {
    let seen = 0;
    let firstKey: number | null = null;
    const progress = decodeStream(decoder, source, file, {
      onEvents: (events) => {
        for (const event of events) {
          seen++;
          if (firstKey === null && event.role !== null && (event.lane ?? "") === "") firstKey = keyHash(event.key);
        }
      },
      shouldStop: () => firstKey !== null || seen >= 50,
    });
    const facts = progress.sessions[0];
    return facts === undefined ? null : { facts, name: sessionId(decoder.wire, facts.nativeId), firstKey };
  }

  #whole(file: FoundFile, row: SourceRow | undefined, reserved: number): IndexOutcome {
    const detection: SourceDetection =
      file.size === 0 ? emptyFile(file, this.#parts.decoders) : detectSource(this.#orderFor(file), file);
    const removed = row === undefined ? { dirty: [], changes: [] } : null;
    if (detection.kind !== "yes") {
      const gone = removed ?? this.#deleteSessions((row as SourceRow).id);
      const decoder = detection.kind === "unknown" ? null : detection.decoder;
      const id = this.#save(file, decoder, detection.kind, detection.reason);
      if (detection.kind === "empty" && decoder !== null) this.#titlesOfEmpty(file, decoder, id);
      return { finished: true, decodedBytes: 0, ...gone };
    }
    const { decoder } = detection;
    const source = openSource(decoder, file.path);
    try {
      const head = this.#readHead(decoder, file, source);
      if (head === null || head.facts.hidden !== undefined) {
        const gone = removed ?? this.#deleteSessions((row as SourceRow).id);
        this.#save(file, decoder, head === null ? "empty" : "hidden", head?.facts.hidden ?? "no session in it");
        return { finished: true, decodedBytes: 0, ...gone };
      }
      const named = this.#statements.sessionByName.get(head.name) as SessionRow | undefined;
      // A conversation inside another's file is no copy of that file.
      const rival = named?.lane === "" ? named : undefined;
      let dirty: readonly number[] = row?.status === "indexed" ? this.#duplicatesOf(file.path) : [];
      if (rival !== undefined && rival.source !== row?.id) {
        const other = this.rowById(rival.source) as SourceRow;
        const otherSize = Math.max(other.consumed, decoder.open === undefined ? other.size : 0);
        if (otherSize > source.size || (otherSize === source.size && other.path < file.path)) {
          const gone = removed ?? this.#deleteSessions((row as SourceRow).id);
          this.#save(file, decoder, "duplicate", `the same session as ${other.path}, which has as much of it`);
          return { finished: true, decodedBytes: 0, ...gone };
        }
        const ousted = this.#deleteSessions(other.id);
        this.#save(
          { ...file, ...this.#fileOf(other) },
          decoder,
          "duplicate",
          `the same session as ${file.path}, which has more of it`,
        );
        dirty = [...dirty, ...ousted.dirty].filter((id) => id !== other.id);
      }
      return this.#fresh(file, row, decoder, source, head, rival?.id ?? reserved, dirty);
    } finally {
      source.close();
    }
  }

  #fileOf(row: SourceRow): FoundFile {
    return {
      path: row.path,
      place: row.place,
      wire: row.wire,
      size: row.size,
      modifiedAt: row.modified_at,
      changedAt: row.changed_at,
      inode: row.inode,
      device: row.device,
    };
  }

  /** Decoders in the order in which they are asked: first the one in whose place the file lies. */
  #orderFor(file: FoundFile): readonly Decoder[] {
    const isOwner = (decoder: Decoder): number => (decoder.wire === file.wire ? 0 : 1);
    return [...this.#parts.decoders].sort((one, other) => isOwner(one) - isOwner(other));
  }

  #titlesOfEmpty(file: FoundFile, decoder: Decoder, id: number): void {
    const source = openSource(decoder, file.path);
    try {
      const progress = decodeStream(decoder, source, file, { onEvents: () => {} });
      this.#saveTitles(id, progress.sessions);
    } finally {
      source.close();
    }
  }

  #saveTitles(source: number, sessions: readonly SessionFacts[]): void {
    for (const facts of sessions) {
      for (const { key, title } of facts.titlesFor ?? []) this.#statements.saveTitle.run(keyHash(key), source, title);
    }
  }

  /** Decodes a source from its beginning; its old rows, if any, give way. */
  #fresh(
    file: FoundFile,
    row: SourceRow | undefined,
    decoder: Decoder,
    source: ByteSource,
    head: Head,
    reserved: number,
    alreadyDirty: readonly number[],
  ): IndexOutcome {
    const ledgers = this.#ledgersFor(row, decoder, source, file, head.name);
    const sessions = row === undefined ? [] : (this.#statements.sessionsOfSource.all(row.id) as SessionRow[]);
    const own = sessions.find((session) => session.lane === "");
    // A relocated session's folder is known from its last decoding before its first record is read.
    const before = new Map(sessions.map((session) => [session.lane, session.cwd]));
    const gone = row === undefined ? { dirty: [], changes: [] } : this.#deleteSessions(row.id);
    const copyPlan = this.#planCopies(decoder, source, file, head);
    const id = this.#save(file, decoder, "indexed", "");
    const lanes = new Map<string, LaneProgress>();
    const main = this.#startLane(
      decoder,
      "",
      own?.id ?? reserved,
      null,
      ledgers(""),
      copyPlan.matcher,
      before.has("") ? (before.get("") as string | null) : head.facts.cwd,
    );
    main.markedCopies = decoder.globalKeys !== true && head.facts.parent?.kind === "subagent";
    lanes.set("", main);
    const limit = ledgers("") === null ? pieceBytes : Number.POSITIVE_INFINITY;
    const outcome = this.#decode(file, id, decoder, source, lanes, null, 0, limit, ledgers, copyPlan.origin, before);
    if (outcome.finished) this.#folders.delete(id);
    else this.#folders.set(id, before);
    const dirty = new Set([...gone.dirty, ...alreadyDirty, ...copyPlan.dirty]);
    dirty.delete(id);
    for (const own of outcome.dirty) dirty.add(own);
    for (const waiting of this.#statements.awaiting.all(head.name, `path:${file.path}`) as number[]) {
      if (waiting !== id) dirty.add(waiting);
    }
    return { ...outcome, changes: [...gone.changes, ...outcome.changes], dirty: [...dirty] };
  }

  #startLane(
    decoder: Decoder,
    lane: string,
    session: number,
    row: SessionRow | null,
    ledger: SessionLedger | null,
    matcher: CopyMatcher | null,
    cwd: string | null,
  ): LaneProgress {
    return {
      cwd,
      lane,
      session,
      row,
      firstSeq: Number.MAX_SAFE_INTEGER,
      lastSeq: row?.last_seq ?? 0,
      events: row?.events ?? 0,
      lastEventAt: row?.last_event_at ?? null,
      firstEventAt: row?.first_event_at ?? null,
      previousRecord: 0,
      linear: row !== null,
      ledger,
      matcher,
      markedCopies: false,
    };
  }

  /** Decodes what was added to a source. */
  #append(file: FoundFile, row: SourceRow, decoder: Decoder, source: ByteSource): IndexOutcome {
    const state = readState(row) as DecodeState;
    const lanes = new Map<string, LaneProgress>();
    let origin: string | null = null;
    for (const session of this.#statements.sessionsOfSource.all(row.id) as SessionRow[]) {
      const copies = readCopies(session);
      let matcher: CopyMatcher | null = null;
      if (session.lane === "" && copies !== null) {
        const last = copies.ranges[copies.ranges.length - 1];
        // Copied history is one beginning: it can only go on where nothing else came after it.
        if (last !== undefined && last.to === session.last_seq) matcher = this.#matcherFor(copies.origin, copies);
        origin = copies.origin;
      }
      const ledger = this.#parts.ledgers.read(session.name);
      ledger?.spend(this.#entriesOf(session.id));
      const lane = this.#startLane(decoder, session.lane, session.id, session, ledger, matcher, session.cwd);
      lane.markedCopies = decoder.globalKeys !== true && session.parent_kind === "subagent";
      const linked = state.link.lanes[session.lane];
      if (linked !== undefined) lane.previousRecord = linked.last;
      lanes.set(session.lane, lane);
    }
    const folders = this.#folders.get(row.id) ?? new Map<string, string | null>();
    const outcome = this.#decode(
      file,
      row.id,
      decoder,
      source,
      lanes,
      row,
      row.consumed,
      pieceBytes,
      () => null,
      origin,
      folders,
    );
    if (outcome.finished) this.#folders.delete(row.id);
    return outcome;
  }

  #decode(
    file: FoundFile,
    id: number,
    decoder: Decoder,
    source: ByteSource,
    lanes: Map<string, LaneProgress>,
    row: SourceRow | null,
    from: number,
    limit: number,
    ledgers: LedgerOfLane,
    origin: string | null,
    folders: ReadonlyMap<string, string | null>,
  ): IndexOutcome {
    const { texts, types, addresses } = this.#parts;
    const state = row === null ? null : readState(row);
    let position = from;
    let problems: SourceProblems = row === null ? noProblems : (JSON.parse(row.problems) as SourceProblems);
    const laneOf = (name: string): LaneProgress => {
      let lane = lanes.get(name);
      if (lane === undefined) {
        const cwd = folders.get(name) ?? lanes.get("")?.cwd ?? null;
        lane = this.#startLane(decoder, name, this.#parts.nextId(), null, ledgers(name), null, cwd);
        lanes.set(name, lane);
      }
      return lane;
    };
    const progress = decodeStream(decoder, source, file, {
      ...(state !== null && { resume: { state, from } }),
      find: (lane, key) => this.#findSeq(lanes.get(lane)?.session, key),
      findLane: (key) => this.#findLane(lanes, key),
      ledger: (lane) => lanes.get(lane)?.ledger ?? undefined,
      onProblem: (problem: FrameProblem) => {
        problems = {
          ...problems,
          [problem.kind]: problems[problem.kind] + 1,
          first: problems.first === -1 ? problem.start : problems.first,
        };
      },
      onEvents: (events) => {
        for (const event of events) {
          const lane = laneOf(event.lane ?? "");
          const isCopy = this.#isCopy(lane, event);
          const rowId = addresses.rowOf(lane.session, event.seq, this.#parts.nextId);
          const previous = event.part > 0 ? event.parentSeq : lane.previousRecord;
          this.#statements.insertEvent.run(
            rowId,
            ...packEvent(event, lane.ledger === null ? previous : Number.NaN, types),
          );
          if (!isCopy) texts.add(rowId, event, source, lane.cwd, lane.lane === "" && lane.ledger === null);
          this.#advance(lane, event);
        }
        position = events[0]?.origin.end ?? position;
      },
      shouldStop: () => position - from >= limit || this.#parts.shouldStop(),
    });
    texts.flush();
    const finished = progress.consumed + progress.pending >= source.size;
    const changes = this.#saveSessions(file, id, decoder, source, lanes, progress, finished, origin);
    this.#saveTitles(id, progress.sessions);
    this.#save(file, decoder, "indexed", "", {
      consumed: progress.consumed,
      checksum: extendChecksum(source, from, progress.consumed, row?.checksum ?? 0),
      samples: samplePrefix(source, progress.consumed),
      state: progress.state,
      problems,
      complete: finished,
    });
    const moved =
      finished &&
      progress.sessions.some((facts) => {
        const lane = lanes.get(facts.lane);
        return lane !== undefined && lane.events > 0 && lane.cwd !== facts.cwd;
      });
    return { finished, decodedBytes: progress.consumed - from, changes, dirty: moved ? [id] : [] };
  }

  #advance(lane: LaneProgress, event: LinkedEvent): void {
    if (
      event.evidence !== undefined ||
      event.referenceSeqs.length > 0 ||
      !linearRoles.has(event.role) ||
      (event.part === 0 && event.parentSeq !== lane.previousRecord)
    ) {
      lane.linear = false;
    }
    if (event.part === 0) lane.previousRecord = event.seq;
    lane.firstSeq = Math.min(lane.firstSeq, event.seq);
    lane.lastSeq = Math.max(lane.lastSeq, event.seq);
    lane.events++;
    if (event.createdAt !== null) {
      lane.lastEventAt = Math.max(lane.lastEventAt ?? event.createdAt, event.createdAt);
      lane.firstEventAt = Math.min(lane.firstEventAt ?? event.createdAt, event.createdAt);
    }
  }

  #isCopy(lane: LaneProgress, event: LinkedEvent): boolean {
    if (event.repeats !== null && this.#repeatsText(lane, event)) return true;
    if (lane.matcher === null || (lane.markedCopies && event.copiedFrom === undefined)) return false;
    const key = keyHash(event.copiedFrom?.key ?? event.key);
    return lane.matcher.take({ seq: event.seq, key, logOnly: event.logOnly === true }) !== null;
  }

  /** Whether an earlier record of the same key in this session has the same length, so that it need not be found twice. */
  #repeatsText(lane: LaneProgress, event: LinkedEvent): boolean {
    const row = this.#statements.eventRow.get(this.#parts.addresses.rowOf(lane.session, event.repeats as number)) as
      | EventRow
      | undefined;
    return row !== undefined && row.length === event.origin.end - event.origin.start;
  }

  #findSeq(session: number | undefined, key: number): number | undefined {
    if (session === undefined) return undefined;
    const { addresses } = this.#parts;
    for (const range of [...addresses.rangesOf(session)].reverse()) {
      const id = this.#statements.lastEventByKey.get(key, range.from, range.to) as number | null;
      if (id !== null) return addresses.seqOf(id);
    }
    return undefined;
  }

  #findLane(lanes: ReadonlyMap<string, LaneProgress>, key: number): string | undefined {
    for (const lane of lanes.values()) if (this.#findSeq(lane.session, key) !== undefined) return lane.lane;
    return undefined;
  }

  #matcherFor(origin: string, known: SessionCopies | null): CopyMatcher | null {
    const session = this.#statements.sessionByName.get(origin) as SessionRow | undefined;
    if (session === undefined) return null;
    const { addresses } = this.#parts;
    return new CopyMatcher(
      (key) =>
        addresses
          .rangesOf(session.id)
          .flatMap((range) => this.#statements.eventsByKeyInRange.all(key, range.from, range.to) as number[])
          .map((id) => addresses.seqOf(id)),
      known?.ranges ?? [],
    );
  }

  /** Decides from whom a new session copies, and who copies from it. */
  #planCopies(
    decoder: Decoder,
    source: ByteSource,
    file: FoundFile,
    head: Head,
  ): { readonly matcher: CopyMatcher | null; readonly origin: string | null; readonly dirty: readonly number[] } {
    const parent = this.#parentName(decoder, head.facts);
    if (parent !== null && parent !== head.name && head.facts.parent?.kind !== "handoff") {
      const declared = this.#statements.sessionByName.get(parent) as SessionRow | undefined;
      if (declared !== undefined && this.#copiesFrom(declared, head.name))
        return { matcher: null, origin: null, dirty: [] };
      if (declared !== undefined) return { matcher: this.#matcherFor(parent, null), origin: parent, dirty: [] };
    }
    if (decoder.globalKeys !== true || head.firstKey === null) return { matcher: null, origin: null, dirty: [] };
    const { addresses } = this.#parts;
    const others = new Set(
      (this.#statements.eventsByKey.all(head.firstKey) as number[]).map((id) => addresses.sessionOf(id)),
    );
    let origin: SessionRow | null = null;
    let longest = 0;
    const dirty: number[] = [];
    for (const id of others) {
      const other = this.#parts.database.prepare("SELECT * FROM session WHERE id = ?").get(id) as
        | SessionRow
        | undefined;
      if (other === undefined || other.wire !== decoder.wire) continue;
      const own = this.#ownEvents(decoder, source, file, other, head);
      if (isOrigin(own.other, own.mine)) {
        if (this.#copiesFrom(other, head.name)) continue;
        // Of several, the one that shares the longest beginning; of equals, the one that is itself no copy of the other.
        if (
          own.shared > longest ||
          (own.shared === longest && origin !== null && readCopies(origin)?.origin === other.name)
        ) {
          origin = other;
          longest = own.shared;
        }
      } else dirty.push(other.source);
    }
    return origin === null
      ? { matcher: null, origin: null, dirty }
      : { matcher: this.#matcherFor(origin.name, null), origin: origin.name, dirty };
  }

  /** Whether a session's originals lead to `name`, so that it cannot have the originals of that session. */
  #copiesFrom(session: SessionRow, name: string): boolean {
    const seen = new Set<string>();
    for (let current: SessionRow | undefined = session; current !== undefined && !seen.has(current.name); ) {
      if (current.name === name) return true;
      seen.add(current.name);
      const origin: string | undefined = readCopies(current)?.origin;
      current =
        origin === undefined ? undefined : (this.#statements.sessionByName.get(origin) as SessionRow | undefined);
      if (origin === name) return true;
    }
    return false;
  }

  /** What each of two sessions that share records has of its own, and how many leading events they share. */
  #ownEvents(decoder: Decoder, source: ByteSource, file: FoundFile, other: SessionRow, head: Head) {
    const { addresses } = this.#parts;
    const otherKeys = new Set<number>();
    const otherEvents: { key: number; time: number | null }[] = [];
    for (const row of this.#rowsOf(other.id)) {
      otherKeys.add(row.key);
      if (roleOf(row.flags) !== null) otherEvents.push({ key: row.key, time: row.time });
    }
    const keys = new Set<number>();
    let firstOwnAt: number | null = null;
    let onlyShared = true;
    let shared = 0;
    decodeStream(decoder, source, file, {
      onEvents: (events) => {
        for (const event of events) {
          const key = keyHash(event.key);
          keys.add(key);
          if (onlyShared && otherKeys.has(key)) shared++;
          if (event.role === null || (event.lane ?? "") !== "" || otherKeys.has(key) || !onlyShared) continue;
          onlyShared = false;
          firstOwnAt = event.createdAt;
        }
      },
    });
    const ownOfOther = otherEvents.find((event) => !keys.has(event.key));
    return {
      shared,
      mine: { session: head.name, parent: this.#parentName(decoder, head.facts), firstOwnAt, onlyShared },
      other: {
        session: other.name,
        parent: other.parent,
        firstOwnAt: ownOfOther?.time ?? null,
        onlyShared: ownOfOther === undefined,
      },
    };
  }

  /** Canonical id of the declared parent, null where there is none, it is the session itself, or only an unknown file is named. */
  #parentName(decoder: Decoder, facts: SessionFacts): string | null {
    const parent = facts.parent;
    if (parent === null) return null;
    const byPath =
      parent.path === undefined ? undefined : (this.#statements.sourceOfPath.get(parent.path) as string | undefined);
    if (byPath !== undefined) return byPath;
    if (parent.nativeId === undefined) return null;
    // Our own log names sessions of other programs by their whole id.
    const named = parseSessionId(parent.nativeId);
    const isWhole = named !== null && this.#parts.decoders.some((other) => other.wire === named.wire);
    return isWhole ? parent.nativeId : sessionId(decoder.wire, parent.nativeId);
  }

  /** Seqs that a rewritten source's records had; null for a source that only grew. */
  #ledgersFor(
    row: SourceRow | undefined,
    decoder: Decoder,
    source: ByteSource,
    file: FoundFile,
    name: string,
  ): LedgerOfLane {
    const stored = this.#parts.ledgers.read(name);
    const sessions =
      row === undefined || row.status !== "indexed"
        ? []
        : (this.#statements.sessionsOfSource.all(row.id) as SessionRow[]);
    // Another session in the place of the old one has nothing of its addresses.
    const isSame = sessions.some(
      (session) => session.lane === "" && sessionId(session.wire, session.native_id) === name,
    );
    if (!isSame) return (lane) => (lane === "" ? stored : null);
    const ledgers = new Map<string, SessionLedger>();
    for (const session of sessions) {
      const ledger = this.#parts.ledgers.read(session.name) ?? new SessionLedger(session.name);
      ledger.add(this.#entriesOf(session.id));
      ledgers.set(session.lane, ledger);
    }
    // A first look: which records are still there, and does append order alone give them their seqs?
    const needed = new Set<string>();
    const shared = new Set<string>();
    decodeStream(decoder, source, file, {
      onEvents: (events) => {
        for (const event of events) {
          const lane = event.lane ?? "";
          const known = ledgers.get(lane)?.seqOf(keyHash(event.key), event.part);
          if (known !== undefined) shared.add(lane);
          if (known !== event.seq) needed.add(lane);
        }
      },
    });
    // Without one shared record it is the same log under other ids (a format migration): order is all there is.
    return (lane) => {
      const ledger = ledgers.get(lane);
      if (ledger === undefined || !shared.has(lane)) return null;
      return needed.has(lane) || this.#parts.ledgers.read(ledger.session) !== null ? ledger : null;
    };
  }

  *#entriesOf(session: number): Generator<LedgerEntry> {
    for (const row of this.#rowsOf(session)) {
      yield { key: row.key, part: row.part, seq: this.#parts.addresses.seqOf(row.id) };
    }
  }

  #saveSessions(
    file: FoundFile,
    source: number,
    decoder: Decoder,
    bytes: ByteSource,
    lanes: ReadonlyMap<string, LaneProgress>,
    progress: DecodeProgress,
    finished: boolean,
    origin: string | null,
  ): readonly CorpusChange[] {
    const changes: CorpusChange[] = [];
    for (const facts of progress.sessions) {
      const lane = lanes.get(facts.lane);
      if (lane === undefined || lane.events === 0) continue;
      const name = this.#freeName(sessionId(decoder.wire, facts.nativeId), lane.session);
      const fold = this.#fold(decoder, lane, finished);
      const parent = this.#parentName(decoder, facts);
      const isOwn = parent === name;
      const copies =
        lane.matcher !== null && lane.matcher.ranges.length > 0 && origin !== null
          ? { origin, ranges: lane.matcher.ranges }
          : lane.row === null
            ? null
            : readCopies(lane.row);
      const awaits =
        facts.lane === "" &&
        facts.parent !== null &&
        copies === null &&
        !isOwn &&
        (facts.parent.kind === "fork" || facts.parent.kind === "resume" || decoder.globalKeys !== true)
          ? (parent ?? (facts.parent.path === undefined ? null : `path:${facts.parent.path}`))
          : null;
      const save = lane.row === null ? this.#statements.insertSession : this.#statements.updateSession;
      save.run({
        id: lane.session,
        source,
        lane: facts.lane,
        name,
        wire: decoder.wire,
        native_id: facts.nativeId,
        // While more of the source waits, the folder under which its events are being indexed.
        cwd: finished ? facts.cwd : lane.cwd,
        title: facts.title ?? (lane.row?.own_title === 0 ? lane.row.title : null),
        title_key: keyHash(sessionTitleKey(facts.nativeId)),
        own_title: facts.title === null ? 0 : 1,
        first_prompt: facts.firstPrompt,
        created_at: facts.createdAt ?? lane.firstEventAt,
        first_event_at: lane.firstEventAt,
        last_event_at: lane.lastEventAt,
        events: lane.events,
        last_seq: lane.lastSeq,
        decoded: lane.row?.decoded ?? readGeneration(this.#parts.database),
        parent_kind: isOwn ? null : (facts.parent?.kind ?? (facts.continues === undefined ? null : "resume")),
        parent: isOwn ? null : parent,
        parent_path: isOwn
          ? null
          : (facts.parent?.path ?? (facts.continues === undefined ? null : `title:${facts.continues.title}`)),
        facts: JSON.stringify({
          programVersion: facts.programVersion,
          flags: isOwn ? [...facts.flags, "self-parent"] : facts.flags,
          base: facts.base ?? null,
        } satisfies StoredFacts),
        fold: JSON.stringify(fold),
        awaits: awaits !== null && this.#statements.sessionByName.get(awaits) === undefined ? awaits : null,
        copies: copies === null ? null : JSON.stringify(copies),
      });
      this.#retype(file, decoder, bytes, lane, fold, progress);
      if (lane.ledger !== null) this.#saveLedger(lane.ledger, lane);
      if (lane.firstSeq <= lane.lastSeq) changes.push({ session: name, from: lane.firstSeq, to: lane.lastSeq });
    }
    return changes;
  }

  /** The name, or the name with a number where another source has a session of that name. */
  #freeName(name: string, session: number): string {
    for (let suffix = 1; ; suffix++) {
      const candidate = suffix === 1 ? name : `${name}.${suffix}`;
      const other = this.#statements.sessionByName.get(candidate) as SessionRow | undefined;
      if (other === undefined || other.id === session) return candidate;
    }
  }

  #fold(decoder: Decoder, lane: LaneProgress, finished: boolean): Fold {
    const before = lane.row === null ? null : readFold(lane.row);
    const head = before?.head ?? null;
    if (before !== null && lane.linear && head !== null && before.windows[before.windows.length - 1]?.to === null) {
      return { ...before, head: lane.firstSeq <= lane.lastSeq ? lane.lastSeq : head };
    }
    // Without a head, which makes the next piece fold the whole again, however plainly it goes on.
    if (!finished) return { ...(before ?? plainFold(null)), head: null };
    const { addresses, types } = this.#parts;
    return decoder.fold(foldEvents(this.#rowsOf(lane.session), (id) => addresses.seqOf(id), types));
  }

  /** Applies what the fold learned of events' types. */
  #retype(
    file: FoundFile,
    decoder: Decoder,
    bytes: ByteSource,
    lane: LaneProgress,
    fold: Fold,
    progress: DecodeProgress,
  ): void {
    for (const { seq, type, role } of fold.retyped) {
      const id = this.#parts.addresses.rowOf(lane.session, seq);
      const row = this.#statements.eventRow.get(id) as EventRow | undefined;
      const typeId = this.#parts.types.idOf(type);
      if (row === undefined || (row.type === typeId && roleOf(row.flags) === role)) continue;
      this.#statements.retypeEvent.run(typeId, withRole(row.flags, role), id);
      const slot = new SourceReader(decoder, file, progress.state, bytes).slot(row);
      if (slot === null || lane.matcher?.copied(seq) === true) continue;
      this.#parts.texts.delete({ from: id, to: id });
      this.#parts.texts.add(id, { ...slot, type, role } as LinkedEvent, bytes, lane.cwd, false);
    }
    this.#parts.texts.flush();
  }

  #saveLedger(ledger: SessionLedger, lane: LaneProgress): void {
    ledger.add(this.#entriesOf(lane.session));
    this.#parts.ledgers.write(ledger);
  }
}
