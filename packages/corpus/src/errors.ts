/**
 * Owns the closed set of failures of a session query. Every message is safe to show to anyone: paths and
 * causes are for the log only and never part of it.
 */
import * as Data from "effect/Data";

/** The caller interrupted the query, or its deadline passed. */
export class Aborted extends Data.TaggedError("Aborted")<{ readonly message: string }> {
  readonly code = "aborted";
}
/** The session's log cannot be decoded. */
export class CorruptSession extends Data.TaggedError("CorruptSession")<{
  readonly message: string;
  readonly session: string;
}> {
  readonly code = "corrupt_session";
}
/** The session has no event of that seq; `first` and `last` are the seqs that it has. */
export class EventNotFound extends Data.TaggedError("EventNotFound")<{
  readonly message: string;
  readonly session: string;
  readonly seq: number;
  readonly first: number;
  readonly last: number;
}> {
  readonly code = "event_not_found";
}
/** The index could not be read or brought up to date. */
export class IndexFailed extends Data.TaggedError("IndexFailed")<{ readonly message: string }> {
  readonly code = "index_failed";
}
/** The provider was set up with something that cannot work. */
export class InvalidConfig extends Data.TaggedError("InvalidConfig")<{
  readonly message: string;
  readonly setting: string;
}> {
  readonly code = "invalid_config";
}
/** The cursor is not one of this provider's, or belongs to another request. */
export class InvalidCursor extends Data.TaggedError("InvalidCursor")<{ readonly message: string }> {
  readonly code = "invalid_cursor";
}
/** A filter holds a value that it cannot hold; `field` names it. */
export class InvalidFilter extends Data.TaggedError("InvalidFilter")<{
  readonly message: string;
  readonly field: string;
}> {
  readonly code = "invalid_filter";
}
/** The page size is not an integer from 1 to 100. */
export class InvalidLimit extends Data.TaggedError("InvalidLimit")<{ readonly message: string }> {
  readonly code = "invalid_limit";
}
/** Nothing is left of the query to search for. */
export class InvalidQuery extends Data.TaggedError("InvalidQuery")<{ readonly message: string }> {
  readonly code = "invalid_query";
}
/** The recorded parents of the session form a cycle. */
export class InvalidLineage extends Data.TaggedError("InvalidLineage")<{
  readonly message: string;
  readonly session: string;
}> {
  readonly code = "invalid_lineage";
}
/** A window of neighbours is not an integer from 0 to 50. */
export class InvalidWindow extends Data.TaggedError("InvalidWindow")<{
  readonly message: string;
  readonly field: string;
}> {
  readonly code = "invalid_window";
}
/** The session's log could not be read. */
export class ReadFailed extends Data.TaggedError("ReadFailed")<{
  readonly message: string;
  readonly session: string;
}> {
  readonly code = "read_failed";
}
/** No session of that id is known. */
export class SessionNotFound extends Data.TaggedError("SessionNotFound")<{
  readonly message: string;
  readonly session: string;
}> {
  readonly code = "session_not_found";
}
/** A live and a stored log of one session disagree on a field that cannot change. */
export class SourceConflict extends Data.TaggedError("SourceConflict")<{
  readonly message: string;
  readonly session: string;
  readonly field: string;
}> {
  readonly code = "source_conflict";
}
/** What was indexed changed since the cursor was given, and its results are gone. */
export class StaleCursor extends Data.TaggedError("StaleCursor")<{ readonly message: string }> {
  readonly code = "stale_cursor";
}

/** Every failure of a query; `_tag` tells them apart, `code` is what people and models see. */
export type SessionQueryError =
  | Aborted
  | CorruptSession
  | EventNotFound
  | IndexFailed
  | InvalidConfig
  | InvalidCursor
  | InvalidFilter
  | InvalidLimit
  | InvalidQuery
  | InvalidLineage
  | InvalidWindow
  | ReadFailed
  | SessionNotFound
  | SourceConflict
  | StaleCursor;

const errorClasses = {
  Aborted,
  CorruptSession,
  EventNotFound,
  IndexFailed,
  InvalidConfig,
  InvalidCursor,
  InvalidFilter,
  InvalidLimit,
  InvalidQuery,
  InvalidLineage,
  InvalidWindow,
  ReadFailed,
  SessionNotFound,
  SourceConflict,
  StaleCursor,
};

/** An error as plain JSON, to cross a thread. */
export interface EncodedError {
  readonly tag: keyof typeof errorClasses;
  readonly fields: Readonly<Record<string, string | number>>;
}

/** Whether a thrown value is one of the failures of a query. */
export const isSessionQueryError = (value: unknown): value is SessionQueryError =>
  value instanceof Error && "_tag" in value && typeof value._tag === "string" && value._tag in errorClasses;

/** A failure as plain data, to cross a thread or a process. */
export const encodeError = (error: SessionQueryError): EncodedError => {
  const fields: Record<string, string | number> = { message: error.message };
  for (const [name, value] of Object.entries(error)) {
    if (name !== "_tag" && name !== "code" && (typeof value === "string" || typeof value === "number"))
      fields[name] = value;
  }
  return { tag: error._tag, fields };
};

/** The failure that `encodeError` was given. */
export const decodeError = (encoded: EncodedError): SessionQueryError => {
  const errorClass = errorClasses[encoded.tag] as new (fields: never) => SessionQueryError;
  return new errorClass(encoded.fields as never);
};
