/** Owns deciding whether a source's records keep the seqs that they had: only where the log was rewritten. */
import { type ByteSource, type Decoder, decodeStream, keyHash, type SourceIdentity, sessionId } from "@backscroll/wire";
import { type LedgerStore, SessionLedger } from "./ledger.ts";
import type { SessionRow } from "./session-row.ts";
import type { StoredEvents } from "./stored-events.ts";

/** The ledger of a lane of the source that is being decoded. */
export type LedgerOfLane = (lane: string) => SessionLedger | null;

/** Seqs that a rewritten source's records had; null for a source that only grew. */
export const planLedgers = (
  { ledgers: store, stored: events }: { readonly ledgers: LedgerStore; readonly stored: StoredEvents },
  sessions: readonly SessionRow[],
  decoder: Decoder,
  source: ByteSource,
  file: SourceIdentity,
  name: string,
): LedgerOfLane => {
  const stored = store.read(name);
  // Another session in the place of the old one has nothing of its addresses.
  const isSame = sessions.some((session) => session.lane === "" && sessionId(session.wire, session.native_id) === name);
  if (!isSame) return (lane) => (lane === "" ? stored : null);
  const ledgers = new Map<string, SessionLedger>();
  for (const session of sessions) {
    const ledger = store.read(session.name) ?? new SessionLedger(session.name);
    ledger.add(events.entriesOf(session.id));
    ledgers.set(session.lane, ledger);
  }
  // A first look: which records are still there, and does append order alone give them their seqs?
  const needed = new Set<string>();
  const shared = new Set<string>();
  const lastSeqs = new Map<string, number>();
  decodeStream(decoder, source, file, {
    onEvents: (events) => {
      for (const event of events) {
        const lane = event.lane ?? "";
        const ledger = ledgers.get(lane);
        const known = ledger?.take(keyHash(event.key), event.part);
        if (known !== undefined) shared.add(lane);
        // A record after everything that was known is growth.
        if (known !== event.seq && (known !== undefined || event.seq <= (ledger?.last ?? 0))) needed.add(lane);
        lastSeqs.set(lane, event.seq);
      }
    },
  });
  for (const [lane, ledger] of ledgers) {
    // Cut short: what is written there later must not get the seqs of what went.
    if ((lastSeqs.get(lane) ?? 0) < ledger.last) needed.add(lane);
    ledger.rewind();
  }
  // Without one shared record it is the same log under other ids (a format migration): order is all there is.
  return (lane) => {
    const ledger = ledgers.get(lane);
    if (ledger === undefined || !shared.has(lane)) return null;
    return needed.has(lane) || store.read(ledger.session) !== null ? ledger : null;
  };
};
