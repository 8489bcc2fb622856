import { describe, expect, it } from "vitest";
import { EventTree } from "../src/tree.ts";
import { assistant, call, user } from "./fold-events.ts";

const tree = new EventTree([
  user(1),
  assistant(2),
  call(3, 2),
  user(4, { parentSeq: 2 }),
  user(5, { parentSeq: 2 }),
  user(6, { parentSeq: -1 }),
  user(7, { parentSeq: 0 }),
]);

describe("EventTree", () => {
  it("walks from any slot of a leaf to the root by records", () => {
    expect(tree.pathFrom(5)).toEqual({ path: [5, 2, 1], flags: [] });
    expect(tree.pathFrom(3)).toEqual({ path: [2, 1], flags: [] });
    expect(tree.pathFrom(7)).toEqual({ path: [7], flags: [] });
  });

  it("tells a missing parent", () => {
    expect(tree.pathFrom(6)).toEqual({ path: [6], flags: ["missing-parent"] });
  });

  it("gives the slots outside a set of records, later slots of a record with it", () => {
    expect(tree.outside(new Set([1, 2, 5]))).toEqual([
      [4, 4],
      [6, 7],
    ]);
    expect(tree.outside(new Set([1]))).toEqual([[2, 7]]);
  });

  it("takes a repair, and ends a cycle", () => {
    const cyclic = new EventTree([user(1, { parentSeq: 0 }), user(2), user(3)]);
    cyclic.setParent(1, 3);
    expect(cyclic.pathFrom(3)).toEqual({ path: [3, 2, 1], flags: ["cycle"] });
    cyclic.setParent(2, 2);
    expect(cyclic.pathFrom(3)).toEqual({ path: [3, 2], flags: ["cycle"] });
  });
});
