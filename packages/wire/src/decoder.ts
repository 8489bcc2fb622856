/**
 * Owns the contract between a native format and everything else: where its sources lie, how one is
 * recognised, and what its records mean. A decoder does no I/O of its own beyond `places` and `open`,
 * keeps its whole memory in a plain JSON state, and never throws on what a log holds.
 */
import type { ByteSource } from "./byte-source.ts";
import type { Origin, Slot } from "./event.ts";
import type { Fold, FoldEvent } from "./fold.ts";
import type { Json, JsonObject } from "./json.ts";
import type { SessionFacts } from "./session.ts";

/** The machine as a decoder may see it. */
export interface Environment {
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** A folder (or file) in which a program keeps sessions. */
export interface Place {
  /** Absolute path; need not exist. */
  readonly path: string;
  /** Why it is looked at: `default`, or the name of the variable or setting that named it. */
  readonly origin: string;
}

/** One file as discovery found it. */
export interface SourceIdentity {
  /** Absolute path under which it was found. */
  readonly path: string;
  /** The place that it was found in; its parent folder where it was given by hand. */
  readonly place: string;
}

/** The beginning of a source: what recognition may look at. */
export interface SourceHead extends SourceIdentity {
  /** The first parsable records, at most 50, from at most 1 MiB. */
  readonly records: readonly JsonObject[];
  /** The first bytes, at most 4 KiB. */
  readonly bytes: Uint8Array;
}

/** One parsed record with its place in the source. Strings over 256 KiB are marks (`large-string.ts`). */
export interface SourceRecord extends Origin {
  readonly value: JsonObject;
  /** 0-based ordinal of the record among the parsable records of its source. */
  readonly ordinal: number;
}

/** What a decoder may ask of the source while it reads a record. */
export interface RecordContext {
  /** Stands for base64 media in text: `[image image/png, 5120 bytes, sha256:…]`. `data` may be a mark. */
  media(kind: string, mediaType: string, data: string): string;
  /**
   * Text of a small file beside the source (a subagent's `.meta.json`), null where it is missing, over
   * 1 MiB, unreadable or outside the folder of the source's place. `path` is relative to the source's folder.
   */
  sideFile(path: string): string | null;
  /** Lane of an earlier record of this source by its key; undefined where no such record is known. */
  laneOf(key: string): string | undefined;
}

/** One native format. Its methods never throw on what a log holds; `open` throws the system's error. */
export interface Decoder<State extends Json = Json> {
  /** Short name, the first part of every session id: `pi`, `claude-code`. */
  readonly wire: string;
  /** Name for people: `Claude Code`. */
  readonly name: string;
  /** Raised whenever a change to the decoder changes what it gives; stored sessions are then decoded again. */
  readonly version: number;
  /** Where sessions lie on this machine, defaults and overrides, whether or not the folders exist. */
  places(environment: Environment): readonly Place[];
  /** Whether a file below a place is worth opening, from its path relative to the place. */
  accepts(relativePath: string): boolean;
  /**
   * `yes` where the content is this format's; `empty` where it is recognised and holds no conversation;
   * `unsupported` with a reason where it is a form of the format that cannot be decoded; null where it is not this format's.
   */
  detect(head: SourceHead): Detection | null;
  /** True where record keys are unique beyond their session (uuids), so that an equal key means a copied record. */
  readonly globalKeys?: boolean;
  /** Whether an object can stand as a record of this format: decides what is recovered from a damaged line. */
  isRecord(value: JsonObject): boolean;
  /** Names of members of a single top-level object whose array elements are the records (whole-file exports). */
  readonly wrappers: readonly string[];
  /** Opens a source that is not plain bytes (a compressed one); absent: the file as it is. */
  open?(path: string): ByteSource;
  /** State before the first record. */
  start(source: SourceIdentity): State;
  /**
   * The record's slots, in order; none for a header, a repeat or what facts.md gives no slot.
   * Advances `state` in place; `state` stays plain JSON of bounded size.
   */
  decode(state: State, record: SourceRecord, context: RecordContext): readonly Slot[];
  /**
   * The same slots from the record alone, for reading a stored address again. Texts, tools, pointers and
   * count equal what `decode` gave; `state` (of any later time) is read, never changed.
   */
  read(state: State, record: SourceRecord, context: RecordContext): readonly Slot[];
  /** The sessions of the source as known so far; the source's own (lane "") first. */
  sessions(state: State): readonly SessionFacts[];
  /**
   * Folds one session's events, ascending by seq. Called again whenever the events change. `head` is the seq at which
   * a running program's own cursor stands, where that is known; else the log's end decides.
   */
  fold(events: Iterable<FoldEvent>, head?: number): Fold;
  /** The command by which the program itself reopens a session, null where it has none. */
  resumeCommand(session: {
    readonly nativeId: string;
    readonly path: string;
    readonly cwd: string | null;
  }): string | null;
}

/** What a decoder says of a source that it recognises. `reason` is for people. */
export type Detection =
  | { readonly kind: "yes" }
  | { readonly kind: "empty"; readonly reason: string }
  | { readonly kind: "unsupported"; readonly reason: string };
