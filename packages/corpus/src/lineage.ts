/** Owns following sessions to their ancestors and descendants, however deep, without recursion. */
import { InvalidLineage } from "./errors.ts";
import type { SessionRecord } from "./records.ts";
import type { SessionNode, SessionTrace } from "./results.ts";

export interface LineageLookup {
  /** The session of that id, null where the corpus does not have it. */
  readonly find: (session: string) => SessionRecord | null;
  /** Sessions whose recorded parent it is, by creation, then id. */
  readonly children: (session: string) => readonly SessionRecord[];
}

interface MutableNode {
  readonly session: SessionRecord;
  readonly children: MutableNode[];
}

/** Ancestors and descendants of a session. Fails with `InvalidLineage` on a cycle; a session is never its own parent. */
export const traceLineage = (target: SessionRecord, lookup: LineageLookup): SessionTrace => {
  const ancestors: SessionRecord[] = [];
  const seen = new Set([target.session]);
  let current = target;
  let missingParent: string | null = null;
  let complete = true;
  while (current.parent !== null && current.parent.session !== current.session) {
    const parent = current.parent.session === null ? null : lookup.find(current.parent.session);
    if (parent === null) {
      complete = false;
      missingParent = current.parent.session;
      break;
    }
    if (seen.has(parent.session)) {
      throw new InvalidLineage({
        session: target.session,
        message: `The recorded parents of session "${target.session}" form a cycle through "${parent.session}".`,
      });
    }
    seen.add(parent.session);
    ancestors.push(parent);
    current = parent;
  }
  const descendants: MutableNode[] = [];
  const below = new Set([target.session]);
  const waiting: { readonly id: string; readonly into: MutableNode[] }[] = [{ id: target.session, into: descendants }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const session of lookup.children(next.id)) {
      if (below.has(session.session)) continue;
      below.add(session.session);
      const node: MutableNode = { session, children: [] };
      next.into.push(node);
      waiting.push({ id: session.session, into: node.children });
    }
  }
  return { target, ancestors, descendants: descendants as readonly SessionNode[], complete, missingParent };
};
