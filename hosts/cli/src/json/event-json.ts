/** Owns the JSON of events: with their record, as facts alone, and as hits of a search. */
import type { EventContent, EventHit, EventRecord, EventState, SessionRecord } from "@backscroll/corpus";
import { addressText } from "../address.ts";
import { isoTime } from "../render/age.ts";

/** Marks of an event, under the names of the fixed shape. */
export const stateJson = (state: EventState) => ({
  branch: state.branch,
  before_compaction: state.beforeCompaction,
  in_context: state.inContext,
  subagent_of: state.subagentOf,
  copy_of: state.copyOf === null ? null : addressText(state.copyOf),
  call_seq: state.callSeq,
  truncated: state.truncated,
  echo: state.echo,
});

/** A hit; `ranges` count code points of `excerpt`. */
export const hitJson = (session: SessionRecord, event: EventHit) => ({
  session: event.session,
  seq: event.seq,
  key: event.key,
  wire: session.wire,
  type: event.type,
  role: event.role,
  surface: event.surface,
  ...stateJson(event),
  created_at: isoTime(event.createdAt),
  title: session.title,
  cwd: session.cwd,
  excerpt: event.excerpt.text,
  ranges: event.excerpt.ranges,
  score: event.score,
});

/** An event without its text or record. */
export const eventFactsJson = (event: EventRecord) => ({
  session: event.session,
  seq: event.seq,
  key: event.key,
  type: event.type,
  role: event.role,
  surface: event.surface,
  ...stateJson(event),
  created_at: isoTime(event.createdAt),
});

/** The event object: its native record, whole, with where that lies. */
export const eventJson = (event: EventContent) => ({
  session: event.session,
  seq: event.seq,
  key: event.key,
  type: event.type,
  role: event.role,
  surface: event.surface,
  branch: event.branch,
  created_at: isoTime(event.createdAt),
  origin: event.origin,
  pointer: event.pointer,
  record: event.record,
  document: event.document,
});
