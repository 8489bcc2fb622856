/**
 * Owns deciding from which session another copies, and which sessions turn out to copy from it. The rules of a pair are
 * the corpus's; here the sessions are found that they are asked of.
 */
import { CopyMatcher, isOrigin } from "@backscroll/corpus";
import {
  type ByteSource,
  type Decoder,
  decodeStream,
  keyHash,
  parseSessionId,
  type SessionFacts,
  type SourceIdentity,
  sessionId,
} from "@backscroll/wire";
import type { Addresses } from "./address.ts";
import { roleOf } from "./event-row.ts";
import type { IndexStatements } from "./index-statements.ts";
import { readCopies, type SessionCopies, type SessionRow } from "./session-row.ts";
import type { StoredEvents } from "./stored-events.ts";

/** What a source's first records say. */
export interface Head {
  readonly facts: SessionFacts;
  readonly name: string;
  /** Key of the first conversation record, null where the head has none. */
  readonly firstKey: number | null;
}

export interface CopyPlan {
  /** Null where the session copies nothing that the corpus has. */
  readonly matcher: CopyMatcher | null;
  readonly origin: string | null;
  /** Ids of sources that copy from this session and were indexed before it. */
  readonly dirty: readonly number[];
}

export class CopyPlanner {
  readonly #statements: IndexStatements;
  readonly #addresses: Addresses;
  readonly #stored: StoredEvents;
  readonly #decoders: readonly Decoder[];

  constructor(statements: IndexStatements, addresses: Addresses, stored: StoredEvents, decoders: readonly Decoder[]) {
    this.#statements = statements;
    this.#addresses = addresses;
    this.#stored = stored;
    this.#decoders = decoders;
  }

  /** Finds the copies of what `origin` has; null where the corpus does not have it. */
  matcherFor(origin: string, known: SessionCopies | null): CopyMatcher | null {
    const session = this.#statements.sessionByName.get(origin) as SessionRow | undefined;
    if (session === undefined) return null;
    const addresses = this.#addresses;
    return new CopyMatcher(
      (key) =>
        addresses
          .rangesOf(session.id)
          .flatMap((range) => this.#statements.eventsByKeyInRange.all(key, range.from, range.to) as number[])
          .map((id) => addresses.seqOf(id)),
      known?.ranges ?? [],
    );
  }

  /** Decides from whom a new session copies, and who copies from it. */
  plan(decoder: Decoder, source: ByteSource, file: SourceIdentity, head: Head): CopyPlan {
    const parent = this.parentName(decoder, head.facts);
    if (parent !== null && parent !== head.name && head.facts.parent?.kind !== "handoff") {
      const declared = this.#statements.sessionByName.get(parent) as SessionRow | undefined;
      if (declared !== undefined && this.#copiesFrom(declared, head.name))
        return { matcher: null, origin: null, dirty: [] };
      if (declared !== undefined) return { matcher: this.matcherFor(parent, null), origin: parent, dirty: [] };
    }
    if (decoder.globalKeys !== true || head.firstKey === null) return { matcher: null, origin: null, dirty: [] };
    const addresses = this.#addresses;
    const others = new Set(
      (this.#statements.eventsByKey.all(head.firstKey) as number[]).map((id) => addresses.sessionOf(id)),
    );
    let origin: SessionRow | null = null;
    let longest = 0;
    const dirty: number[] = [];
    for (const id of others) {
      const other = this.#statements.sessionById.get(id) as SessionRow | undefined;
      if (other === undefined || other.wire !== decoder.wire) continue;
      const own = this.#ownEvents(decoder, source, file, other, head);
      if (isOrigin(own.other, own.mine)) {
        if (this.#copiesFrom(other, head.name)) continue;
        // Of several, the one that shares the longest beginning; of equals, the one that is itself no copy of the other.
        if (
          own.shared > longest ||
          (own.shared === longest && origin !== null && readCopies(origin)?.origin === other.name)
        ) {
          origin = other;
          longest = own.shared;
        }
      } else dirty.push(other.source);
    }
    return origin === null
      ? { matcher: null, origin: null, dirty }
      : { matcher: this.matcherFor(origin.name, null), origin: origin.name, dirty };
  }

  /** Whether a session's originals lead to `name`, so that it cannot have the originals of that session. */
  #copiesFrom(session: SessionRow, name: string): boolean {
    const seen = new Set<string>();
    for (let current: SessionRow | undefined = session; current !== undefined && !seen.has(current.name); ) {
      if (current.name === name) return true;
      seen.add(current.name);
      const origin: string | undefined = readCopies(current)?.origin;
      current =
        origin === undefined ? undefined : (this.#statements.sessionByName.get(origin) as SessionRow | undefined);
      if (origin === name) return true;
    }
    return false;
  }

  /** What each of two sessions that share records has of its own, and how many leading events they share. */
  #ownEvents(decoder: Decoder, source: ByteSource, file: SourceIdentity, other: SessionRow, head: Head) {
    const otherKeys = new Set<number>();
    const otherEvents: { key: number; time: number | null }[] = [];
    for (const row of this.#stored.rowsOf(other.id)) {
      otherKeys.add(row.key);
      if (roleOf(row.flags) !== null) otherEvents.push({ key: row.key, time: row.time });
    }
    const keys = new Set<number>();
    let firstOwnAt: number | null = null;
    let onlyShared = true;
    let shared = 0;
    decodeStream(decoder, source, file, {
      onEvents: (events) => {
        for (const event of events) {
          const key = keyHash(event.key);
          keys.add(key);
          if (onlyShared && otherKeys.has(key)) shared++;
          if (event.role === null || (event.lane ?? "") !== "" || otherKeys.has(key) || !onlyShared) continue;
          onlyShared = false;
          firstOwnAt = event.createdAt;
        }
      },
    });
    const ownOfOther = otherEvents.find((event) => !keys.has(event.key));
    return {
      shared,
      mine: { session: head.name, parent: this.parentName(decoder, head.facts), firstOwnAt, onlyShared },
      other: {
        session: other.name,
        parent: other.parent,
        firstOwnAt: ownOfOther?.time ?? null,
        onlyShared: ownOfOther === undefined,
      },
    };
  }

  /** Canonical id of the declared parent, null where there is none, it is the session itself, or only an unknown file is named. */
  parentName(decoder: Decoder, facts: SessionFacts): string | null {
    const parent = facts.parent;
    if (parent === null) return null;
    const byPath =
      parent.path === undefined ? undefined : (this.#statements.sourceOfPath.get(parent.path) as string | undefined);
    if (byPath !== undefined) return byPath;
    if (parent.nativeId === undefined) return null;
    // Our own log names sessions of other programs by their whole id.
    const named = parseSessionId(parent.nativeId);
    const isWhole = named !== null && this.#decoders.some((other) => other.wire === named.wire);
    return isWhole ? parent.nativeId : sessionId(decoder.wire, parent.nativeId);
  }
}
