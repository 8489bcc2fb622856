import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { worktreesOf } from "../../src/arguments/git-worktrees.ts";
import { projectScope, scopeTest } from "../../src/arguments/project-scope.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "worktrees-")));
  mkdirSync(join(root, "main", ".git", "worktrees", "feature"), { recursive: true });
  mkdirSync(join(root, "main", "source"));
  mkdirSync(join(root, "feature"));
  writeFileSync(join(root, "feature", ".git"), `gitdir: ${root}/main/.git/worktrees/feature\n`);
  writeFileSync(join(root, "main", ".git", "worktrees", "feature", "gitdir"), `${root}/feature/.git\n`);
  writeFileSync(join(root, "main", ".git", "worktrees", "feature", "commondir"), "../..\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("worktreesOf", () => {
  it("finds every work tree from any folder of any of them", () => {
    const trees = [join(root, "main"), join(root, "feature")];
    expect(worktreesOf(join(root, "main"))).toEqual(trees);
    expect(worktreesOf(join(root, "main", "source"))).toEqual(trees);
    expect(worktreesOf(join(root, "feature"))).toEqual(trees);
  });

  it("is null outside a repository", () => {
    expect(worktreesOf(root)).toBeNull();
  });
});

describe("a linked git work tree", () => {
  it("is another project, unless the same repository is asked for", () => {
    const alone = scopeTest(projectScope({ project: "main" }, root));
    expect(alone(join(root, "main"))).toBe(true);
    expect(alone(join(root, "feature"))).toBe(false);
    const together = scopeTest(projectScope({ project: "main", sameRepository: true }, root));
    expect(together(join(root, "feature", "deep"))).toBe(true);
    expect(together(join(root, "main"))).toBe(true);
    expect(together(root)).toBe(false);
  });

  it("is refused by name where there is no repository", () => {
    expect(() => projectScope({ project: ".", sameRepository: true }, root)).toThrow(
      `${root} lies in no git repository.`,
    );
  });
});
