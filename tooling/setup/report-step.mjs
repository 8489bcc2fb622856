/** Owns what set-up prints: one line a step, on stderr, so that a command's own output stays clean. */

/** A failure that was explained: its message is shown without a stack. */
export class SetupFailure extends Error {}

/**
 * Runs one step and prints how long it took; steps under a second and a half stay silent.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const reportStep = async (title, work) => {
  const startedAt = performance.now();
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    process.stderr.write(`${title} …\n`);
  }, 1500);
  try {
    const result = await work();
    if (shown) process.stderr.write(`${title}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    return result;
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Runs a command's work; an explained failure is printed and ends with exit status 1, others keep their stack.
 * @param {() => Promise<number | void>} work its answer is the exit status, default 0
 */
export const runToExit = async (work) => {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof SetupFailure) process.stderr.write(`\n${error.message}\n`);
    else throw error;
  }
};
