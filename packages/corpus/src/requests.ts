/** Owns what can be asked of the corpus. Checked by `check-request.ts`; what a query means is `query-language.ts`'s. */
import type { Branch, Role, Surface } from "@backscroll/wire";
import type { Availability } from "./records.ts";

/** Inclusive; an absent bound is open. */
export interface NumberRange {
  readonly from?: number;
  readonly to?: number;
}

/** Values in one list are ORed, filters ANDed; an empty list matches nothing. */
export interface SessionFilters {
  readonly ids?: readonly string[];
  /** Sessions left out. */
  readonly excludeIds?: readonly string[];
  /** Exact strings; null is a session without one. */
  readonly cwds?: readonly (string | null)[];
  /** Epoch milliseconds. */
  readonly createdAt?: NumberRange;
  /** One clause: children of any of these sessions, and with `includeRoots` sessions without a parent. */
  readonly parents?: { readonly ids: readonly string[]; readonly includeRoots: boolean };
  readonly availability?: readonly Availability[];
  readonly wires?: readonly string[];
  /** Case-insensitive part of the recorded title or, for people, of the first prompt. */
  readonly title?: string;
}

/** Values in one list are ORed, filters ANDed; an empty list matches nothing. */
export interface EventFilters {
  readonly seq?: NumberRange;
  /** Epoch milliseconds; events without time match no time filter. */
  readonly time?: NumberRange;
  /** Case-insensitive. */
  readonly types?: readonly string[];
  readonly roles?: readonly Role[];
  readonly surfaces?: readonly Surface[];
  readonly branches?: readonly Branch[];
  /** Results of Backscroll's own tools: left out of searches by default, kept in exact reads. */
  readonly echo?: "exclude" | "include" | "only";
}

/** Which page: `cursor` is the `nextCursor` of the page before, with the same request otherwise. */
export interface PageRequest {
  /** 1 to 100, default 20. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** Who asks; decides `inContext`. */
export interface QueryCaller {
  readonly session: string;
}

/** A search of sessions or of the corpus: `query` of 1 to 4096 characters, all of its terms required. */
export interface SearchRequest extends PageRequest {
  readonly query: string;
  readonly sessions?: SessionFilters;
  readonly events?: EventFilters;
  readonly caller?: QueryCaller;
  /** `rank` by default; `newest` orders by event time. */
  readonly order?: "rank" | "newest";
  /** Counts what the session filters hid; for people, never for models. */
  readonly countHidden?: boolean;
}

/** A search in one session, by its canonical id. */
export interface SearchEventsRequest extends PageRequest {
  readonly session: string;
  readonly query: string;
  readonly events?: EventFilters;
  readonly caller?: QueryCaller;
  readonly order?: "rank" | "newest";
}

/** The events of one session that a filter admits, page by page; all of them by default. */
export interface FilterEventsRequest extends PageRequest {
  readonly session: string;
  readonly events?: EventFilters;
  /** Literal, case-insensitive, any run of white space matches any other; scanned in documents. */
  readonly text?: string;
  readonly caller?: QueryCaller;
}

/** One event, by address, with none of its neighbours by default. */
export interface ReadEventRequest {
  readonly session: string;
  readonly seq: number;
  /** Neighbours, 0 to 50 each, clipped at the session's ends. */
  readonly before?: number;
  readonly after?: number;
  readonly caller?: QueryCaller;
}
