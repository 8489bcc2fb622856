/**
 * Owns the arithmetic between (session, seq) and row ids: a session's rows are ranges of 2^20, so that everything of
 * it is read and deleted by range. Sessions with more events continue in further blocks.
 */
import type { IndexDatabase } from "./schema.ts";

export const blockSize = 1_048_576;

/** Texts too long for one row are indexed in pieces whose row ids lie above every event's. */
export const pieceBase = 2 ** 52;

export interface RowRange {
  readonly from: number;
  readonly to: number;
}

export class Addresses {
  readonly #database: IndexDatabase;
  /** Extra blocks: their session and the seq of their first row; and the other way round. */
  #owners = new Map<number, { session: number; base: number }>();
  #blocks = new Map<number, number[]>();

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /** Reads extra blocks again where another process may have changed them. */
  reload(): void {
    this.#owners = new Map();
    this.#blocks = new Map();
    const rows = this.#database.prepare("SELECT id, session, base FROM block ORDER BY base").all() as {
      id: number;
      session: number;
      base: number;
    }[];
    for (const row of rows) {
      this.#owners.set(row.id, row);
      const list = this.#blocks.get(row.session) ?? [];
      list.push(row.id);
      this.#blocks.set(row.session, list);
    }
  }

  /** Row id of an event; with `allocate`, makes the block that it needs. */
  rowOf(session: number, seq: number, allocate?: () => number): number {
    const index = Math.floor(seq / blockSize);
    if (index === 0) return session * blockSize + seq;
    const blocks = this.#blocks.get(session) ?? [];
    while (allocate !== undefined && blocks.length < index) {
      const id = allocate();
      const base = (blocks.length + 1) * blockSize;
      this.#database.prepare("INSERT INTO block VALUES (?, ?, ?)").run(id, session, base);
      blocks.push(id);
      this.#blocks.set(session, blocks);
      this.#owners.set(id, { session, base });
    }
    const block = blocks[index - 1];
    return block === undefined ? -1 : block * blockSize + (seq % blockSize);
  }

  sessionOf(row: number): number {
    const block = Math.floor(row / blockSize);
    return this.#owners.get(block)?.session ?? block;
  }

  seqOf(row: number): number {
    return (this.#owners.get(Math.floor(row / blockSize))?.base ?? 0) + (row % blockSize);
  }

  /** Row ranges of a session's seqs, ascending. */
  rangesOf(session: number, fromSeq = 0, toSeq = Number.MAX_SAFE_INTEGER): readonly RowRange[] {
    const ranges: RowRange[] = [];
    for (const [index, block] of [session, ...(this.#blocks.get(session) ?? [])].entries()) {
      const base = index * blockSize;
      const from = Math.max(fromSeq, base) - base;
      const to = Math.min(toSeq, base + blockSize - 1) - base;
      if (from <= to) ranges.push({ from: block * blockSize + from, to: block * blockSize + to });
    }
    return ranges;
  }
}
