import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projectScope, realFolder, scopeTest } from "../../src/arguments/project-scope.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "scope-")));
  mkdirSync(join(root, "real", "inner"), { recursive: true });
  symlinkSync(join(root, "real"), join(root, "link"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("realFolder", () => {
  it("resolves links also of folders that are gone", () => {
    expect(realFolder(join(root, "link", "inner"))).toBe(join(root, "real", "inner"));
    expect(realFolder(join(root, "link", "gone", "deeper"))).toBe(join(root, "real", "gone", "deeper"));
  });
});

describe("scopeTest", () => {
  it("takes the folder and what lies below, not its neighbours", () => {
    const inScope = scopeTest(projectScope({}, join(root, "real")));
    expect(inScope(join(root, "real"))).toBe(true);
    expect(inScope(join(root, "real", "inner"))).toBe(true);
    expect(inScope(join(root, "real-other"))).toBe(false);
    expect(inScope(root)).toBe(false);
    expect(inScope(null)).toBe(false);
    expect(inScope("relative")).toBe(false);
  });

  it("finds a session through either path of a symlink", () => {
    expect(scopeTest(projectScope({ project: "link" }, root))(join(root, "real"))).toBe(true);
    expect(scopeTest(projectScope({ project: "real" }, root))(join(root, "link", "inner"))).toBe(true);
  });

  it("takes everything under the root folder and with --all", () => {
    expect(scopeTest(projectScope({ project: "/" }, root))(root)).toBe(true);
    expect(scopeTest(projectScope({ all: true }, root))(null)).toBe(true);
  });
});

describe("projectScope", () => {
  it("refuses contradictions", () => {
    expect(() => projectScope({ all: true, project: "x" }, root)).toThrow("--all and --project contradict each other.");
    expect(() => projectScope({ all: true, sameRepository: true }, root)).toThrow("--all and --same-repository");
    expect(() => projectScope({ project: "" }, root)).toThrow("--project has an empty value.");
  });
});
