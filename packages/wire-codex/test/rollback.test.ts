import { expect, test } from "vitest";
import { agentEvent, decode, event, type Line, line, meta, said, userEvent } from "./rollout.ts";

const turn = (second: number, name: string): Line[] => [
  said(second, "user", `ask ${name}`),
  said(second, "assistant", `answer ${name}`),
];
const rollback = (second: number, turns: Line["x"]): Line =>
  event(second, { type: "thread_rolled_back", num_turns: turns ?? null });

test("a rollback takes the last turns from the active view; the lines remain", () => {
  const { events, fold } = decode([
    meta(),
    ...turn(1, "a"),
    ...turn(2, "b"),
    ...turn(3, "c"),
    rollback(4, 2),
    ...turn(5, "d"),
  ]);
  expect(events.map(({ text }) => text)).toEqual([
    "ask a",
    "answer a",
    "ask b",
    "answer b",
    "ask c",
    "answer c",
    "",
    "ask d",
    "answer d",
  ]);
  expect(fold).toMatchObject({ inactive: [[3, 6]], shadowed: [], boundary: null, head: 9, flags: [] });
  expect(events[6]).toMatchObject({ type: "codex/thread_rolled_back", logOnly: true });
});

test("one after another, each counts the turns that are left", () => {
  const { fold } = decode([meta(), ...turn(1, "a"), ...turn(2, "b"), rollback(3, 1), rollback(4, 1), ...turn(5, "c")]);
  expect(fold.inactive).toEqual([[1, 5]]);
});

test("apart from one another", () => {
  const { fold } = decode([
    meta(),
    ...turn(1, "a"),
    ...turn(2, "b"),
    rollback(3, 1),
    ...turn(4, "c"),
    ...turn(5, "d"),
    rollback(6, 1),
  ]);
  expect(fold.inactive).toEqual([
    [3, 4],
    [8, 9],
  ]);
});

test("more turns than there are", () => {
  const { fold } = decode([meta(), said(0, "developer", "rules"), ...turn(1, "a"), rollback(2, 9)]);
  expect(fold.inactive).toEqual([[2, 3]]);
});

test("messages that the program wrote are no turns, prompts told by events are", () => {
  const injected = said(2, "user", "<environment_context>x</environment_context>");
  const { fold } = decode([
    meta(),
    userEvent(1, "ask a"),
    agentEvent(1, "answer a"),
    injected,
    userEvent(2, "ask b"),
    rollback(3, 1),
  ]);
  expect(fold.inactive).toEqual([[4, 4]]);
});

test("a compaction that was rolled back is no boundary any more", () => {
  const compacted = line("compacted", 3, { message: "A" });
  const { fold } = decode([meta(), ...turn(1, "a"), ...turn(2, "b"), compacted, ...turn(4, "c"), rollback(5, 2)]);
  expect(fold.inactive).toEqual([[3, 7]]);
  expect(fold.boundary).toBeNull();
  expect(fold.shadowed).toEqual([]);
  expect(fold.windows).toHaveLength(1);
});

test("a compaction after a rollback replaces only what was still there", () => {
  const { fold } = decode([
    meta(),
    ...turn(1, "a"),
    ...turn(2, "b"),
    rollback(3, 1),
    line("compacted", 4, { message: "A" }),
  ]);
  expect(fold.inactive).toEqual([[3, 4]]);
  expect(fold.shadowed).toEqual([[1, 2]]);
  expect(fold.replacements).toEqual([{ from: 1, to: 2, by: 6 }]);
});

test.each([null, 0, -1, "two"])("a count of %j takes back one turn or none, and never fails", (turns) => {
  const { fold } = decode([meta(), ...turn(1, "a"), rollback(2, turns)]);
  expect(fold.inactive).toEqual(typeof turns === "number" ? [] : [[1, 2]]);
});
