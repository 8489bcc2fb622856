/** Owns writing Backscroll's own log: one file a session, appended to by one writer. Does not own what is written. */
import { randomUUID } from "node:crypto";
import { chmodSync, close, closeSync, fchmodSync, fsync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { openFile, type ParentKind, readHead } from "@backscroll/wire";
import { backscrollDecoder } from "./backscroll-decoder.ts";
import { repairLog, writeWhole } from "./repair-log.ts";
import { SessionLogError, type SessionLogErrorCode } from "./session-log-error.ts";
import {
  type Downstream,
  type SessionEventData,
  type SessionEventRelations,
  type SessionHeader,
  sessionVersion,
} from "./session-record.ts";
import { takeLock } from "./writer-lock.ts";

const syncFile = promisify(fsync);
const closeFile = promisify(close);
const rememberedCalls = 256;

/** A log that is open for writing. */
export interface SessionLog {
  /** The native id; the canonical one is `backscroll:<id>`. */
  readonly id: string;
  /** Absolute path of the file. */
  readonly path: string;
  /** Seq of the last event, 0 before the first. */
  readonly lastSeq: number;
  /**
   * Appends one event and gives its seq. It is in the file when this returns; a `turn/end` is also sent to the disk,
   * which `flush` waits for. Throws the system's error where the event could not be written; the next append goes on
   * behind whatever of it is in the file.
   */
  append<Type extends string>(type: Type, data: SessionEventData<Type>, relations?: SessionEventRelations): number;
  /** Resolves once what was appended is on the disk; rejects with the system's error. */
  flush(): Promise<void>;
  /** Flushes, then lets others write. May be called again. */
  close(): Promise<void>;
}

/** What a new session log begins with. */
export interface NewSession {
  /** Backscroll's home (`backscrollHome`); made where it is missing, readable by its owner only. */
  readonly home: string;
  /** Letters, digits, `.`, `_` and `-`, at most 128; default: a random UUID. */
  readonly id?: string;
  readonly cwd: string | null;
  /** Id of the session that this one came from. */
  readonly parent?: string;
  readonly kind?: ParentKind;
  readonly downstream?: Downstream;
}

const fail = (code: SessionLogErrorCode, id: string, message: string, pid?: number): never => {
  throw new SessionLogError(code, id, message, pid);
};

const checkId = (id: string): void => {
  if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/.test(id)) fail("invalid_session_id", id, `not a session id: ${id}`);
};

class FileSessionLog implements SessionLog {
  readonly id: string;
  readonly path: string;
  readonly #descriptor: number;
  readonly #release: () => void;
  readonly #callNames = new Map<string, string>();
  #seq: number;
  /** True where a write failed: any part of the line, or all of it, may be in the file. */
  #isTorn = false;
  #syncing: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(id: string, path: string, descriptor: number, release: () => void, seq: number) {
    this.id = id;
    this.path = path;
    this.#descriptor = descriptor;
    this.#release = release;
    this.#seq = seq;
  }

  get lastSeq(): number {
    return this.#seq;
  }

  writeLine(value: object): void {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    this.#isTorn = true;
    writeWhole(this.#descriptor, line);
    this.#isTorn = false;
  }

  append<Type extends string>(type: Type, data: SessionEventData<Type>, relations: SessionEventRelations = {}): number {
    if (this.#closing !== undefined) fail("session_closed", this.id, `session ${this.id} is closed`);
    if (this.#isTorn) {
      this.#seq = repairLog(this.path, this.#descriptor);
      this.#isTorn = false;
    }
    const seq = this.#seq + 1;
    const { replaces, sources } = relations;
    this.writeLine({
      seq_key: seq,
      type,
      time: new Date().toISOString(),
      data: this.#withToolName(type, data as Readonly<Record<string, unknown>>),
      ...(replaces === undefined ? {} : { replaces }),
      ...(sources === undefined ? {} : { sources }),
    });
    this.#seq = seq;
    if (type === "turn/end") this.#sync();
    return seq;
  }

  /** A result that names its tool can be understood by itself. */
  #withToolName(type: string, data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const callId = data.call_id;
    if (typeof callId !== "string") return data;
    if (type === "tool/call" && typeof data.name === "string") {
      this.#callNames.set(callId, data.name);
      if (this.#callNames.size > rememberedCalls) this.#callNames.delete(this.#callNames.keys().next().value as string);
    }
    if (type !== "tool/result" || typeof data.name === "string") return data;
    const name = this.#callNames.get(callId);
    return name === undefined ? data : { ...data, name };
  }

  #sync(): Promise<void> {
    this.#syncing = this.#syncing.then(() => syncFile(this.#descriptor));
    // Told to who asks: flush and close await the same promise.
    this.#syncing.catch(() => {});
    return this.#syncing;
  }

  async flush(): Promise<void> {
    if (this.#closing !== undefined) return this.#closing;
    try {
      await this.#sync();
    } catch (error) {
      this.#syncing = Promise.resolve();
      throw error;
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#sync().finally(async () => {
      await closeFile(this.#descriptor);
      this.#release();
    });
    return this.#closing;
  }
}

const sessionsFolder = (home: string): string => {
  const folder = join(home, "sessions");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
};

const lock = (folder: string, id: string): (() => void) => {
  const taken = takeLock(join(folder, `${id}.lock`));
  if (typeof taken === "function") return taken;
  return fail("session_in_use", id, `session ${id} is written by process ${taken}`, taken);
};

const systemCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const checkLog = (path: string, id: string): void => {
  const source = openFile(path);
  try {
    const detection = backscrollDecoder.detect(readHead(source, { path, place: path }, backscrollDecoder));
    if (detection === null) fail("not_a_session_log", id, `${path} is no session log`);
    if (detection?.kind === "unsupported") fail("not_a_session_log", id, `${path}: ${detection.reason}`);
  } finally {
    source.close();
  }
};

/** Begins a log. Throws `SessionLogError`, or the system's error. */
export const createSessionLog = (session: NewSession): SessionLog => {
  const id = session.id ?? randomUUID();
  checkId(id);
  const folder = sessionsFolder(session.home);
  const path = join(folder, `${id}.jsonl`);
  const release = lock(folder, id);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "ax", 0o600);
    const log = new FileSessionLog(id, path, descriptor, release, 0);
    const header: SessionHeader = {
      type: "session",
      version: sessionVersion,
      id,
      created_at: new Date().toISOString(),
      cwd: session.cwd,
      ...(session.parent === undefined ? {} : { parent: session.parent }),
      ...(session.kind === undefined ? {} : { kind: session.kind }),
      ...(session.downstream === undefined ? {} : { downstream: session.downstream }),
    };
    log.writeLine(header);
    return log;
  } catch (error) {
    if (descriptor !== undefined) {
      closeSync(descriptor);
      rmSync(path);
    }
    release();
    if (systemCode(error) === "EEXIST") return fail("session_exists", id, `session ${id} exists`);
    throw error;
  }
};

/** Goes on with a log that an earlier writer left. Throws `SessionLogError`, or the system's error. */
export const resumeSessionLog = ({ home, id }: { readonly home: string; readonly id: string }): SessionLog => {
  checkId(id);
  const folder = sessionsFolder(home);
  const path = join(folder, `${id}.jsonl`);
  const release = lock(folder, id);
  let descriptor: number | undefined;
  try {
    checkLog(path, id);
    descriptor = openSync(path, "a");
    fchmodSync(descriptor, 0o600);
    return new FileSessionLog(id, path, descriptor, release, repairLog(path, descriptor));
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    release();
    if (systemCode(error) === "ENOENT") return fail("session_not_found", id, `there is no session ${id}`);
    throw error;
  }
};
