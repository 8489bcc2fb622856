/** Owns the JSON of a search: the hits, and what was and was not searched. */
import type { Selection } from "../arguments/selection.ts";
import type { FoundHits } from "../commands/search.ts";
import { isoTime } from "../render/age.ts";
import { hitJson } from "./event-json.ts";
import { skippedJson } from "./session-json.ts";

/** The answer of `search --json`. */
export const searchJson = ({ hits, more, coverage }: FoundHits, { scope, sessions, events, ids }: Selection) => ({
  hits: hits.map(({ session, event }) => hitJson(session, event)),
  more,
  scope: {
    project: scope.project,
    folders: scope.folders,
    same_repository: scope.sameRepository,
    sessions: ids,
    wires: sessions.wires ?? null,
    title: sessions.title ?? null,
    roles: events.roles ?? null,
    types: events.types ?? null,
    surfaces: events.surfaces ?? null,
    branches: events.branches ?? null,
    since: isoTime(events.time?.from ?? null),
    until: isoTime(events.time?.to ?? null),
    hidden: coverage.hidden,
    hidden_capped: coverage.hiddenCapped,
    echoes: coverage.echoes,
    untimed: coverage.untimed,
    windowed: coverage.windowed,
    missing_terms: coverage.missingTerms,
    largest_subset: coverage.largestSubset,
  },
  index: {
    sessions: coverage.sessions,
    events: coverage.events,
    behind: coverage.behind,
    skipped: coverage.skipped.map(skippedJson),
  },
});
