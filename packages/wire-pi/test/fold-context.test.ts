import { surfaceOf } from "@backscroll/wire";
import { describe, expect, test } from "vitest";
import { compaction, contextEdit } from "./compaction-records.ts";
import { assistant, decode, entry, header, type Line, message, result, user } from "./pi-log.ts";

const decoded = (lines: readonly Line[]) => decode([header(), ...lines]);
const fold = (lines: readonly Line[]) => decoded(lines).fold;
const surfaces = (lines: readonly Line[]) => {
  const session = decoded(lines);
  return Object.fromEntries(
    session.events.map(({ seq, key, logOnly }) => [key, surfaceOf(session.fold, seq, logOnly === true)]),
  );
};

const talk = [
  user("a", null, 1, "one"),
  assistant("b", "a", 2, "two"),
  user("c", "b", 3, "three"),
  assistant("d", "c", 4, "four"),
];

describe("a compaction", () => {
  test("its summary is context, and what it retains stays", () => {
    const session = decoded([...talk, compaction("e", "d", 5, "c"), user("f", "e", 6, "five")]);
    expect(session.events[4]).toMatchObject({ type: "context/compaction", role: "context", text: "summary e" });
    expect(session.fold).toMatchObject({
      shadowed: [[1, 2]],
      boundary: 3,
      replacements: [{ from: 1, to: 2, by: 5 }],
      windows: [
        { from: 1, to: 4, boundary: null, summarySeq: null, firstRetainedSeq: null },
        { from: 5, to: null, boundary: "compaction", summarySeq: 5, firstRetainedSeq: 3 },
      ],
      flags: [],
    });
  });

  test.each<[string, string | undefined, string[]]>([
    ["names itself", "e", []],
    ["names nothing", undefined, []],
    ["names a record that does not exist", "gone", ["dangling-compaction"]],
  ])("that %s retains nothing", (_, firstKept, flags) => {
    expect(fold([...talk, compaction("e", "d", 5, firstKept)])).toMatchObject({
      shadowed: [[1, 4]],
      boundary: 5,
      replacements: [{ from: 1, to: 4, by: 5 }],
      flags,
    });
  });

  test("that names a record of another branch retains nothing", () => {
    const lines = [...talk, user("x", "a", 5, "other way"), compaction("e", "x", 6, "c"), user("f", "e", 7, "on")];
    expect(fold(lines)).toMatchObject({
      inactive: [[2, 4]],
      shadowed: [
        [1, 1],
        [5, 5],
      ],
      boundary: 6,
      flags: ["dangling-compaction"],
    });
  });

  test("that carries what it retained inline counts as retaining no record", () => {
    const retainedTail = [{ role: "user", content: "three" }];
    expect(fold([...talk, compaction("e", "d", 5, undefined, { retainedTail })])).toMatchObject({
      shadowed: [[1, 4]],
      boundary: 5,
      flags: [],
    });
  });

  test("on an abandoned branch cuts nothing", () => {
    expect(fold([...talk, compaction("e", "d", 5, "c"), user("f", "d", 6, "instead")])).toMatchObject({
      inactive: [[5, 5]],
      shadowed: [],
      boundary: null,
      windows: [{ from: 1, to: null }],
    });
  });

  test("drops system prompts from what it retains", () => {
    const system = message("s", "c", 4, { role: "system", content: "You are pi." });
    expect(surfaces([...talk.slice(0, 3), system, user("d", "s", 5, "x"), compaction("e", "d", 6, "c")])).toEqual({
      a: "shadowed",
      b: "shadowed",
      c: "current",
      s: "shadowed",
      d: "current",
      e: "current",
    });
  });

  test("leaves log-only records log-only", () => {
    const lines = [user("a", null, 1, "x"), entry("model_change", "m", "a", 2), compaction("e", "m", 3, "e")];
    expect(fold(lines)).toMatchObject({ shadowed: [[1, 1]], replacements: [{ from: 1, to: 1, by: 3 }] });
    expect(surfaces(lines)).toEqual({ a: "shadowed", m: "log-only", e: "current" });
  });
});

describe("chained compactions", () => {
  test("the newest one decides; the summary before it is replaced", () => {
    const lines = [...talk, compaction("e", "d", 5, "c"), user("f", "e", 6, "five"), compaction("g", "f", 7, "f")];
    expect(fold(lines)).toMatchObject({
      shadowed: [[1, 5]],
      boundary: 6,
      replacements: [
        { from: 1, to: 2, by: 5 },
        { from: 3, to: 5, by: 7 },
      ],
      windows: [
        { from: 1, to: 4, boundary: null },
        { from: 5, to: 6, boundary: "compaction", firstRetainedSeq: 3 },
        { from: 7, to: null, boundary: "compaction", firstRetainedSeq: 6 },
      ],
    });
  });

  test("a later one may retain what an earlier one had dropped", () => {
    const lines = [...talk, compaction("e", "d", 5, "d"), user("f", "e", 6, "five"), compaction("g", "f", 7, "b")];
    expect(fold(lines)).toMatchObject({
      shadowed: [
        [1, 1],
        [5, 5],
      ],
      boundary: 2,
      replacements: [
        { from: 1, to: 1, by: 5 },
        { from: 5, to: 5, by: 7 },
      ],
    });
  });

  test("a result that outlives its call in context is current, addressable and linked to the shadowed call", () => {
    // 1 a, 2 b, 3 its call, 4 first compaction, 5 the result, 6 second compaction that retains from the first on.
    const session = decoded([
      user("a", null, 1, "go"),
      assistant("b", "a", 2, "", ["c"]),
      compaction("e", "b", 3, "e"),
      result("r", "e", 4, "c"),
      compaction("g", "r", 5, "e"),
    ]);
    expect(session.events[4]).toMatchObject({ seq: 5, callSeq: 3, text: "output of c" });
    expect(session.fold).toMatchObject({ shadowed: [[1, 4]], boundary: 4, flags: [] });
  });
});

describe("context edits", () => {
  const text = (value: string) => ({ content: [{ type: "text", text: value }] });

  test("a replacement is context in place of its target, with the target's calls", () => {
    const session = decoded([
      user("a", null, 1, "x"),
      assistant("b", "a", 2, "long", ["c"]),
      contextEdit("e", "b", 3, "b", text("short")),
    ]);
    expect(session.events[3]).toMatchObject({ type: "pi/context_edit", role: "context", text: "short" });
    expect(session.fold).toMatchObject({
      shadowed: [[2, 3]],
      replacements: [{ from: 2, to: 3, by: 4 }],
      boundary: null,
    });
  });

  test("a removal shadows its target and gives nothing", () => {
    expect(surfaces([user("a", null, 1, "x"), user("b", "a", 2, "y"), contextEdit("e", "b", 3, "a", null)])).toEqual({
      a: "shadowed",
      b: "current",
      e: "log-only",
    });
  });

  test("the newest edit of a target wins", () => {
    const lines = [
      user("a", null, 1, "x"),
      contextEdit("e", "a", 2, "a", text("one")),
      contextEdit("f", "e", 3, "a", text("two")),
    ];
    expect(fold(lines)).toMatchObject({
      shadowed: [[1, 2]],
      replacements: [{ from: 1, to: 2, by: 3 }],
    });
  });

  test("an edit goes with its target when a compaction drops it", () => {
    const lines = [user("a", null, 1, "x"), contextEdit("e", "a", 2, "a", text("one")), compaction("g", "e", 3, "g")];
    expect(fold(lines)).toMatchObject({ shadowed: [[1, 2]], replacements: [{ from: 1, to: 2, by: 3 }] });
  });

  test("an edit of what is unknown, or gives no such content, changes nothing and is told", () => {
    const command = message("b", "a", 2, { role: "bashExecution", command: "ls", output: "x" });
    expect(fold([user("a", null, 1, "x"), contextEdit("e", "a", 2, "gone", text("one"))])).toMatchObject({
      shadowed: [[2, 2]],
      replacements: [],
      flags: ["dangling-edit"],
    });
    expect(fold([user("a", null, 1, "x"), command, contextEdit("e", "b", 3, "b", text("one"))])).toMatchObject({
      shadowed: [[3, 3]],
      replacements: [],
      flags: ["dangling-edit"],
    });
  });
});
