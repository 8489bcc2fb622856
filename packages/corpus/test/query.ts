/** Owns parsed queries for tests. */
import { parseQuery, type Query } from "../src/query-language.ts";

export const queryOf = (text: string): Query => {
  const query = parseQuery(text);
  if (query instanceof Error) throw query;
  return query;
};
