/**
 * Owns seq allocation and the turning of names into seqs: parents, calls, sources, references. Works on a
 * stream of slots with a bounded memory of recent ones; what lies further back is looked up by the owner of
 * the stored events. Does not own branches: `Decoder.fold` reads what is linked here.
 */
import type { Origin, Slot, WireEvent } from "./event.ts";
import { keyHash } from "./key-hash.ts";

/** Plain JSON, so that it can be stored between refreshes. */
export interface LinkState {
  lanes: Record<string, LaneState>;
}

interface LaneState {
  next: number;
  /** Seq of the last record's first slot. */
  last: number;
  recent: [key: number, seq: number][];
  open: [callId: string, seq: number][];
}

/** Seqs that a rewritten session's records had before, so that they keep them. */
export interface SeqLedger {
  /** The next unused seq of this key and part, in order of first sight; undefined for a new record. */
  take(key: number, part: number): number | undefined;
  /** A seq that no record ever had. */
  fresh(): number;
}

/** Where a linker looks up what it does not remember. */
export interface LinkOptions {
  /** Seq of the first slot of an earlier record, for what is no longer remembered. */
  readonly find?: (lane: string, key: number) => number | undefined;
  /** Lane of an earlier record, likewise. */
  readonly findLane?: (key: number) => string | undefined;
  /** The ledger of a lane, asked once, before its first slot; absent for sessions that were only appended to. */
  readonly ledger?: (lane: string) => SeqLedger | undefined;
}

/** An event as linked, with the seq of an earlier record of the same key in its session, if any. */
export interface LinkedEvent extends WireEvent {
  readonly repeats: number | null;
}

const storedRecent = 16;
const storedOpen = 64;
const memoryLimit = 250_000;

/**
 * Gives the slots of one source their seqs and turns the names in them into seqs. Records are linked once each, in
 * order.
 */
export class EventLinker {
  readonly #lanes = new Map<string, LaneState>();
  readonly #seqs = new Map<string, Map<number, number>>();
  readonly #laneOfKey = new Map<number, string>();
  readonly #ledgers = new Map<string, SeqLedger | undefined>();
  readonly #options: LinkOptions;

  constructor(state: LinkState | null, options: LinkOptions = {}) {
    this.#options = options;
    for (const [lane, stored] of Object.entries(state?.lanes ?? {})) {
      this.#lanes.set(lane, { ...stored, recent: [], open: [...stored.open] });
      this.#seqs.set(lane, new Map(stored.recent));
      for (const [key] of stored.recent) this.#laneOfKey.set(key, lane);
    }
  }

  #lane(name: string): LaneState {
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      lane = { next: 1, last: 0, recent: [], open: [] };
      this.#lanes.set(name, lane);
      this.#seqs.set(name, new Map());
    }
    return lane;
  }

  #seqOf(laneName: string, key: number): number | undefined {
    return this.#seqs.get(laneName)?.get(key) ?? this.#options.find?.(laneName, key);
  }

  /** Lane of an earlier record by its key. */
  laneOf(key: string): string | undefined {
    const hash = keyHash(key);
    return this.#laneOfKey.get(hash) ?? this.#options.findLane?.(hash);
  }

  /** Links one record's slots, in order. */
  link(slots: readonly Slot[], origin: Origin): readonly LinkedEvent[] {
    const events: LinkedEvent[] = [];
    const parts = new Map<string, number>();
    for (const slot of slots) {
      const laneName = slot.lane ?? "";
      const lane = this.#lane(laneName);
      const seqs = this.#seqs.get(laneName) as Map<number, number>;
      if (!this.#ledgers.has(laneName)) this.#ledgers.set(laneName, this.#options.ledger?.(laneName));
      const ledger = this.#ledgers.get(laneName);
      const part = parts.get(laneName) ?? 0;
      parts.set(laneName, part + 1);
      const key = keyHash(slot.key);
      const repeats = this.#seqOf(laneName, key) ?? null;
      const parentSeq = this.#parentSeq(laneName, lane, slot, part, events);
      const seq = ledger === undefined ? lane.next : (ledger.take(key, part) ?? ledger.fresh());
      lane.next = Math.max(lane.next, seq + 1);
      if (part === 0) lane.last = seq;
      if (seqs.size >= memoryLimit) this.#forget(seqs);
      seqs.delete(key);
      seqs.set(key, seq);
      this.#laneOfKey.set(key, laneName);
      if (this.#laneOfKey.size >= memoryLimit) this.#forget(this.#laneOfKey);
      const callSeq = slot.resultOf === undefined ? null : this.#takeCall(lane, slot.resultOf);
      if (slot.callId !== undefined) {
        lane.open.push([slot.callId, seq]);
        if (lane.open.length > storedOpen) lane.open.shift();
      }
      events.push({
        ...slot,
        seq,
        part,
        origin,
        parentSeq,
        callSeq,
        repeats: repeats === seq ? null : repeats,
        sourceSeqs: (slot.sources ?? []).flatMap((name) => this.#seqOf(laneName, keyHash(name)) ?? []),
        referenceSeqs: (slot.references ?? []).map((name) => this.#seqOf(laneName, keyHash(name)) ?? null),
      });
    }
    return events;
  }

  #parentSeq(laneName: string, lane: LaneState, slot: Slot, part: number, record: readonly LinkedEvent[]): number {
    if (part > 0) {
      const first = record.find((event) => (event.lane ?? "") === laneName);
      if (first !== undefined) return first.seq;
    }
    if (slot.parent === undefined) return lane.last;
    if (slot.parent === null) return 0;
    return this.#seqOf(laneName, keyHash(slot.parent)) ?? -1;
  }

  /** The nearest open call of that id; it is closed by being answered. */
  #takeCall(lane: LaneState, callId: string): number | null {
    for (let index = lane.open.length - 1; index >= 0; index--) {
      const [id, seq] = lane.open[index] as [string, number];
      if (id === callId) {
        lane.open.splice(index, 1);
        return seq;
      }
    }
    return null;
  }

  #forget(map: Map<number, unknown>): void {
    let left = map.size >> 1;
    for (const key of map.keys()) {
      if (left-- === 0) break;
      map.delete(key);
    }
  }

  /** What a later linker needs to go on. */
  state(): LinkState {
    const lanes: Record<string, LaneState> = {};
    for (const [name, lane] of this.#lanes) {
      const seqs = this.#seqs.get(name) as Map<number, number>;
      lanes[name] = { ...lane, recent: [...seqs].slice(-storedRecent), open: [...lane.open] };
    }
    return { lanes };
  }
}
