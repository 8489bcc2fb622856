/** Owns answers about whole sessions of the reference provider. */
import { matchesSession } from "../filter-match.ts";
import { traceLineage } from "../lineage.ts";
import type { SessionRecord } from "../records.ts";
import type { SessionFilters } from "../requests.ts";
import type { Resolution, SessionList, SessionTrace, TitleResult } from "../results.ts";
import { coverageOf } from "./search.ts";
import { newestFirst, type Snapshot } from "./snapshot.ts";

const shortestPrefix = 6;
const mostCandidates = 10;

const select = (snapshot: Snapshot, filters: SessionFilters): readonly SessionRecord[] =>
  snapshot.sessions
    .map((session) => session.record)
    .filter((record) => matchesSession(record, filters))
    .sort(newestFirst);

export const listSessions = (snapshot: Snapshot, filters: SessionFilters): SessionList => ({
  sessions: select(snapshot, filters),
  coverage: coverageOf(snapshot, filters),
});

export const readTitles = (snapshot: Snapshot, ids: readonly string[]): readonly TitleResult[] =>
  ids.map((session) => {
    const header = snapshot.find(session)?.record;
    return header === undefined
      ? { session, code: "session_not_found", message: `There is no session "${session}".` }
      : { session, header, title: header.title };
  });

export const resolveSession = (
  snapshot: Snapshot,
  selector: string,
  scope: SessionFilters & { readonly prefixes?: boolean },
): Resolution => {
  const { prefixes, ...filters } = scope;
  const records = select(snapshot, filters);
  const begins = prefixes === true && [...selector].length >= shortestPrefix;
  const steps: readonly ((record: SessionRecord) => boolean)[] = [
    (record) => record.session === selector,
    (record) => record.nativeId === selector,
    (record) => begins && (record.session.startsWith(selector) || record.nativeId.startsWith(selector)),
  ];
  for (const step of steps) {
    const found = records.filter(step);
    const [only] = found;
    if (only === undefined) continue;
    if (found.length === 1) return { kind: "found", session: only };
    return { kind: "ambiguous", candidates: found.slice(0, mostCandidates), total: found.length };
  }
  return { kind: "unknown" };
};

export const traceSession = (snapshot: Snapshot, session: string): SessionTrace => {
  const children = new Map<string, SessionRecord[]>();
  for (const { record } of snapshot.sessions) {
    const parent = record.parent?.session ?? null;
    if (parent === null) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [record]);
    else siblings.push(record);
  }
  return traceLineage(snapshot.session(session).record, {
    find: (name) => snapshot.find(name)?.record ?? null,
    children: (name) => children.get(name) ?? [],
  });
};
