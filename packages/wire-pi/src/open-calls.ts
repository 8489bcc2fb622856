/**
 * Owns pairing results with calls where a call id is used again: a result answers the nearest open call of its
 * id on its own branch. Does not own the pairing of ids that are unique; the linker does that.
 */

type Call = {
  id: string;
  name: string | null;
  record: string;
  /** What the call's slot and its result's slot name each other by. */
  link: string;
  open: boolean;
};

export type OpenCalls = { calls: Call[]; recent: [record: string, parent: string | null][] };

const callLimit = 64;
const recentLimit = 32;

export const noCalls = (): OpenCalls => ({ calls: [], recent: [] });

/** Remembers where a record stands on its branch. */
export const placeRecord = (state: OpenCalls, record: string, parent: string | null): void => {
  state.recent.push([record, parent]);
  if (state.recent.length > recentLimit) state.recent.shift();
};

/** Opens a call and gives the name that its result must use. */
export const openCall = (state: OpenCalls, id: string, name: string | null, record: string): string => {
  const taken = state.calls.some((call) => call.open && call.id === id);
  const link = taken ? `${id}#${record}` : id;
  state.calls.push({ id, name, record, link, open: true });
  if (state.calls.length > callLimit) state.calls.shift();
  return link;
};

const nearestOnBranch = (state: OpenCalls, candidates: readonly Call[], parent: string | null): Call | undefined => {
  let record = parent;
  for (let steps = 0; record !== null && steps <= recentLimit; steps++) {
    const at = record;
    const found = candidates.findLast((call) => call.record === at);
    if (found !== undefined) return found;
    record = state.recent.findLast(([key]) => key === at)?.[1] ?? null;
  }
  return undefined;
};

/**
 * Closes the call that a result answers and gives its link; the id itself where no call is known.
 * `keep` remembers an answered call's name for results that do not say it.
 */
export const closeCall = (state: OpenCalls, id: string, parent: string | null, keep: boolean): string => {
  const candidates = state.calls.filter((call) => call.open && call.id === id);
  const last = candidates[candidates.length - 1];
  if (last === undefined) return id;
  const call = candidates.length === 1 ? last : (nearestOnBranch(state, candidates, parent) ?? last);
  call.open = false;
  if (!keep) state.calls.splice(state.calls.indexOf(call), 1);
  return call.link;
};

/** Name of the tool that a call id was last used for, null where it is not known. */
export const callName = (state: OpenCalls, id: string): string | null =>
  state.calls.findLast((call) => call.id === id)?.name ?? null;
