import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { piAssistant, piResult, piUser, writePiSession } from "../sample-logs.ts";
import { makeHome, type TemporaryHome } from "../temporary-home.ts";

let home: TemporaryHome;

beforeAll(() => {
  home = makeHome();
  const cwd = home.folder("work");
  const parent = writePiSession(home.path, "aaaaaaaa-parent", cwd, [
    { id: "e1", line: piUser("Parent prompt") },
    { id: "e2", line: piAssistant("", { id: "c1", name: "read", arguments: {} }) },
    { id: "e3", line: piResult("c1", "read", "x") },
  ]);
  writePiSession(home.path, "bbbbbbbb-child", cwd, [{ id: "f1", line: piUser("Child prompt") }], {
    parentSession: parent,
  });
  writePiSession(home.path, "cccccccc-orphan", cwd, [{ id: "g1", line: piUser("Orphan prompt") }], {
    parentSession: "/gone/session.jsonl",
  });
});
afterAll(() => home.remove());

const trace = (...words: readonly string[]) => home.run(["trace", ...words]);

describe("backscroll trace", () => {
  it("prints ancestors and descendants as a tree", async () => {
    const { exitCode, output } = await trace("bbbbbbbb-child");
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^“Parent prompt” \(first prompt\)/);
    expect(output).toMatch(/\n {2}➤ “Child prompt”/);
    const children = JSON.parse((await trace("aaaaaaaa-parent", "--json")).output);
    expect(Object.keys(children)).toEqual(["target", "ancestors", "descendants", "complete", "missing_parent"]);
    expect(children.descendants.map((one: { session: string; depth: number }) => [one.session, one.depth])).toEqual([
      ["pi:bbbbbbbb-child", 1],
    ]);
    expect(children.complete).toBe(true);
  });

  it("says that a parent is missing", async () => {
    expect((await trace("cccccccc-orphan")).output).toMatch(/^Incomplete: the chain of ancestors ends at /);
  });

  it("prints what an event came from and what came from it", async () => {
    const answer = JSON.parse((await trace("aaaaaaaa-parent:4", "--json")).output);
    expect(answer).toMatchObject({ recorded: true, replaced_by: null, sources: ["pi:aaaaaaaa-parent:3"] });
    expect((await trace("aaaaaaaa-parent:3")).output).toContain("is the source of (1):\n  pi:aaaaaaaa-parent:4\n");
  });
});
