/**
 * Owns bringing one source into the index: recognising it, telling growth from rewriting, decoding what is new,
 * writing its rows. Runs inside the caller's transaction. Does not own which sources are looked at, nor in what order.
 */
import type { CopyMatcher, CorpusChange, FoundFile } from "@backscroll/corpus";
import {
  type ByteSource,
  type Decoder,
  type DecodeState,
  decodeStream,
  detectSource,
  type FrameMode,
  type FrameProblem,
  keyHash,
  type LinkedEvent,
  openSource,
  type SessionFacts,
  type SourceDetection,
  sessionId,
} from "@backscroll/wire";
import type { Addresses } from "./address.ts";
import { type EventRow, type EventTypeTable, packEvent } from "./event-row.ts";
import { type IndexStatements, prepareStatements } from "./index-statements.ts";
import { advanceLane, type LaneProgress, startLane } from "./lane-progress.ts";
import type { LedgerStore } from "./ledger.ts";
import { OriginalTexts } from "./original-texts.ts";
import { CopyPlanner, type Head } from "./plan-copies.ts";
import { type LedgerOfLane, planLedgers } from "./plan-ledger.ts";
import { SessionSaver } from "./save-sessions.ts";
import type { IndexDatabase } from "./schema.ts";
import { readCopies, type SessionRow } from "./session-row.ts";
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
import { StoredEvents } from "./stored-events.ts";
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

const emptyFile = (file: FoundFile, decoders: readonly Decoder[]): SourceDetection => {
  const decoder = decoders.find((candidate) => candidate.wire === file.wire);
  return decoder === undefined
    ? { kind: "unknown", reason: "the file is empty" }
    : { kind: "empty", reason: "the file is empty", decoder, mode: "lines" };
};

/** As a decoder's version: the source must be decoded again whatever its file says. */
const dirtyVersion = -1;

export class SourceIndexer {
  readonly #parts: SourceIndexerParts;
  /** Folders that lanes of a source had in its last decoding, while it is decoded again piece by piece. */
  readonly #folders = new Map<number, ReadonlyMap<string, string | null>>();
  readonly #statements: IndexStatements;
  readonly #stored: StoredEvents;
  readonly #copies: CopyPlanner;
  readonly #sessions: SessionSaver;

  constructor(parts: SourceIndexerParts) {
    this.#parts = parts;
    const { database, addresses, decoders } = parts;
    const statements = prepareStatements(database);
    this.#statements = statements;
    this.#stored = new StoredEvents(statements, addresses);
    this.#copies = new CopyPlanner(statements, addresses, this.#stored, decoders);
    this.#sessions = new SessionSaver({ ...parts, statements, stored: this.#stored, copies: this.#copies });
  }

  /** The stored row of a file. */
  rowOf(path: string): SourceRow | undefined {
    return this.#statements.sourceByPath.get(path) as SourceRow | undefined;
  }

  rowById(id: number): SourceRow | undefined {
    return this.#statements.sourceById.get(id) as SourceRow | undefined;
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
      for (const id of this.#statements.copying.all(session.name) as number[]) dirty.add(id);
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
          this.#save(file, decoder, "duplicate", `the same session as ${other.path}, which is searched instead`);
          return { finished: true, decodedBytes: 0, ...gone };
        }
        const ousted = this.#deleteSessions(other.id);
        this.#save(
          { ...file, ...this.#fileOf(other) },
          decoder,
          "duplicate",
          `the same session as ${file.path}, which is searched instead`,
        );
        dirty = [...dirty, ...ousted.dirty].filter((id) => id !== other.id);
      }
      return this.#fresh(file, row, decoder, detection.mode, source, head, rival?.id ?? reserved, dirty);
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
    mode: FrameMode,
    source: ByteSource,
    head: Head,
    reserved: number,
    alreadyDirty: readonly number[],
  ): IndexOutcome {
    const sessions = row === undefined ? [] : (this.#statements.sessionsOfSource.all(row.id) as SessionRow[]);
    const memory = { ledgers: this.#parts.ledgers, stored: this.#stored };
    const ledgers = planLedgers(memory, row?.status === "indexed" ? sessions : [], decoder, source, file, head.name);
    const own = sessions.find((session) => session.lane === "");
    // A relocated session's folder is known from its last decoding before its first record is read.
    const before = new Map(sessions.map((session) => [session.lane, session.cwd]));
    const gone = row === undefined ? { dirty: [], changes: [] } : this.#deleteSessions(row.id);
    const copyPlan = this.#copies.plan(decoder, source, file, head);
    const id = this.#save(file, decoder, "indexed", "");
    const lanes = new Map<string, LaneProgress>();
    const main = startLane(
      "",
      own?.id ?? reserved,
      null,
      ledgers(""),
      copyPlan.matcher,
      before.has("") ? (before.get("") as string | null) : head.facts.cwd,
    );
    main.markedCopies = decoder.globalKeys !== true && head.facts.parent?.kind === "subagent";
    lanes.set("", main);
    // Whole values cannot be gone on with in their middle: a piece of them would begin again for ever.
    const limit = ledgers("") === null && mode === "lines" ? pieceBytes : Number.POSITIVE_INFINITY;
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
        if (last !== undefined && last.to === session.last_seq)
          matcher = this.#copies.matcherFor(copies.origin, copies);
        origin = copies.origin;
      }
      const ledger = this.#parts.ledgers.read(session.name);
      ledger?.spend(this.#stored.entriesOf(session.id));
      const lane = startLane(session.lane, session.id, session, ledger, matcher, session.cwd);
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
        lane = startLane(name, this.#parts.nextId(), null, ledgers(name), null, cwd);
        lanes.set(name, lane);
      }
      return lane;
    };
    const originals = new OriginalTexts(this.#statements, addresses, this.#parts.decoders);
    const progress = decodeStream(decoder, source, file, {
      ...(state !== null && { resume: { state, from } }),
      find: (lane, key) => this.#stored.findSeq(lanes.get(lane)?.session, key),
      findLane: (key) => this.#stored.findLane(lanes, key),
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
          const isCopy = this.#isCopy(lane, event, origin, originals);
          const rowId = addresses.rowOf(lane.session, event.seq, this.#parts.nextId);
          const previous = event.part > 0 ? event.parentSeq : lane.previousRecord;
          this.#statements.insertEvent.run(
            rowId,
            ...packEvent(event, lane.ledger === null ? previous : Number.NaN, types),
          );
          if (!isCopy) texts.add(rowId, event, source, lane.cwd, lane.lane === "" && lane.ledger === null);
          advanceLane(lane, event);
        }
        position = events[0]?.origin.end ?? position;
      },
      shouldStop: () => position - from >= limit || this.#parts.shouldStop(),
    });
    originals.close();
    texts.flush();
    const finished = progress.consumed + progress.pending >= source.size;
    const changes = this.#sessions.save(file, id, decoder, source, lanes, progress, finished, origin);
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

  #isCopy(lane: LaneProgress, event: LinkedEvent, origin: string | null, originals: OriginalTexts): boolean {
    if (event.repeats !== null && this.#repeatsText(lane, event)) return true;
    if (lane.matcher === null || (lane.markedCopies && event.copiedFrom === undefined)) return false;
    const key = keyHash(event.copiedFrom?.key ?? event.key);
    const isSame = (seq: number): boolean => origin !== null && originals.isSame(event, origin, seq);
    return lane.matcher.take({ seq: event.seq, key, logOnly: event.logOnly === true, isSame }) !== null;
  }

  /** Whether an earlier record of the same key in this session has the same length, so that it need not be found twice. */
  #repeatsText(lane: LaneProgress, event: LinkedEvent): boolean {
    const row = this.#statements.eventRow.get(this.#parts.addresses.rowOf(lane.session, event.repeats as number)) as
      | EventRow
      | undefined;
    return row !== undefined && row.length === event.origin.end - event.origin.start;
  }
}
