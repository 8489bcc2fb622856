import { describe, expect, test } from "vitest";
import { advanceTitle, noTitle } from "../src/branch-title.ts";
import { assistant, decode, entry, header, type Line, user } from "./pi-log.ts";

const titleOf = (lines: readonly Line[]) => {
  const { title, titleOrigin } = decode(lines).facts;
  return [title, titleOrigin];
};
const named = (id: string, parentId: string | null, second: number, name: string): Line =>
  entry("session_info", id, parentId, second, { name });

describe("titles on the branch", () => {
  test("the newest name wins, and each is found as an event", () => {
    const lines = [
      header(),
      user("a", null, 1, "x"),
      named("n", "a", 2, " First\n name "),
      named("m", "n", 3, "Second"),
    ];
    expect(titleOf(lines)).toEqual(["Second", "recorded"]);
    expect(
      decode(lines)
        .events.slice(1)
        .map(({ type, role, text, logOnly }) => [type, role, text, logOnly]),
    ).toEqual([
      ["session/title", null, "First name", true],
      ["session/title", null, "Second", true],
    ]);
  });

  test("a name on an abandoned branch does not count", () => {
    const lines = [header(), user("a", null, 1, "x"), named("n", "a", 2, "Kept"), user("b", "n", 3, "y")];
    expect(titleOf([...lines, named("m", "b", 4, "Abandoned"), assistant("c", "b", 5, "z")])).toEqual([
      "Kept",
      "recorded",
    ]);
    expect(titleOf([...lines, named("m", "b", 4, "Abandoned"), user("c", null, 5, "new root")])).toEqual([null, null]);
  });

  test("an empty name clears it", () => {
    expect(titleOf([header({ title: "Header" }), named("n", null, 1, "Old"), named("m", "n", 2, "")])).toEqual([
      null,
      null,
    ]);
  });
});

describe("oh-my-pi", () => {
  const slot: Line = {
    type: "title",
    v: 1,
    title: "Slot title",
    source: "auto",
    updatedAt: "2026-03-01T10:00:09.000Z",
    pad: " ",
  };

  test("the title line before the header is a title event and wins over the header's title", () => {
    const lines = [slot, header({ title: "Header title" }), user("a", null, 1, "x")];
    expect(titleOf(lines)).toEqual(["Slot title", "generated"]);
    const { events, fold } = decode(lines);
    expect(events.map(({ seq, type, text, logOnly }) => [seq, type, text, logOnly])).toEqual([
      [1, "session/title", "Slot title", true],
      [2, "user/message", "x", undefined],
    ]);
    expect(events[0]?.createdAt).toBe(1772359209000);
    expect(fold).toMatchObject({ inactive: [], head: 2, flags: [] });
  });

  test("a title line is nobody's parent", () => {
    const bare = (text: string): Line => ({
      type: "message",
      timestamp: 1785000000,
      message: { role: "user", content: text },
    });
    const { events, fold } = decode([slot, header(), bare("a"), slot, bare("b")]);
    expect(events.map(({ seq, parentSeq }) => [seq, parentSeq])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 2],
    ]);
    expect(fold).toMatchObject({ inactive: [], head: 4, flags: [] });
  });

  test("an empty title line keeps its slot and leaves the header's title", () => {
    const lines = [
      { ...slot, title: "" },
      header({ title: "Header title", titleSource: "user" }),
      user("a", null, 1, "x"),
    ];
    expect(titleOf(lines)).toEqual(["Header title", "recorded"]);
    expect(decode(lines).events.map(({ seq, text }) => [seq, text])).toEqual([
      [1, ""],
      [2, "x"],
    ]);
  });
});

test("what is remembered stays bounded, and old parents still find the title of their time", () => {
  const state = noTitle();
  advanceTitle(state, "first", null, undefined);
  advanceTitle(state, "named", "first", "One");
  for (let index = 0; index < 1000; index++) advanceTitle(state, `k${index}`, undefined, undefined);
  advanceTitle(state, "renamed", undefined, "Two");
  for (let index = 0; index < 10; index++) advanceTitle(state, `m${index}`, undefined, undefined);
  expect(JSON.stringify(state).length).toBeLessThan(4000);
  advanceTitle(state, "back", "k3", undefined);
  expect(state.current).toBe("One");
  advanceTitle(state, "forth", "m2", undefined);
  expect(state.current).toBe("Two");
});
