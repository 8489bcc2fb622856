/** Owns that every workspace with tests is a project of one run. A workspace's own vitest.config.ts goes before this. */
import { existsSync, readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

const folders = ["packages", "hosts", "tooling"]
  .filter((group) => existsSync(group))
  .flatMap((group) => readdirSync(group).map((name) => `${group}/${name}`))
  .filter((folder) => existsSync(`${folder}/test`));

export default defineConfig({
  test: {
    // Properties and threads take their time where the machine is shared.
    testTimeout: 30_000,
    projects: folders.map((folder) =>
      existsSync(`${folder}/vitest.config.ts`)
        ? folder
        : {
            extends: true,
            root: folder,
            test: { name: folder, include: ["test/**/*.test.ts"] },
          },
    ),
  },
});
