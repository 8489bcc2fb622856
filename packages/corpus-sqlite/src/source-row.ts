/** Owns the row of a source: what was seen of the file, how far it is indexed, and with what outcome. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { FoundFile } from "@backscroll/corpus";
import type { DecodeState } from "@backscroll/wire";

/**
 * `indexed`, or why the file gives no session: `empty`, `unsupported`, `unknown`, `hidden`, `duplicate`,
 * `unreadable`, `failed`.
 */
export type SourceStatus =
  | "indexed"
  | "empty"
  | "unsupported"
  | "unknown"
  | "hidden"
  | "duplicate"
  | "unreadable"
  | "failed";

export interface SourceRow {
  readonly id: number;
  readonly path: string;
  readonly place: string;
  readonly wire: string | null;
  readonly decoder_version: number | null;
  readonly size: number;
  readonly modified_at: number;
  readonly changed_at: number;
  readonly inode: number;
  readonly device: number;
  /** Bytes taken; for a compressed file, of its content. */
  readonly consumed: number;
  readonly checksum: number;
  readonly samples: string;
  /** Deflated JSON of the `DecodeState`. */
  readonly state: Buffer | null;
  readonly status: SourceStatus;
  readonly message: string;
  readonly problems: string;
  /** 0 while more of the file waits to be decoded. */
  readonly complete: number;
  /** Why the last attempt to go on failed, null where it did not. */
  readonly trouble: string | null;
}

export interface SourceProblems {
  readonly malformed: number;
  readonly oversized: number;
  /** Offset of the first, -1 for none. */
  readonly first: number;
}

export const noProblems: SourceProblems = { malformed: 0, oversized: 0, first: -1 };

export type SourceStat = Pick<SourceRow, "size" | "modified_at" | "changed_at" | "inode" | "device">;

/** True where nothing says that the file changed since it was indexed. */
export const isUnchanged = (row: SourceStat, file: FoundFile): boolean =>
  row.size === file.size &&
  row.modified_at === file.modifiedAt &&
  row.changed_at === file.changedAt &&
  row.inode === file.inode &&
  row.device === file.device;

export const packState = (state: DecodeState): Buffer => deflateRawSync(JSON.stringify(state), { level: 1 });

export const readState = (row: Pick<SourceRow, "state">): DecodeState | null =>
  row.state === null ? null : (JSON.parse(inflateRawSync(row.state).toString("utf8")) as DecodeState);
