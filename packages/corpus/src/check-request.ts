/** Owns refusing requests that cannot be meant: by field and value, before anything is searched. */
import { InvalidFilter, InvalidLimit, InvalidWindow } from "./errors.ts";
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

export const mostPerPage = 100;
export const widestWindow = 50;

const roles = ["user", "assistant", "tool", "context"];
const surfaces = ["current", "shadowed", "log-only"];
const branches = ["active", "inactive"];
const availabilities = ["live", "persisted"];
const echoes = ["exclude", "include", "only"];

/** Single edits between two words, capped. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      next.push(
        Math.min(
          (row[j] as number) + 1,
          (next[j - 1] as number) + 1,
          (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row[other.length] as number;
};

/** The nearest of the known words, null where none is near. */
export const nearestWord = (word: string, known: readonly string[]): string | null => {
  const lower = word.toLowerCase();
  const [best] = known
    .map((candidate) => [candidate, distance(lower, candidate.toLowerCase())] as const)
    .sort((a, b) => a[1] - b[1]);
  return best !== undefined && best[1] <= Math.max(2, Math.floor(best[0].length / 3)) ? best[0] : null;
};

const checkWords = (field: string, values: readonly string[] | undefined, known: readonly string[]): void => {
  for (const value of values ?? []) {
    if (known.includes(value)) continue;
    const near = nearestWord(String(value), known);
    throw new InvalidFilter({
      field,
      message: `${field}: "${value}" is not one of ${known.join(", ")}${near === null ? "" : `; did you mean "${near}"?`}`,
    });
  }
};

const checkRange = (field: string, range: NumberRange | undefined, isValid: (value: number) => boolean, what: string): void => {
  for (const [name, value] of Object.entries(range ?? {})) {
    if (value !== undefined && !isValid(value)) {
      throw new InvalidFilter({ field: `${field}.${name}`, message: `${field}.${name}: ${value} is not ${what}.` });
    }
  }
  if (range?.from !== undefined && range.to !== undefined && range.from > range.to) {
    throw new InvalidFilter({ field, message: `${field}: from ${range.from} is after to ${range.to}.` });
  }
};

const isSeq = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

export const checkSessionFilters = (filters: SessionFilters): void => {
  checkRange("createdAt", filters.createdAt, Number.isFinite, "a time in milliseconds");
  checkWords("availability", filters.availability, availabilities);
};

export const checkEventFilters = (filters: EventFilters): void => {
  checkRange("seq", filters.seq, isSeq, "a non-negative integer");
  checkRange("time", filters.time, Number.isFinite, "a time in milliseconds");
  checkWords("roles", filters.roles, roles);
  checkWords("surfaces", filters.surfaces, surfaces);
  checkWords("branches", filters.branches, branches);
  checkWords("echo", filters.echo === undefined ? undefined : [filters.echo], echoes);
};

const checkPage = (page: PageRequest): void => {
  if (page.limit === undefined) return;
  if (!Number.isInteger(page.limit) || page.limit < 1 || page.limit > mostPerPage) {
    throw new InvalidLimit({ message: `limit: ${page.limit} is not an integer from 1 to ${mostPerPage}.` });
  }
};

export const checkSearch = (request: SearchRequest): void => {
  checkPage(request);
  checkSessionFilters(request.sessions ?? {});
  checkEventFilters(request.events ?? {});
};

export const checkSearchEvents = (request: SearchEventsRequest): void => {
  checkPage(request);
  checkEventFilters(request.events ?? {});
};

export const checkFilterEvents = (request: FilterEventsRequest): void => {
  checkPage(request);
  checkEventFilters(request.events ?? {});
};

export const checkReadEvent = (request: ReadEventRequest): void => {
  for (const field of ["before", "after"] as const) {
    const value = request[field];
    if (value !== undefined && (!Number.isInteger(value) || value < 0 || value > widestWindow)) {
      throw new InvalidWindow({ field, message: `${field}: ${value} is not an integer from 0 to ${widestWindow}.` });
    }
  }
};
