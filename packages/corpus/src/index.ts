export * from "./errors.ts";
export type * from "./maintenance.ts";
export type * from "./records.ts";
export type * from "./requests.ts";
export type * from "./results.ts";
export { type LiveSession, SessionQuery, type SessionQueryService, type Transcript } from "./session-query.ts";
export { CopyMatcher, type CopyCandidate, type CopyRange, type CopySide, isOrigin, originalOf } from "./copies.ts";
export { discoverSources, type Discovery, type FoundFile, type FoundPlace } from "./discover.ts";
export { echoToken, eventTokens, folderToken, roleToken, sessionTokens, typeToken, untimedToken, wireToken } from "./meta-tokens.ts";
export { foldText, foldedTokens, identifierPieces, partsSeparator, type PreparedText, prepareText, textTokens } from "./prepare-text.ts";
export { longestQuery, parseQuery, type Query, type QueryTerm } from "./query-language.ts";
export { explainNoMatch, type PartialMatch } from "./matching-subset.ts";
export {
  checkEventFilters,
  checkFilterEvents,
  checkReadEvent,
  checkSearch,
  checkSearchEvents,
  checkSessionFilters,
  nearestWord,
} from "./check-request.ts";
export { excerptLength, makeExcerpt } from "./excerpt.ts";
export { type LineageLookup, traceLineage } from "./lineage.ts";
export { type PlainSessionQuery, plainSessionQuery, type PlainTranscript, type QueryControl } from "./plain-session-query.ts";
