/**
 * Owns telling whether an event says the same as the one that it shares its key with. Keys are given by programs, and not
 * all of them take care that each is new; an event that says something else must be found by itself.
 */
import { type Decoder, hasLargeMark, type Slot, slotText } from "@backscroll/wire";
import type { Addresses } from "./address.ts";
import type { EventRow } from "./event-row.ts";
import type { IndexStatements } from "./index-statements.ts";
import { SourceReader } from "./read-event.ts";
import type { SessionRow } from "./session-row.ts";
import { readState, type SourceRow } from "./source-row.ts";

export class OriginalTexts {
  readonly #statements: IndexStatements;
  readonly #addresses: Addresses;
  readonly #decoders: readonly Decoder[];
  #reader: { readonly session: SessionRow; readonly source: SourceReader } | null = null;

  constructor(statements: IndexStatements, addresses: Addresses, decoders: readonly Decoder[]) {
    this.#statements = statements;
    this.#addresses = addresses;
    this.#decoders = decoders;
  }

  #open(origin: string): { readonly session: SessionRow; readonly source: SourceReader } | null {
    if (this.#reader?.session.name === origin) return this.#reader;
    this.close();
    const session = this.#statements.sessionByName.get(origin) as SessionRow | undefined;
    if (session === undefined) return null;
    const row = this.#statements.sourceById.get(session.source) as SourceRow;
    const decoder = this.#decoders.find((candidate) => candidate.wire === row.wire);
    const state = readState(row);
    if (decoder === undefined || state === null) return null;
    this.#reader = { session, source: new SourceReader(decoder, row, state) };
    return this.#reader;
  }

  /** True where the copy has no words that its original lacks. False also where the original cannot be read any more. */
  isSame(copy: Slot, origin: string, seq: number): boolean {
    const text = slotText(copy);
    if (text === "") return true;
    try {
      const reader = this.#open(origin);
      if (reader === null) return false;
      const row = this.#statements.eventRow.get(this.#addresses.rowOf(reader.session.id, seq)) as EventRow | undefined;
      const original = row === undefined ? null : reader.source.slot(row);
      if (original === null) return false;
      const originalText = slotText(original);
      // Marks of large strings name places in two files.
      return originalText === text || (hasLargeMark(text) && hasLargeMark(originalText));
    } catch {
      return false;
    }
  }

  close(): void {
    this.#reader?.source.close();
    this.#reader = null;
  }
}
