import { expect, test } from "vitest";
import { findContentFaults } from "../package-contents.mjs";

const expected = { folder: "packages/example", engines: ">=20.19" };
const manifest = {
  name: "@backscroll/example",
  description: "An example.",
  license: "MIT",
  engines: { node: ">=20.19" },
  repository: { directory: "packages/example" },
  publishConfig: { access: "public" },
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" }, "./package.json": "./package.json" },
  bin: { example: "dist/example.js" },
  dependencies: { "@backscroll/wire": "^1.0.0" },
};
const paths = [
  "package.json",
  "README.md",
  "LICENSE",
  "dist/index.js",
  "dist/index.d.ts",
  "dist/example.js",
  "src/index.ts",
];

test("a whole package has no fault", () => {
  expect(findContentFaults(paths, manifest, expected)).toEqual([]);
});

test.each(["README.md", "LICENSE", "dist/index.d.ts", "dist/example.js"])("%s is missed", (path) => {
  const rest = paths.filter((other) => other !== path);
  expect(findContentFaults(rest, manifest, expected)).toEqual([`lacks ${path}`]);
});

test.each([
  ["test/index.ts", "a test"],
  ["src/index.test.ts", "a test"],
  ["dist/tsconfig.tsbuildinfo", "a compiler's notes"],
  ["temp/types/index.d.ts", "left-overs"],
  ["index.sqlite", "private data"],
  [".env.local", "private data"],
])("%s is refused", (path, what) => {
  expect(findContentFaults([...paths, path], manifest, expected)).toEqual([`holds ${what}: ${path}`]);
});

test("a range that only the workspace understands is refused", () => {
  const unresolved = {
    ...manifest,
    dependencies: { "@backscroll/wire": "workspace:^" },
    peerDependencies: { effect: "catalog:" },
  };
  expect(findContentFaults(paths, unresolved, expected)).toEqual([
    "asks for @backscroll/wire as workspace:^",
    "asks for effect as catalog:",
  ]);
});

test("a manifest that says something else is refused", () => {
  expect(findContentFaults(paths, { ...manifest, license: "ISC", engines: { node: ">=18" } }, expected)).toEqual([
    "has the license ISC, not MIT",
    "has engines.node >=18, not >=20.19",
  ]);
});
