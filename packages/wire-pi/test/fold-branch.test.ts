import { foldEventOf } from "@backscroll/wire";
import { describe, expect, test } from "vitest";
import { piDecoder } from "../src/index.ts";
import { assistant, decode, entry, header, type Line, result, user } from "./pi-log.ts";

const fold = (lines: readonly Line[]) => decode([header(), ...lines]).fold;

describe("the active branch", () => {
  const forked = [
    user("a", null, 1, "start"),
    assistant("b", "a", 2, "first answer", ["c"]),
    result("r", "b", 3, "c"),
    assistant("d", "a", 4, "second answer"),
  ];

  test("runs from the last record to the root; the rest is inactive with all its slots", () => {
    // 1 a, 2 b, 3 its call, 4 r, 5 d.
    expect(fold(forked)).toMatchObject({ inactive: [[2, 4]], shadowed: [], boundary: null, head: 5, flags: [] });
  });

  test.each(["label", "session_info", "custom", "some_future_type"])("a %s as the last record is the leaf", (type) => {
    expect(fold([...forked, entry(type, "e", "r", 5)])).toMatchObject({ inactive: [[5, 5]], head: 6 });
  });

  test("records of an unknown type hold their children", () => {
    expect(fold([user("a", null, 1, "x"), entry("mystery", "b", "a", 2), user("c", "b", 3, "y")])).toMatchObject({
      inactive: [],
      flags: [],
    });
  });

  test("a log that appended to a stale parent ends on that parent's branch", () => {
    expect(fold([...forked, user("late", "b", 6, "from a second process")])).toMatchObject({
      inactive: [[4, 5]],
      head: 6,
    });
  });

  test("a running program's own cursor decides before the log's end", () => {
    const { events } = decode([header(), ...forked]);
    expect(piDecoder.fold(events.map(foldEventOf), 4)).toMatchObject({ inactive: [[5, 5]], head: 4 });
    expect(piDecoder.fold(events.map(foldEventOf), 3)).toMatchObject({ inactive: [[4, 5]], head: 3 });
  });
});

describe("damage", () => {
  test("several roots are legal and told", () => {
    expect(fold([user("a", null, 1, "one"), assistant("b", "a", 2, "two"), user("c", null, 3, "again")])).toMatchObject(
      {
        inactive: [[1, 2]],
        head: 3,
        flags: ["several-roots"],
      },
    );
  });

  test("a record whose parent is missing stands as a root", () => {
    expect(
      fold([user("a", null, 1, "one"), user("b", "gone", 2, "two"), assistant("c", "b", 3, "three")]),
    ).toMatchObject({
      inactive: [[1, 1]],
      head: 3,
      flags: ["missing-parent"],
    });
  });

  test("a record that is its own parent stands as a root", () => {
    expect(fold([user("a", null, 1, "one"), user("b", "b", 2, "two")])).toMatchObject({
      inactive: [[1, 1]],
      head: 2,
      flags: ["several-roots", "cycle"],
    });
  });

  test("a cycle ends the walk and is told", () => {
    expect(fold([user("a", "b", 1, "one"), user("b", "a", 2, "two")])).toMatchObject({
      inactive: [],
      flags: ["cycle"],
    });
  });

  test("a parent that is written after its child is found", () => {
    const late = [
      user("a", null, 1, "one"),
      user("c", "b", 3, "three"),
      assistant("b", "a", 2, "two"),
      user("d", "c", 4, "four"),
    ];
    expect(fold(late)).toMatchObject({ inactive: [], head: 4, flags: [] });
  });

  test("a record that stands twice is a slot twice; its children follow the later one", () => {
    const lines = [
      user("a", null, 1, "one"),
      user("b", "a", 2, "two"),
      user("b", "a", 2, "two"),
      user("c", "b", 3, "three"),
    ];
    const { events, fold: folded } = decode([header(), ...lines]);
    expect(events.map(({ seq, repeats }) => [seq, repeats])).toEqual([
      [1, null],
      [2, null],
      [3, 2],
      [4, null],
    ]);
    expect(folded).toMatchObject({ inactive: [[2, 2]], head: 4 });
  });

  test("a log of a header and nothing else folds to nothing", () => {
    expect(fold([])).toMatchObject({ inactive: [], head: null, windows: [{ from: 1, to: null }] });
  });
});
