/** Owns the messages between a corpus and its worker threads. */
import type { CorpusChange, EncodedError, RefreshProgress, RefreshReport, SkippedSource } from "@backscroll/corpus";
import type { Environment } from "@backscroll/wire";
import type { IndexReader } from "./engine.ts";

export interface WorkerSetup {
  readonly role: "writer" | "reader";
  readonly home: string;
  readonly environment: Environment;
}

/** Under this key of `workerData`. */
export const setupKey = "backscrollCorpus";

export interface RefreshArguments {
  readonly added: readonly string[];
  readonly live: readonly string[];
  readonly rebuild: boolean;
  readonly progress: boolean;
  /** Inode of an index in which a reader found damage; it is replaced before anything else. */
  readonly damaged: number | null;
}

export interface RefreshAnswer {
  readonly report: RefreshReport;
  readonly changes: readonly CorpusChange[];
  readonly behind: number;
  /** Skips that only this look at the disk shows, a failure to write among them. */
  readonly skipped: readonly SkippedSource[];
}

/** Methods of the reading thread, by name. */
export type ReaderMethod = Exclude<keyof IndexReader, "close" | "inode">;

export interface WorkerRequest {
  readonly id: number;
  readonly method: "open" | "refresh" | ReaderMethod;
  readonly arguments: readonly unknown[];
  /** One 32-bit cell: not 0 once the caller gave up. */
  readonly abort: SharedArrayBuffer;
}

export type WorkerResponse =
  | { readonly id: number; readonly kind: "value"; readonly value: unknown }
  | { readonly id: number; readonly kind: "error"; readonly error: EncodedError }
  /** A fault of the program, not of the request. `damaged` is the inode of the index where that is damaged. */
  | { readonly id: number; readonly kind: "fault"; readonly message: string; readonly damaged: number | null }
  | { readonly id: number; readonly kind: "progress"; readonly progress: RefreshProgress };
