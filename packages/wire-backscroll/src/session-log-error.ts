/** Owns the errors of writing a session log. */

/**
 * - `invalid_session_id`: an id that cannot be a file's name.
 * - `session_exists`: a log of that id is there already.
 * - `session_not_found`: there is none to resume.
 * - `session_in_use`: another writer holds it, process `pid` (0 where that is not known).
 * - `not_a_session_log`: the file is no log of ours, or one of a newer version.
 * - `session_closed`: an append after `close`.
 */
export type SessionLogErrorCode =
  | "invalid_session_id"
  | "session_exists"
  | "session_not_found"
  | "session_in_use"
  | "not_a_session_log"
  | "session_closed";

/** A session log could not be opened or written; `code` says why, `id` is the session's native id. */
export class SessionLogError extends Error {
  readonly _tag = "SessionLogError";
  readonly code: SessionLogErrorCode;
  readonly id: string;
  /** Process that holds the log, where that is the matter. */
  readonly pid: number | null;

  constructor(code: SessionLogErrorCode, id: string, message: string, pid: number | null = null) {
    super(message);
    this.name = "SessionLogError";
    this.code = code;
    this.id = id;
    this.pid = pid;
  }
}
