/** Owns the few numbers that many timings are told by. */

const sorted = (values: readonly number[]): readonly number[] => [...values].sort((one, other) => one - other);

/** The value below or at which `share` (0 to 1) of the values lie; NaN where there is none. */
export const percentile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Milliseconds that `work` takes. */
const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Milliseconds of each of `times` runs, one after the other. */
export const timings = async (times: number, work: (round: number) => unknown): Promise<readonly number[]> => {
  const values: number[] = [];
  for (let round = 0; round < times; round++) values.push(await timed(() => work(round)));
  return values;
};
