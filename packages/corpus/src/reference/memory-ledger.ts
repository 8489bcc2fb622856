/** Owns remembering which seqs the records of each session had, so that a rewritten log keeps its addresses. */
import { keyHash, type LinkedEvent, type SeqLedger } from "@backscroll/wire";

interface Remembered {
  /** Seqs by key and part, in order of first sight. */
  readonly seqs: Map<string, number[]>;
  next: number;
}

const nameOf = (key: number, part: number): string => `${key}/${part}`;

export class MemoryLedger {
  readonly #sessions = new Map<string, Remembered>();

  /** Whether any of these events had a seq before: without one, order is all there is. */
  knows(session: string, events: readonly LinkedEvent[]): boolean {
    const seqs = this.#sessions.get(session)?.seqs;
    return seqs !== undefined && events.some((event) => seqs.has(nameOf(keyHash(event.key), event.part)));
  }

  /** Hands out the session's seqs for one decoding. */
  open(session: string): SeqLedger {
    const remembered = this.#sessions.get(session);
    const waiting = new Map([...(remembered?.seqs ?? [])].map(([name, seqs]) => [name, [...seqs]]));
    let next = remembered?.next ?? 1;
    return {
      take: (key, part) => waiting.get(nameOf(key, part))?.shift(),
      fresh: () => next++,
    };
  }

  remember(session: string, events: readonly LinkedEvent[]): void {
    const remembered = this.#sessions.get(session) ?? { seqs: new Map<string, number[]>(), next: 1 };
    this.#sessions.set(session, remembered);
    for (const event of events) {
      const name = nameOf(keyHash(event.key), event.part);
      const seqs = remembered.seqs.get(name) ?? [];
      if (!seqs.includes(event.seq)) seqs.push(event.seq);
      remembered.seqs.set(name, seqs);
      remembered.next = Math.max(remembered.next, event.seq + 1);
    }
  }

  get size(): number {
    return this.#sessions.size;
  }
}
