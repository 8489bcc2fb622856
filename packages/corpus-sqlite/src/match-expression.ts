/** Owns turning a parsed query and event filters into an FTS5 expression. Nothing typed reaches it but as quoted tokens. */
import { type EventFilters, echoToken, folderToken, type Query, type QueryTerm, roleToken, typeToken, wireToken } from "@backscroll/corpus";

/** Session facts that the index can filter by itself: exact folders and wires. */
export interface IndexedScope {
  readonly folders: readonly (string | null)[] | null;
  readonly wires: readonly string[] | null;
}

// Tokens hold no quote: folding leaves letters, digits, marks and pictographs.
const phrase = (tokens: readonly string[], prefix: boolean): string => `"${tokens.join(" ")}"${prefix ? " *" : ""}`;

/** The expression of one term. */
export const termExpression = (term: QueryTerm): string => {
  const words = `{body parts} : ${phrase(term.tokens, term.prefix)}`;
  return term.pieces === null ? `(${words})` : `(${words} OR parts : ${phrase(term.pieces, term.prefix)})`;
};

/** Events that hold one of these tokens. */
export const anyOf = (tokens: readonly string[]): string => `meta : (${tokens.map((token) => `"${token}"`).join(" OR ")})`;

/** Conditions on indexed facts, ANDed; empty where there are none. */
export const filterExpressions = (events: EventFilters, scope: IndexedScope): readonly string[] => {
  const parts: string[] = [];
  if (events.types !== undefined) parts.push(anyOf(events.types.map(typeToken)));
  if (events.roles !== undefined) parts.push(anyOf(events.roles.map(roleToken)));
  if (events.echo === "only") parts.push(anyOf([echoToken]));
  if (scope.wires !== null) parts.push(anyOf(scope.wires.map(wireToken)));
  if (scope.folders !== null) parts.push(anyOf([...new Set(scope.folders.map(folderToken))]));
  return parts;
};

/** The whole expression: every term, every filter, and no echoes unless asked for. */
export const matchExpression = (terms: readonly QueryTerm[], filters: readonly string[], withoutEchoes: boolean): string => {
  const all = [...terms.map(termExpression), ...filters].join(" AND ");
  return withoutEchoes ? `(${all}) NOT meta : "${echoToken}"` : all;
};

export const expressionOf = (query: Query, events: EventFilters, scope: IndexedScope): string =>
  matchExpression(query.terms, filterExpressions(events, scope), (events.echo ?? "exclude") === "exclude");
