/** Owns writing what is known of a source's sessions once its events are written: facts, fold, copies, ledger. */
import type { CorpusChange } from "@backscroll/corpus";
import {
  type ByteSource,
  type DecodeProgress,
  type Decoder,
  type Fold,
  keyHash,
  type LinkedEvent,
  plainFold,
  type SourceIdentity,
  sessionId,
  sessionTitleKey,
} from "@backscroll/wire";
import type { Addresses } from "./address.ts";
import { type EventRow, type EventTypeTable, foldEvents, roleOf, withRole } from "./event-row.ts";
import type { IndexStatements } from "./index-statements.ts";
import type { LaneProgress } from "./lane-progress.ts";
import type { LedgerStore, SessionLedger } from "./ledger.ts";
import type { CopyPlanner } from "./plan-copies.ts";
import { SourceReader } from "./read-event.ts";
import { type IndexDatabase, readGeneration } from "./schema.ts";
import { readCopies, readFold, type SessionRow, type StoredFacts } from "./session-row.ts";
import type { StoredEvents } from "./stored-events.ts";
import type { TextRows } from "./text-rows.ts";

export interface SessionSaverParts {
  readonly database: IndexDatabase;
  readonly statements: IndexStatements;
  readonly types: EventTypeTable;
  readonly addresses: Addresses;
  readonly texts: TextRows;
  readonly ledgers: LedgerStore;
  readonly stored: StoredEvents;
  readonly copies: CopyPlanner;
}

export class SessionSaver {
  readonly #parts: SessionSaverParts;

  constructor(parts: SessionSaverParts) {
    this.#parts = parts;
  }

  /** Writes the rows of every session of a source that has events; gives what changed. */
  save(
    file: SourceIdentity,
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
      const parent = this.#parts.copies.parentName(decoder, facts);
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
      const save = lane.row === null ? this.#parts.statements.insertSession : this.#parts.statements.updateSession;
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
        awaits: awaits !== null && this.#parts.statements.sessionByName.get(awaits) === undefined ? awaits : null,
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
      const other = this.#parts.statements.sessionByName.get(candidate) as SessionRow | undefined;
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
    if (lane.remembered !== null) return decoder.fold(lane.remembered);
    const { addresses, types } = this.#parts;
    return decoder.fold(foldEvents(this.#parts.stored.rowsOf(lane.session), (id) => addresses.seqOf(id), types));
  }

  /** Applies what the fold learned of events' types. */
  #retype(
    file: SourceIdentity,
    decoder: Decoder,
    bytes: ByteSource,
    lane: LaneProgress,
    fold: Fold,
    progress: DecodeProgress,
  ): void {
    for (const { seq, type, role } of fold.retyped) {
      const id = this.#parts.addresses.rowOf(lane.session, seq);
      const row = this.#parts.statements.eventRow.get(id) as EventRow | undefined;
      const typeId = this.#parts.types.idOf(type);
      if (row === undefined || (row.type === typeId && roleOf(row.flags) === role)) continue;
      this.#parts.statements.retypeEvent.run(typeId, withRole(row.flags, role), id);
      const slot = new SourceReader(decoder, file, progress.state, bytes).slot(row);
      if (slot === null || lane.matcher?.copied(seq) === true) continue;
      this.#parts.texts.delete({ from: id, to: id });
      this.#parts.texts.add(id, { ...slot, type, role } as LinkedEvent, bytes, lane.cwd, false);
    }
    this.#parts.texts.flush();
  }

  #saveLedger(ledger: SessionLedger, lane: LaneProgress): void {
    ledger.add(this.#parts.stored.entriesOf(lane.session));
    this.#parts.ledgers.write(ledger);
  }
}
