/** Owns what filters mean: whether one session or one event passes them. Checked requests only. */
import type { EventRecord, SessionRecord } from "./records.ts";
import type { EventFilters, NumberRange, SessionFilters } from "./requests.ts";

const isWithin = (range: NumberRange | undefined, value: number | null): boolean => {
  if (range === undefined || (range.from === undefined && range.to === undefined)) return true;
  if (value === null) return false;
  return value >= (range.from ?? Number.NEGATIVE_INFINITY) && value <= (range.to ?? Number.POSITIVE_INFINITY);
};

const isOneOf = <A>(list: readonly A[] | undefined, value: A): boolean => list?.includes(value) ?? true;

/** Whether a session is in the scope that the filters leave. */
export const matchesSession = (record: SessionRecord, filters: SessionFilters): boolean => {
  const { parents, title, availability } = filters;
  const parent = record.parent?.session ?? null;
  return (
    isOneOf(filters.ids, record.session) &&
    filters.excludeIds?.includes(record.session) !== true &&
    isOneOf(filters.cwds, record.cwd) &&
    isWithin(filters.createdAt, record.createdAt) &&
    (parents === undefined ||
      (parent !== null && parents.ids.includes(parent)) ||
      (parents.includeRoots && record.parent === null)) &&
    (availability?.some((one) => record.availability.includes(one)) ?? true) &&
    isOneOf(filters.wires, record.wire) &&
    (title === undefined || (record.title ?? record.firstPrompt ?? "").toLowerCase().includes(title.toLowerCase()))
  );
};

/** The facts of an event that filters look at. */
export type FilteredFacts = Pick<EventRecord, "seq" | "createdAt" | "type" | "role" | "surface" | "branch" | "echo">;

/** Whether an event passes; `echo` is what applies where the filters do not say. */
export const matchesEvent = (event: FilteredFacts, filters: EventFilters, echo: "exclude" | "include"): boolean => {
  const { types, roles } = filters;
  const type = event.type.toLowerCase();
  const echoes = filters.echo ?? echo;
  return (
    isWithin(filters.seq, event.seq) &&
    isWithin(filters.time, event.createdAt) &&
    (types?.some((one) => one.toLowerCase() === type) ?? true) &&
    (roles === undefined || (event.role !== null && roles.includes(event.role))) &&
    isOneOf(filters.surfaces, event.surface) &&
    isOneOf(filters.branches, event.branch) &&
    (echoes === "include" || event.echo === (echoes === "only"))
  );
};

/** A literal text as a case-insensitive pattern in which any white space stands for any other; null for blank text. */
export const literalPattern = (text: string): RegExp | null => {
  const words = text.split(/\s+/u).filter((word) => word !== "");
  if (words.length === 0) return null;
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+"), "iu");
};
