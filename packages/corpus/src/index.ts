export {
  checkEventFilters,
  checkFilterEvents,
  checkReadEvent,
  checkSearch,
  checkSearchEvents,
  checkSeq,
  checkSessionFilters,
  defaultPerPage,
  mostNeighbours,
  mostPerPage,
} from "./check-request.ts";
export { type CopyCandidate, CopyMatcher, type CopyRange, type CopySide, isOrigin, originalOf } from "./copies.ts";
export { type Discovery, discoverSources, type FoundFile, type FoundPlace } from "./discover.ts";
export {
  Aborted,
  CorruptSession,
  decodeError,
  type EncodedError,
  EventNotFound,
  encodeError,
  IndexFailed,
  InvalidConfig,
  InvalidCursor,
  InvalidFilter,
  InvalidLimit,
  InvalidLineage,
  InvalidQuery,
  InvalidWindow,
  isSessionQueryError,
  ReadFailed,
  SessionNotFound,
  type SessionQueryError,
  SourceConflict,
  StaleCursor,
} from "./errors.ts";
export { eventState, type StateFacts } from "./event-state.ts";
export { type EventRelations, type RelatedEvent, type RelationFacts, relateEvent } from "./event-trace.ts";
export { makeExcerpt } from "./excerpt.ts";
export { type SessionLookup, traceLineage } from "./lineage.ts";
export type {
  CorpusMaintenance,
  CorpusReport,
  IndexReport,
  PlaceReport,
  RefreshOptions,
  RefreshProgress,
  RefreshReport,
} from "./maintenance.ts";
export { explainNoMatch, type PartialMatch } from "./matching-subset.ts";
export { echoToken, folderToken, kindToken, metaTokens, untimedToken } from "./meta-tokens.ts";
export { nearestWord } from "./nearest-word.ts";
export {
  type PlainSessionQuery,
  type PlainTranscript,
  plainSessionQuery,
  type QueryControl,
} from "./plain-session-query.ts";
export {
  foldedTokens,
  foldText,
  identifierPieces,
  type PreparedText,
  partsSeparator,
  prepareText,
  textTokens,
} from "./prepare-text.ts";
export { longestQuery, parseQuery, type Query, type QueryTerm } from "./query-language.ts";
export {
  compareNewest,
  compareRank,
  countSpans,
  type IndexedText,
  indexText,
  matchesTerms,
  type Ranked,
  scoreTexts,
} from "./rank.ts";
export type {
  Availability,
  Coverage,
  EventAddress,
  EventContent,
  EventRecord,
  EventState,
  SeqRanges,
  SessionParent,
  SessionRecord,
  SessionWindow,
  SkippedSource,
} from "./records.ts";
export {
  type MemorySource,
  makeReferenceCorpus,
  type ReferenceCorpus,
  type ReferenceOptions,
} from "./reference-provider.ts";
export type {
  EventFilters,
  FilterEventsRequest,
  NumberRange,
  PageRequest,
  QueryCaller,
  ReadEventRequest,
  SearchEventsRequest,
  SearchRequest,
  SessionFilters,
} from "./requests.ts";
export type {
  CorpusChange,
  CorpusPage,
  DocumentSlice,
  EventHit,
  EventPage,
  EventRead,
  EventTrace,
  Excerpt,
  FilteredEvents,
  Neighbour,
  Page,
  Resolution,
  SessionHit,
  SessionList,
  SessionNode,
  SessionPage,
  SessionTrace,
  TitleResult,
  TranscriptEvent,
  TranscriptFacts,
} from "./results.ts";
export { type LiveSession, SessionQuery, type SessionQueryService, type Transcript } from "./session-query.ts";
