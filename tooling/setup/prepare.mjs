/** Owns the order of set-up: pnpm, dependencies, build. */
import { build } from "./build.mjs";
import { environmentWithPnpm } from "./find-pnpm.mjs";
import { install } from "./install.mjs";

/**
 * Makes the checkout ready to run.
 * @returns {Promise<NodeJS.ProcessEnv>} the environment in which `pnpm` is the pinned version
 */
export const prepare = async () => {
  const env = await environmentWithPnpm();
  await install(env);
  await build(env);
  return env;
};
