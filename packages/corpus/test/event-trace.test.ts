import { type Fold, plainFold } from "@backscroll/wire";
import { expect, it } from "vitest";
import { relateEvent } from "../src/event-trace.ts";

const event = (seq: number, more: { callSeq?: number; sourceSeqs?: readonly number[] } = {}) => ({
  seq,
  callSeq: more.callSeq ?? null,
  sourceSeqs: more.sourceSeqs ?? [],
});

const relate = (
  target: ReturnType<typeof event>,
  replacements: Fold["replacements"],
  events: readonly ReturnType<typeof event>[] = [],
) =>
  relateEvent(target, {
    session: "s",
    fold: { ...plainFold(9), replacements },
    events,
    copyOf: null,
    copies: [],
  });

it("follows what replaced an event to the end", () => {
  const chain = [
    { from: 1, to: 3, by: 4 },
    { from: 4, to: 6, by: 7 },
  ];
  expect(relate(event(2), chain).replacementChain).toEqual([4, 7]);
  expect(relate(event(7), chain).replacementChain).toEqual([]);
});

it("ends where replacements go in a circle", () => {
  const circle = [
    { from: 1, to: 1, by: 2 },
    { from: 2, to: 2, by: 1 },
  ];
  expect(relate(event(1), circle).replacementChain).toEqual([2]);
});

it("names what an event replaced, of what there is", () => {
  const events = [1, 2, 5, 9].map((seq) => event(seq));
  expect(relate(event(9), [{ from: 2, to: 9, by: 9 }], events).replaces).toEqual([2, 5]);
});

it("names sources once each, in recorded order, and what later came of an event", () => {
  const call = event(3);
  const result = event(4, { callSeq: 3, sourceSeqs: [3, 1] });
  const relations = relate(result, [], [call, result]);
  expect(relations.sources).toEqual([
    { session: "s", seq: 3 },
    { session: "s", seq: 1 },
  ]);
  expect(relate(call, [], [call, result]).derived).toEqual([{ session: "s", seq: 4 }]);
});
