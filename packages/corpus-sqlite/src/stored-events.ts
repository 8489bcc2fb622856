/** Owns looking up events that are already in the index, for those that are being written. */
import type { Addresses } from "./address.ts";
import { type EventRow, rowsInRange } from "./event-row.ts";
import type { IndexStatements } from "./index-statements.ts";
import type { LaneProgress } from "./lane-progress.ts";
import type { LedgerEntry } from "./ledger.ts";

export class StoredEvents {
  readonly #statements: IndexStatements;
  readonly #addresses: Addresses;

  constructor(statements: IndexStatements, addresses: Addresses) {
    this.#statements = statements;
    this.#addresses = addresses;
  }

  /** Rows of a session, ascending, a few at a time: a session may have more than fit in memory. */
  *rowsOf(session: number): Generator<EventRow> {
    for (const range of this.#addresses.rangesOf(session)) {
      yield* rowsInRange(range, (from, to) => this.#statements.eventsInRange.all(from, to) as EventRow[]);
    }
  }

  /** What a ledger remembers of a session. */
  *entriesOf(session: number): Generator<LedgerEntry> {
    for (const row of this.rowsOf(session)) {
      yield { key: row.key, part: row.part, seq: this.#addresses.seqOf(row.id) };
    }
  }

  /** The latest seq of a key in a session. */
  findSeq(session: number | undefined, key: number): number | undefined {
    if (session === undefined) return undefined;
    const addresses = this.#addresses;
    for (const range of [...addresses.rangesOf(session)].reverse()) {
      const id = this.#statements.lastEventByKey.get(key, range.from, range.to) as number | null;
      if (id !== null) return addresses.seqOf(id);
    }
    return undefined;
  }

  /** The lane that holds a key. */
  findLane(lanes: ReadonlyMap<string, LaneProgress>, key: number): string | undefined {
    for (const lane of lanes.values()) if (this.findSeq(lane.session, key) !== undefined) return lane.lane;
    return undefined;
  }
}
