import { defineConfig } from "vitest/config";

// Tests that start the binary take a second for each start on a slow machine.
export default defineConfig({
  test: { isolate: false, include: ["test/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
});
