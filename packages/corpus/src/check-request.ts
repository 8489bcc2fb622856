/**
 * Owns refusing what cannot be asked: each failure names the field and the value. Types of events and wires are open
 * names, so an unknown one is legal and matches nothing. Does not own what a request means.
 */
import { InvalidFilter, InvalidLimit, InvalidWindow } from "./errors.ts";
import { nearestWord } from "./nearest-word.ts";
import { parseQuery } from "./query-language.ts";
import type {
  EventFilters,
  FilterEventsRequest,
  NumberRange,
  PageRequest,
  ReadEventRequest,
  SearchEventsRequest,
  SearchRequest,
  SessionFilters,
} from "./requests.ts";

/** Most hits or records of one page. */
export const mostPerPage = 100;
/** Most neighbours on each side of a read. */
export const mostNeighbours = 50;
/** Hits or records of a page where nothing else is asked. */
export const defaultPerPage = 20;

const show = (value: unknown): string => {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

const refuse = (field: string, message: string): never => {
  throw new InvalidFilter({ field, message });
};

const isSeq = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Times may have fractions: they come from people's clocks and from arithmetic. */
const isTime = (value: number): boolean => Number.isFinite(value);

const checkRange = (
  field: string,
  range: NumberRange | undefined,
  accepts: (value: number) => boolean,
  unit: string,
): void => {
  if (range === undefined) return;
  for (const end of ["from", "to"] as const) {
    const value = range[end];
    if (value !== undefined && !accepts(value))
      refuse(`${field}.${end}`, `${field}.${end} is ${show(value)}, not ${unit}.`);
  }
  if (range.from !== undefined && range.to !== undefined && range.from > range.to) {
    refuse(field, `${field}.from (${range.from}) is after ${field}.to (${range.to}).`);
  }
};

const checkNames = (field: string, names: readonly string[] | undefined, known: readonly string[]): void => {
  for (const name of names ?? []) {
    if (known.includes(name)) continue;
    const meant = nearestWord(name, known);
    const hint = meant === null ? `Known are ${known.join(", ")}.` : `Did you mean ${show(meant)}?`;
    refuse(field, `${field} holds ${show(name)}, which is not one of its values. ${hint}`);
  }
};

const seqUnit = "a non-negative safe integer";
const timeUnit = "a time in epoch milliseconds";

/** Throws `InvalidFilter` for session filters that cannot be asked. */
export const checkSessionFilters = (filters: SessionFilters): void => {
  checkRange("createdAt", filters.createdAt, isTime, timeUnit);
  checkNames("availability", filters.availability, ["live", "persisted"]);
};

/** Throws `InvalidFilter` for event filters that cannot be asked. */
export const checkEventFilters = (filters: EventFilters): void => {
  checkRange("seq", filters.seq, isSeq, seqUnit);
  checkRange("time", filters.time, isTime, timeUnit);
  checkNames("roles", filters.roles, ["user", "assistant", "tool", "context"]);
  checkNames("surfaces", filters.surfaces, ["current", "shadowed", "log-only"]);
  checkNames("branches", filters.branches, ["active", "inactive"]);
  if (filters.echo !== undefined) checkNames("echo", [filters.echo], ["exclude", "include", "only"]);
};

const checkLimit = ({ limit }: PageRequest): void => {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= mostPerPage)) {
    throw new InvalidLimit({ message: `limit is ${show(limit)}, not an integer from 1 to ${mostPerPage}.` });
  }
};

const checkQuery = (request: { readonly query: string; readonly order?: "rank" | "newest" }): void => {
  const query = parseQuery(request.query);
  if (query instanceof Error) throw query;
  if (request.order !== undefined) checkNames("order", [request.order], ["rank", "newest"]);
};

/** Throws `InvalidQuery`, `InvalidFilter` or `InvalidLimit` for a search that cannot be made. */
export const checkSearch = (request: SearchRequest): void => {
  checkQuery(request);
  checkSessionFilters(request.sessions ?? {});
  checkEventFilters(request.events ?? {});
  checkLimit(request);
};

/** As `checkSearch`, for a search in one session. */
export const checkSearchEvents = (request: SearchEventsRequest): void => {
  checkQuery(request);
  checkEventFilters(request.events ?? {});
  checkLimit(request);
};

/** Throws `InvalidFilter` or `InvalidLimit` for a list of events that cannot be made. */
export const checkFilterEvents = (request: FilterEventsRequest): void => {
  checkEventFilters(request.events ?? {});
  checkLimit(request);
};

/** Throws `InvalidFilter` for a seq that cannot be, `InvalidWindow` for a number of neighbours that is not from 0 to 50. */
export const checkReadEvent = (request: ReadEventRequest): void => {
  checkSeq(request.seq);
  for (const field of ["before", "after"] as const) {
    const value = request[field];
    if (value !== undefined && !(Number.isInteger(value) && value >= 0 && value <= mostNeighbours)) {
      throw new InvalidWindow({
        field,
        message: `${field} is ${show(value)}, not an integer from 0 to ${mostNeighbours}.`,
      });
    }
  }
};

/** Throws `InvalidFilter` for a seq that no event can have. */
export const checkSeq = (seq: number): void => {
  if (!isSeq(seq)) refuse("seq", `seq is ${show(seq)}, not ${seqUnit}.`);
};
