export * from "./errors.ts";
export type * from "./maintenance.ts";
export type * from "./records.ts";
export type * from "./requests.ts";
export type * from "./results.ts";
export { type LiveSession, SessionQuery, type SessionQueryService, type Transcript } from "./session-query.ts";
