/** Owns the row of a session and its turning into a record. */
import type { CopyRange, SessionRecord } from "@backscroll/corpus";
import type { Decoder, Fold, ParentKind, SessionFacts } from "@backscroll/wire";

export interface SessionRow {
  readonly id: number;
  readonly source: number;
  readonly lane: string;
  readonly name: string;
  readonly wire: string;
  readonly native_id: string;
  readonly cwd: string | null;
  readonly title: string | null;
  /** Hash under which another file may record a title for this session. */
  readonly title_key: number;
  /** 0 where the title, if any, is recorded in another file. */
  readonly own_title: number;
  readonly first_prompt: string | null;
  readonly created_at: number | null;
  readonly first_event_at: number | null;
  readonly last_event_at: number | null;
  readonly events: number;
  readonly last_seq: number;
  /** Generation of the index in which its log was decoded from the beginning. */
  readonly decoded: number;
  readonly parent_kind: ParentKind | null;
  readonly parent: string | null;
  readonly parent_path: string | null;
  readonly facts: string;
  readonly fold: string;
  /** Name of the session from which this one would copy, where the corpus does not have it. */
  readonly awaits: string | null;
  readonly copies: string | null;
}

/** What a session copies, and from which session. */
export interface SessionCopies {
  readonly origin: string;
  readonly ranges: readonly CopyRange[];
}

export const readFold = (row: Pick<SessionRow, "fold">): Fold => JSON.parse(row.fold) as Fold;

export const readCopies = (row: Pick<SessionRow, "copies">): SessionCopies | null =>
  row.copies === null ? null : (JSON.parse(row.copies) as SessionCopies);

/** What of a session's facts has no column of its own. */
export interface StoredFacts {
  readonly programVersion: string | null;
  readonly flags: readonly string[];
  readonly base: SessionFacts["base"] | null;
}

const readFacts = (row: Pick<SessionRow, "facts">): StoredFacts => JSON.parse(row.facts) as StoredFacts;

/** Columns of the query that `sessionRecord` reads: a session with its source's path and whether its parent is there. */
export const sessionRecordQuery = `
SELECT session.*, source.path AS path,
  EXISTS (SELECT 1 FROM session AS other WHERE other.name = session.parent) AS has_parent
FROM session JOIN source ON source.id = session.source`;

export type SessionRecordRow = SessionRow & { readonly path: string; readonly has_parent: number };

export const sessionRecord = (
  row: SessionRecordRow,
  decoders: ReadonlyMap<string, Decoder>,
  live: boolean,
): SessionRecord => {
  const facts = readFacts(row);
  const fold = readFold(row);
  return {
    session: row.name,
    wire: row.wire,
    nativeId: row.native_id,
    cwd: row.cwd,
    title: row.title,
    firstPrompt: row.first_prompt,
    createdAt: row.created_at,
    lastEventAt: row.last_event_at,
    events: row.events,
    parent:
      row.parent_kind === null ? null : { kind: row.parent_kind, session: row.parent, missing: row.has_parent === 0 },
    availability: live ? ["live", "persisted"] : ["persisted"],
    path: row.path,
    programVersion: facts.programVersion,
    resumeCommand:
      decoders.get(row.wire)?.resumeCommand({ nativeId: row.native_id, path: row.path, cwd: row.cwd }) ?? null,
    flags: [...new Set([...facts.flags, ...fold.flags])],
  };
};
