/** Owns how an event is packed into its row, and back. */
import { type FoldEvent, type Json, keyHash, type LinkedEvent, type Role } from "@backscroll/wire";
import type { RowRange } from "./address.ts";
import type { IndexDatabase } from "./schema.ts";

const roles: readonly (Role | null)[] = [null, "user", "assistant", "tool", "context"];
const roleBits = 0b111;

export const eventFlags = {
  logOnly: 0b1000,
  truncated: 0b10000,
  echo: 0b100000,
} as const;

export interface EventRow {
  readonly id: number;
  readonly key: number;
  readonly start: number;
  readonly length: number;
  readonly part: number;
  readonly parent: number | null;
  readonly type: number;
  readonly flags: number;
  readonly time: number | null;
  readonly call: number | null;
  readonly grouping: number | null;
  readonly extra: string | null;
}

interface Extra {
  /** Source seqs. */
  readonly s?: readonly number[];
  /** Reference seqs. */
  readonly r?: readonly (number | null)[];
  readonly e?: Json;
}

export const roleOf = (flags: number): Role | null => roles[flags & roleBits] ?? null;

export const withRole = (flags: number, role: Role | null): number => (flags & ~roleBits) | roles.indexOf(role);

const readExtra = (row: { readonly extra: string | null }): Extra =>
  row.extra === null ? {} : (JSON.parse(row.extra) as Extra);

export const sourceSeqsOf = (row: { readonly extra: string | null }): readonly number[] => readExtra(row).s ?? [];

/** Names of event types as small numbers. */
export class EventTypeTable {
  readonly #database: IndexDatabase;
  #ids = new Map<string, number>();
  #names = new Map<number, string>();

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  reload(): void {
    this.#ids = new Map();
    this.#names = new Map();
    for (const row of this.#database.prepare("SELECT id, name FROM event_type").all() as {
      id: number;
      name: string;
    }[]) {
      this.#ids.set(row.name, row.id);
      this.#names.set(row.id, row.name);
    }
  }

  idOf(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    this.#database.prepare("INSERT OR IGNORE INTO event_type (name) VALUES (?)").run(name);
    const id = this.#database.prepare("SELECT id FROM event_type WHERE name = ?").pluck().get(name) as number;
    this.#ids.set(name, id);
    this.#names.set(id, name);
    return id;
  }

  nameOf(id: number): string {
    if (!this.#names.has(id)) this.reload();
    return this.#names.get(id) ?? "unknown/unknown";
  }

  names(): readonly string[] {
    if (this.#names.size === 0) this.reload();
    return [...this.#names.values()];
  }
}

/** So many rows are read at once. */
export const rowsAtOnce = 4096;

/** Rows of a range, ascending; `read` gives the first `rowsAtOnce` between two ids. */
export function* rowsInRange(
  range: RowRange,
  read: (from: number, to: number) => readonly EventRow[],
): Generator<EventRow> {
  for (let from = range.from; from <= range.to; ) {
    const rows = read(from, range.to);
    yield* rows;
    const last = rows[rows.length - 1];
    if (last === undefined || rows.length < rowsAtOnce) return;
    from = last.id + 1;
  }
}

/** A row's values in column order, without the id. */
export const packEvent = (event: LinkedEvent, previousRecord: number, types: EventTypeTable): readonly unknown[] => {
  let flags = roles.indexOf(event.role);
  if (event.logOnly === true) flags |= eventFlags.logOnly;
  if (event.tool?.outputTruncated === true) flags |= eventFlags.truncated;
  if (event.echo === true) flags |= eventFlags.echo;
  const extra: Extra = {
    ...(event.sourceSeqs.length > 0 && { s: event.sourceSeqs }),
    ...(event.referenceSeqs.length > 0 && { r: event.referenceSeqs }),
    ...(event.evidence !== undefined && { e: event.evidence }),
  };
  return [
    keyHash(event.key),
    event.origin.start,
    event.origin.end - event.origin.start,
    event.part,
    event.parentSeq === previousRecord ? null : event.parentSeq,
    types.idOf(event.type),
    flags,
    event.createdAt === null ? null : Math.trunc(event.createdAt),
    event.callSeq,
    event.group === undefined ? null : keyHash(event.group),
    Object.keys(extra).length === 0 ? null : JSON.stringify(extra),
  ];
};

/** Events of one session as `fold` wants them, from rows ascending by id. `seqOf` gives a row's seq. */
export function* foldEvents(
  rows: Iterable<EventRow>,
  seqOf: (row: number) => number,
  types: EventTypeTable,
): Generator<FoldEvent> {
  let record = 0;
  for (const row of rows) {
    const seq = seqOf(row.id);
    const extra = readExtra(row);
    yield {
      seq,
      part: row.part,
      parentSeq: row.parent ?? record,
      type: types.nameOf(row.type),
      role: roleOf(row.flags),
      logOnly: (row.flags & eventFlags.logOnly) !== 0,
      createdAt: row.time,
      group: row.grouping,
      callSeq: row.call,
      referenceSeqs: extra.r ?? [],
      evidence: extra.e,
    };
    if (row.part === 0) record = seq;
  }
}
