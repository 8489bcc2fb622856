import { readFileSync } from "node:fs";
import { defineConfig } from "tsdown";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };

export default defineConfig({
  entry: ["src/backscroll.ts", "src/corpus-worker.ts"],
  format: "esm",
  platform: "node",
  target: "node20.19",
  dts: false,
  fixedExtension: false,
  sourcemap: false,
  deps: { neverBundle: ["better-sqlite3"], alwaysBundle: [/.*/], onlyBundle: false },
  define: { __BACKSCROLL_VERSION__: JSON.stringify(version) },
});
