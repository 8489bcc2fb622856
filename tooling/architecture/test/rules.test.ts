/** Shows that each rule can fail: every bad example here is refused, and its good neighbour is not. */
import { describe, expect, test } from "vitest";
import { judgeFileName } from "../src/judge-file-name.ts";
import { judgeImport, type Workspace } from "../src/judge-import.ts";
import { judgeText } from "../src/judge-text.ts";
import { listImports } from "../src/list-imports.ts";

const workspaces = new Map<string, Workspace>(
  [
    "packages/wire",
    "packages/wire-pi",
    "packages/corpus",
    "packages/corpus-sqlite",
    "hosts/cli",
    "hosts/web",
    "tooling/testkit",
  ].map((folder) => {
    const [group = "", name = ""] = folder.split("/");
    return [`@backscroll/${name}`, { group, name }];
  }),
);

const judge = (folder: string, specifier: string): string | null => {
  const [group = "", name = ""] = folder.split("/");
  return judgeImport({ group, name }, `${folder}/src/module.ts`, specifier, workspaces);
};

describe("listImports", () => {
  test("finds every form of import", () => {
    const source = [
      'import { a } from "one";',
      'import type {\n  B,\n} from "./two.ts";',
      'export * from "three";',
      'import "four";',
      'const five = await import("five");',
      'const six = require("six");',
    ].join("\n");
    expect([...listImports(source)].sort()).toEqual(["./two.ts", "five", "four", "one", "six", "three"]);
  });

  test("passes over comments and strings", () => {
    const source = '/* import "one"; */\n// import "two";\nconst text = "from here";\nconst url = "https://host/";';
    expect(listImports(source)).toEqual([]);
  });
});

describe("judgeImport", () => {
  test.each([
    ["packages/wire", "@backscroll/corpus", "packages/wire must not import packages/corpus"],
    ["packages/wire-pi", "@backscroll/corpus", "packages/wire-pi must not import packages/corpus"],
    ["packages/corpus", "@backscroll/corpus-sqlite", "packages/corpus must not import packages/corpus-sqlite"],
    ["packages/corpus", "@backscroll/cli", "packages/corpus must not import hosts/cli"],
    ["packages/corpus", "@backscroll/testkit", "packages/corpus must not import tooling/testkit"],
    ["packages/unlisted", "@backscroll/wire", "packages/unlisted is not in the table of arrows"],
    ["hosts/web", "@backscroll/cli", "hosts/web must not import hosts/cli"],
  ])("%s ↛ %s", (folder, specifier, fault) => {
    expect(judge(folder, specifier)).toBe(fault);
  });

  test.each([
    ["packages/corpus", "better-sqlite3"],
    ["packages/corpus", "node:sqlite"],
    ["packages/corpus", "@modelcontextprotocol/server/stdio"],
    ["packages/wire", "@agentclientprotocol/sdk"],
    ["packages/archive", "ai"],
    ["packages/archive", "@ai-sdk/anthropic"],
    ["packages/operations", "effect/unstable/sql"],
    ["packages/render", "node:fs/promises"],
  ])("%s uses no %s", (folder, specifier) => {
    expect(judge(folder, specifier)).toContain(`${folder} must not use`);
  });

  test("a relative import stays in its workspace", () => {
    expect(judge("packages/wire", "../../corpus/src/index.ts")).toBe("leaves its workspace: ../../corpus/src/index.ts");
    expect(judge("packages/wire", "./session.ts")).toBeNull();
    expect(judge("packages/wire", "../package.json")).toBeNull();
  });

  test.each([
    ["packages/wire-pi", "@backscroll/wire"],
    ["packages/corpus-sqlite", "@backscroll/corpus"],
    ["packages/corpus-sqlite", "better-sqlite3"],
    ["packages/corpus", "effect/Effect"],
    ["packages/wire", "node:fs"],
    ["hosts/cli", "@backscroll/web"],
    ["hosts/web", "@backscroll/corpus-sqlite"],
  ])("%s → %s", (folder, specifier) => {
    expect(judge(folder, specifier)).toBeNull();
  });
});

test("file names", () => {
  for (const bad of ["utils.ts", "text-helpers.ts", "common/frame.ts", "readRecord.ts", "Frame.ts"]) {
    expect(judgeFileName(bad), bad).not.toBeNull();
  }
  for (const good of ["read-record.ts", "frame.worker.ts", "view/session-list.tsx", "index.ts"]) {
    expect(judgeFileName(good), good).toBeNull();
  }
});

test("forbidden words", () => {
  // Put together here, so that this file does not hold them itself.
  const bad = ["https://registry.", "npmjs.org/effect"].join("");
  expect(judgeText(`one\ntwo ${bad}`)).toEqual([
    `line 2 holds a package registry's host: ${["registry.", "npmjs.org"].join("")}`,
  ]);
  expect(judgeText(["", "root", "project"].join("/"))).toHaveLength(1);
  expect(judgeText(`see ${["", "work", "main", "README.md"].join("/")}`)).toHaveLength(1);
  for (const good of ["/home/dev/code", "/work/project", "the root/ of it", "a/tmp/b", "./work/main"]) {
    expect(judgeText(good), good).toEqual([]);
  }
});
