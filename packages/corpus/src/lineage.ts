/** Owns a session's family: the chain of its ancestors, the tree of its descendants. Does not own where sessions are kept. */
import { InvalidLineage } from "./errors.ts";
import type { SessionRecord } from "./records.ts";
import type { SessionNode, SessionTrace } from "./results.ts";

/** How a lineage finds sessions, by canonical id. */
export interface SessionLookup {
  /** The session of that id, null where the corpus does not have it. */
  readonly find: (session: string) => SessionRecord | null;
  /** Sessions that name this one as parent, in any order. */
  readonly children: (session: string) => readonly SessionRecord[];
}

const cycleAt = (session: string): InvalidLineage =>
  new InvalidLineage({ session, message: `The recorded parents of session "${session}" lead back to itself.` });

const byCreation = (one: SessionRecord, other: SessionRecord): number => {
  const oneAt = one.createdAt ?? Number.POSITIVE_INFINITY;
  const otherAt = other.createdAt ?? Number.POSITIVE_INFINITY;
  if (oneAt !== otherAt) return oneAt < otherAt ? -1 : 1;
  return one.session < other.session ? -1 : 1;
};

const isOwnParent = (record: SessionRecord): boolean => record.parent?.session === record.session;

const traceAncestors = (
  target: SessionRecord,
  { find }: SessionLookup,
): Pick<SessionTrace, "ancestors" | "complete" | "missingParent"> => {
  const ancestors: SessionRecord[] = [];
  const seen = new Set([target.session]);
  let current = target;
  while (current.parent !== null && !isOwnParent(current)) {
    const id = current.parent.session;
    const parent = id === null ? null : find(id);
    if (parent === null) return { ancestors, complete: false, missingParent: id };
    if (seen.has(parent.session)) throw cycleAt(target.session);
    seen.add(parent.session);
    ancestors.push(parent);
    current = parent;
  }
  return { ancestors, complete: true, missingParent: null };
};

interface GrowingNode {
  readonly session: SessionRecord;
  readonly children: GrowingNode[];
}

const traceDescendants = (target: SessionRecord, { children }: SessionLookup): readonly SessionNode[] => {
  const root: GrowingNode = { session: target, children: [] };
  const seen = new Set([target.session]);
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of [...children(node.session.session)].sort(byCreation)) {
      if (isOwnParent(child)) continue;
      if (seen.has(child.session)) throw cycleAt(target.session);
      seen.add(child.session);
      const childNode = { session: child, children: [] };
      node.children.push(childNode);
      waiting.push(childNode);
    }
  }
  return root.children;
};

/**
 * Traces a session's family, whatever its depth. A session that names itself as parent counts as a root.
 * Throws `InvalidLineage` where parents form a cycle.
 */
export const traceLineage = (target: SessionRecord, lookup: SessionLookup): SessionTrace => ({
  target,
  ...traceAncestors(target, lookup),
  descendants: traceDescendants(target, lookup),
});
