/** Owns reading a stored event again from its bytes: its slots, its record, its document. */
import {
  type ByteSource,
  type Decoder,
  type DecodeState,
  type JsonObject,
  openSource,
  readRecord,
  recordContext,
  type Slot,
  type SourceIdentity,
} from "@backscroll/wire";
import type { EventRow } from "./event-row.ts";

/** An open source with what its decoder needs to read a record of it. */
export class SourceReader {
  readonly decoder: Decoder;
  readonly source: ByteSource;
  readonly #identity: SourceIdentity;
  readonly #state: DecodeState;

  constructor(decoder: Decoder, identity: SourceIdentity, state: DecodeState, source?: ByteSource) {
    this.decoder = decoder;
    this.#identity = identity;
    this.#state = state;
    this.source = source ?? openSource(decoder, identity.path);
  }

  close(): void {
    this.source.close();
  }

  /** The record at a row's place, null where the bytes are no record any more. */
  record(row: Pick<EventRow, "start" | "length">): JsonObject | null {
    return readRecord(this.source, { start: row.start, end: row.start + row.length });
  }

  /** The slot at a row's place, null where the record is not there any more. */
  slot(row: Pick<EventRow, "start" | "length" | "part">): Slot | null {
    const value = this.record(row);
    if (value === null) return null;
    const context = recordContext(this.source, this.#identity, () => undefined);
    const record = { value, start: row.start, end: row.start + row.length, ordinal: -1 };
    const slots = this.decoder.read(this.#state.decoder, record, context);
    // Parts count within a lane; a record's slots share one lane in every known format.
    return slots[row.part] ?? null;
  }
}
