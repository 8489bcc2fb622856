import { describe, expect, test } from "vitest";
import { assistant, decode, header, result, user } from "./pi-log.ts";

/** Call seqs by result key. */
const pairs = (lines: Parameters<typeof decode>[0]) =>
  Object.fromEntries(
    decode(lines)
      .events.filter(({ type }) => type === "tool/result")
      .map(({ key, callSeq }) => [key, callSeq]),
  );

describe("call ids that are used again", () => {
  test("one after the other, each result answers its own call", () => {
    expect(
      pairs([
        header(),
        assistant("a", null, 1, "", ["c"]),
        result("b", "a", 2, "c"),
        assistant("d", "b", 3, "", ["c"]),
        result("e", "d", 4, "c"),
      ]),
    ).toEqual({ b: 2, e: 5 });
  });

  test("a call that was aborted does not take the later call's result", () => {
    expect(
      pairs([
        header(),
        assistant("a", null, 1, "", ["c"]),
        user("b", "a", 2, "again"),
        assistant("d", "b", 3, "", ["c"]),
        result("e", "d", 4, "c"),
      ]),
    ).toEqual({ e: 5 });
  });

  test("on two branches that are written by turns, each result answers its own branch's call", () => {
    // 1 root, 2 left + 3 its call, 4 right + 5 its call, 6 the left result, 7 the right result.
    expect(
      pairs([
        header(),
        user("root", null, 1, "go"),
        assistant("left", "root", 2, "", ["c"]),
        assistant("right", "root", 3, "", ["c"]),
        result("left-result", "left", 4, "c"),
        result("right-result", "right", 5, "c"),
      ]),
    ).toEqual({ "left-result": 3, "right-result": 5 });
  });

  test("parallel results that stand between call and result do not hide the branch", () => {
    // 1 root, 2 left + 3 c + 4 d, 5 right + 6 c, 7 the left result of d, 8 the left result of c.
    expect(
      pairs([
        header(),
        user("root", null, 1, "go"),
        assistant("left", "root", 2, "", ["c", "d"]),
        assistant("right", "root", 3, "", ["c"]),
        result("left-d", "left", 4, "d"),
        result("left-c", "left-d", 5, "c"),
      ]),
    ).toEqual({ "left-d": 4, "left-c": 3 });
  });
});

describe("calls without result, results without call", () => {
  test("an aborted call stays open, a second result of a call is unpaired", () => {
    expect(
      pairs([header(), assistant("a", null, 1, "", ["c", "d"]), result("b", "a", 2, "c"), result("e", "b", 3, "c")]),
    ).toEqual({ b: 2, e: null });
  });

  test("ordinary call ids are kept as recorded", () => {
    const { events } = decode([header(), assistant("a", null, 1, "", ["c"]), result("b", "a", 2, "c")]);
    expect(events.map(({ callId, resultOf }) => callId ?? resultOf)).toEqual([undefined, "c", "c"]);
  });
});
