/** Owns turning a parsed query and event filters into an FTS5 expression. Nothing typed reaches it but as quoted tokens. */
import { type EventFilters, echoToken, folderToken, kindToken, type Query, type QueryTerm } from "@backscroll/corpus";
import type { Role } from "@backscroll/wire";

/** What the index's own tokens can filter by. */
export interface IndexedScope {
  /** Exact folders, null for any. */
  readonly folders: readonly (string | null)[] | null;
  /** Every event type that the index holds. */
  readonly knownTypes: readonly string[];
}

const everyRole: readonly (Role | null)[] = ["user", "assistant", "tool", "context", null];

// Tokens hold no quote: folding leaves letters, digits, marks and pictographs.
const phrase = (tokens: readonly string[], prefix: boolean): string => `"${tokens.join(" ")}"${prefix ? " *" : ""}`;

/** The expression of one term. */
const termExpression = (term: QueryTerm): string => {
  const words = `{body parts} : ${phrase(term.tokens, term.prefix)}`;
  return term.pieces === null ? `(${words})` : `(${words} OR parts : ${phrase(term.pieces, term.prefix)})`;
};

/** Events that hold one of these tokens; none for an empty list. */
export const anyOf = (tokens: readonly string[]): string =>
  `meta : (${(tokens.length === 0 ? ["none"] : tokens).map((token) => `"${token}"`).join(" OR ")})`;

/** Conditions on indexed facts, ANDed; empty where there are none. */
export const filterExpressions = (events: EventFilters, scope: IndexedScope): readonly string[] => {
  const parts: string[] = [];
  if (events.types !== undefined || events.roles !== undefined) {
    const types = events.types ?? scope.knownTypes;
    const roles = events.roles ?? everyRole;
    parts.push(anyOf(types.flatMap((type) => roles.map((role) => kindToken(type, role)))));
  }
  if (events.echo === "only") parts.push(anyOf([echoToken]));
  if (scope.folders !== null) parts.push(anyOf([...new Set(scope.folders.map(folderToken))]));
  return parts;
};

/** The whole expression: every term, every filter, and no echoes unless asked for. */
export const matchExpression = (
  terms: readonly QueryTerm[],
  filters: readonly string[],
  withoutEchoes: boolean,
): string => {
  const all = [...terms.map(termExpression), ...filters].join(" AND ");
  return withoutEchoes ? `(${all}) NOT meta : "${echoToken}"` : all;
};

export const expressionOf = (query: Query, events: EventFilters, scope: IndexedScope): string =>
  matchExpression(query.terms, filterExpressions(events, scope), (events.echo ?? "exclude") === "exclude");
