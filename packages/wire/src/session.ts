/**
 * Owns session facts and session ids. Does not own how a session is found or stored.
 */

/** How a session came from its parent. */
export type ParentKind = "fork" | "subagent" | "resume" | "handoff";

/** A parent as the log names it: by native id or by path, before the corpus has resolved it. */
export interface ParentReference {
  readonly kind: ParentKind;
  /** Native id, where the log has one. */
  readonly nativeId?: string;
  /** Absolute path of the parent's file, where the log has that. */
  readonly path?: string;
  /** Key of the call that spawned this session, where recorded. */
  readonly callId?: string;
}

/** Who set a title: a person (`recorded`) or a program (`generated`). */
export type TitleOrigin = "recorded" | "generated";

/** The key under which `titlesFor` names a session itself, where its program keeps titles apart from the log. */
export const sessionTitleKey = (nativeId: string): string => `session ${nativeId}`;

/** What one session of a source says of itself. */
export interface SessionFacts {
  /** "" for the source's own session, else the lane that its slots carry. */
  readonly lane: string;
  readonly nativeId: string;
  readonly cwd: string | null;
  /** Latest recorded title (set by a person: `recorded`; by a program: `generated`), null where none. */
  readonly title: string | null;
  readonly titleOrigin: TitleOrigin | null;
  /** First prompt that a person really typed, whitespace collapsed, at most 500 code points. */
  readonly firstPrompt: string | null;
  /** Header time, else the first time in the log; epoch milliseconds. */
  readonly createdAt: number | null;
  readonly parent: ParentReference | null;
  /** Version of the program that wrote it, as it says. */
  readonly programVersion: string | null;
  /** Native ids under which this session's records may be copied or continued elsewhere. */
  readonly aliases?: readonly string[];
  /**
   * Set where the log begins as the continuation of a session that it does not name
   * (a compaction rolled over into a new file): the recorded title that both share.
   */
  readonly continues?: { readonly title: string };
  /**
   * Titles that this log records for sessions, its own or others, that record none themselves: of the session that holds
   * the record `key`, or that `sessionTitleKey` names.
   */
  readonly titlesFor?: readonly { readonly key: string; readonly title: string }[];
  /**
   * History that the log includes by reference, without holding it: the named session's
   * records before an ordinal.
   */
  readonly base?: { readonly nativeId: string; readonly endOrdinal: number };
  /** Set where the source is not a conversation of its own (a compaction worker's scratch log): the reason. */
  readonly hidden?: string;
  /** Damage or oddities that were decoded around, one word each with dashes. */
  readonly flags: readonly string[];
}

/** Canonical id of a session: `<wire>:<native id>`. */
export const sessionId = (wire: string, nativeId: string): string => `${wire}:${nativeId}`;

/** The wire and native id of a canonical session id, or null where it is none. */
export const parseSessionId = (id: string): { wire: string; nativeId: string } | null => {
  const colon = id.indexOf(":");
  if (colon <= 0 || colon === id.length - 1) return null;
  return { wire: id.slice(0, colon), nativeId: id.slice(colon + 1) };
};
