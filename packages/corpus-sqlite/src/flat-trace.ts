/** Owns carrying a session's descendants across threads: a deep tree overflows what a message can hold, a list does not. */
import type { SessionNode, SessionRecord, SessionTrace } from "@backscroll/corpus";

export interface FlatTrace extends Omit<SessionTrace, "descendants"> {
  /** Parents before children; `parent` is an index into the list, -1 for a child of the target. */
  readonly descendants: readonly { readonly session: SessionRecord; readonly parent: number }[];
}

export const flattenTrace = (trace: SessionTrace): FlatTrace => {
  const descendants: { session: SessionRecord; parent: number }[] = [];
  const waiting = trace.descendants.map((node) => ({ node, parent: -1 })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const index = descendants.push({ session: next.node.session, parent: next.parent }) - 1;
    for (const child of [...next.node.children].reverse()) waiting.push({ node: child, parent: index });
  }
  return { ...trace, descendants };
};

export const nestTrace = (trace: FlatTrace): SessionTrace => {
  const top: SessionNode[] = [];
  const childrenOf: SessionNode[][] = [];
  for (const { session, parent } of trace.descendants) {
    const children: SessionNode[] = [];
    childrenOf.push(children);
    (parent === -1 ? top : (childrenOf[parent] as SessionNode[])).push({ session, children });
  }
  return { ...trace, descendants: top };
};
