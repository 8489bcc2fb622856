/**
 * Owns which recorded title holds on the branch that a log ends on, without holding the log: records inherit
 * their parent's title, and the last few hundred are remembered by runs of equal titles.
 */

/** Records that share a title, oldest first. `title` is null where none was recorded, "" where it was cleared. */
type TitleRun = { title: string | null; keys: string[] };

export type BranchTitle = { current: string | null; older: string | null; runs: TitleRun[]; count: number };

const rememberedKeys = 256;

export const noTitle = (): BranchTitle => ({ current: null, older: null, runs: [], count: 0 });

const titleAt = (state: BranchTitle, key: string): string | null =>
  state.runs.findLast((run) => run.keys.includes(key))?.title ?? state.older;

/** Takes the next record. `parent` is undefined where it follows the previous one; `own` is a title that it sets. */
export const advanceTitle = (
  state: BranchTitle,
  key: string,
  parent: string | null | undefined,
  own: string | undefined,
): void => {
  const inherited = parent === undefined ? state.current : parent === null ? null : titleAt(state, parent);
  const title = own ?? inherited;
  state.current = title;
  if (title === null && state.runs.length === 0) return;
  const last = state.runs[state.runs.length - 1];
  if (last !== undefined && last.title === title) last.keys.push(key);
  else state.runs.push({ title, keys: [key] });
  state.count++;
  while (state.count > rememberedKeys) {
    const first = state.runs[0];
    if (first === undefined) break;
    first.keys.shift();
    state.count--;
    state.older = first.title;
    if (first.keys.length === 0) state.runs.shift();
  }
};
