import { describe, expect, test } from "vitest";
import { piDecoder } from "../src/index.ts";
import { assistant, decode, entry, header, type Line, logPath, message, user } from "./pi-log.ts";

const facts = (lines: readonly Line[], path?: string) => decode(lines, path).facts;

describe("header", () => {
  test("gives id, folder and time", () => {
    expect(facts([header(), user("a", null, 1, "hi")])).toEqual({
      lane: "",
      nativeId: "session-1",
      cwd: "/home/dev/project",
      title: null,
      titleOrigin: null,
      firstPrompt: "hi",
      createdAt: 1772359200000,
      parent: null,
      programVersion: null,
      flags: [],
    });
  });

  test("decides over the file's name and folder", () => {
    expect(facts([header(), user("a", null, 1, "hi")], "/logs/--other--/anything.jsonl")).toMatchObject({
      nativeId: "session-1",
      cwd: "/home/dev/project",
    });
  });

  test("that stands again takes no slot and changes nothing", () => {
    const { events, facts: found } = decode([
      header(),
      user("a", null, 1, "one"),
      header({ id: "other", cwd: "/elsewhere" }),
      user("b", "a", 2, "two"),
    ]);
    expect(events.map(({ seq, key }) => [seq, key])).toEqual([
      [1, "a"],
      [2, "b"],
    ]);
    expect(found).toMatchObject({ nativeId: "session-1", cwd: "/home/dev/project", flags: ["repeated-header"] });
  });

  test("that is missing leaves the file's name and no folder", () => {
    const found = facts([assistant("b", "a", 2, "on"), user("c", "b", 3, "more")]);
    expect(found).toMatchObject({
      nativeId: "session-1",
      cwd: null,
      flags: ["missing-header"],
      createdAt: 1772359202000,
    });
    expect(facts([user("a", null, 1, "x")], "/logs/notes.jsonl").nativeId).toBe("notes");
  });

  test("times in seconds are not 1970", () => {
    expect(facts([header({ timestamp: 1785000000 })]).createdAt).toBe(1785000000000);
  });

  test("values of other types are taken for missing", () => {
    expect(facts([{ type: "session", id: "s", cwd: 7, timestamp: {}, parentSession: [] }])).toMatchObject({
      nativeId: "s",
      cwd: null,
      createdAt: null,
      parent: null,
    });
    expect(facts([{ type: "session", id: 5, timestamp: "2026-03-01T10:00:00Z" }]).flags).toEqual([
      "invalid-header",
      "missing-header",
    ]);
    expect(facts([header({ version: 12 })]).flags).toEqual(["newer-version"]);
  });
});

describe("parent", () => {
  test("by path, with the id that the program's own file name holds", () => {
    const path = "/logs/2026-02-01T09-00-00-000Z_parent-1.jsonl";
    expect(facts([header({ parentSession: path })]).parent).toEqual({ kind: "fork", path, nativeId: "parent-1" });
    expect(facts([header({ branchedFrom: "/logs/renamed.jsonl" })]).parent).toEqual({
      kind: "fork",
      path: "/logs/renamed.jsonl",
    });
  });

  test("by id", () => {
    expect(facts([header({ parentSession: "parent-1" })]).parent).toEqual({ kind: "fork", nativeId: "parent-1" });
  });

  test.each([
    ["by id", "session-1"],
    ["by path", logPath],
    ["by the id in another path", "/old/2026-03-01T10-00-00-000Z_session-1.jsonl"],
  ])("a session that is its own parent %s has none, and says so", (_, parentSession) => {
    expect(facts([header({ parentSession }), user("a", null, 1, "x")])).toMatchObject({
      parent: null,
      flags: ["self-parent"],
    });
  });

  test("of oh-my-pi's subagents is the log that their folder is named after", () => {
    const init = entry("session_init", "i", null, 1, { task: "look", systemPrompt: "You look." });
    const folder = "/logs/--w--/2026-03-01T10-00-00-000Z_parent-1";
    expect(facts([header(), init], `${folder}/Worker.jsonl`).parent).toEqual({
      kind: "subagent",
      path: `${folder}.jsonl`,
      nativeId: "parent-1",
    });
    expect(facts([header(), init], `${folder}/Worker/Helper.jsonl`).parent).toEqual({
      kind: "subagent",
      path: `${folder}/Worker.jsonl`,
    });
    expect(facts([header(), init], "/logs/--w--/a.jsonl").parent).toBeNull();
  });
});

describe("first prompt", () => {
  test("is what a person typed first, whitespace collapsed", () => {
    const lines = [
      header(),
      message("s", null, 1, { role: "system", content: "You are pi." }),
      entry("custom_message", "n", "s", 2, { content: "note" }),
      user("a", "n", 3, "  fix \n\n the\tbuild "),
      user("b", "a", 4, "later"),
    ];
    expect(facts(lines).firstPrompt).toBe("fix the build");
  });

  test("leaves out skills and files that were expanded before it", () => {
    const skill = '<skill name="review" location="/s/SKILL.md">\nRead it.\n</skill>';
    const file = '<file name="/w/a.ts">\nexport {}\n</file>\n';
    expect(facts([header(), user("a", null, 1, skill), user("b", "a", 2, `${skill}\n\nonly src`)]).firstPrompt).toBe(
      "only src",
    );
    expect(facts([header(), user("a", null, 1, `${file}${file}explain`)]).firstPrompt).toBe("explain");
  });

  test("is cut at 500 code points, never inside one", () => {
    expect(facts([header(), user("a", null, 1, "🐼".repeat(600))]).firstPrompt).toBe("🐼".repeat(500));
    expect(facts([header(), user("a", null, 1, "一".repeat(500))]).firstPrompt).toBe("一".repeat(500));
  });
});

describe("commands that reopen a session", () => {
  test.each([
    [
      "/home/a/.pi/agent/sessions/--w--/a.jsonl",
      "/w",
      "cd /w && pi --session /home/a/.pi/agent/sessions/--w--/a.jsonl",
    ],
    ["/home/a/my logs/it's.jsonl", null, "pi --session '/home/a/my logs/it'\\''s.jsonl'"],
    ["/home/a/.omp/agent/sessions/a.jsonl", null, "omp --session /home/a/.omp/agent/sessions/a.jsonl"],
    ["/home/a/.openclaw/agents/main/sessions/a.jsonl", "/w", null],
  ])("%s", (path, cwd, command) => {
    expect(piDecoder.resumeCommand({ nativeId: "a", path, cwd })).toBe(command);
  });
});
