import { describe, expect, it } from "vitest";
import type { Slot } from "../src/event.ts";
import { keyHash } from "../src/key-hash.ts";
import { EventLinker, type SeqLedger } from "../src/link-events.ts";

const origin = { start: 0, end: 1 };
const slot = (key: string, more: Partial<Slot> = {}): Slot => ({
  key,
  type: "user/message",
  role: "user",
  createdAt: null,
  text: "",
  pointer: "",
  ...more,
});
const callSlot = (key: string, callId: string): Slot => slot(key, { type: "tool/call", callId });
const resultSlot = (key: string, resultOf: string): Slot => slot(key, { type: "tool/result", resultOf });

describe("EventLinker", () => {
  it("counts each lane by itself, and knows the lane of a key", () => {
    const linker = new EventLinker(null);
    const events = linker.link(
      [slot("a"), slot("b", { lane: "side" }), slot("b/1", { lane: "side" }), slot("a/1")],
      origin,
    );
    expect(events.map(({ seq, part, parentSeq }) => [seq, part, parentSeq])).toEqual([
      [1, 0, 0],
      [1, 0, 0],
      [2, 1, 1],
      [2, 1, 1],
    ]);
    expect([linker.laneOf("a"), linker.laneOf("b"), linker.laneOf("z")]).toEqual(["", "side", undefined]);
  });

  it("links parents by name, and says root, missing and the record before", () => {
    const linker = new EventLinker(null);
    linker.link([slot("a"), slot("a/1")], origin);
    const parentOf = (key: string, more: Partial<Slot>) => linker.link([slot(key, more)], origin)[0]?.parentSeq;
    expect(parentOf("b", {})).toBe(1);
    expect(parentOf("c", { parent: "a" })).toBe(1);
    expect(parentOf("d", { parent: null })).toBe(0);
    expect(parentOf("e", { parent: "nowhere" })).toBe(-1);
    expect(parentOf("f", { parent: "f" })).toBe(-1);
  });

  it("pairs a result with the nearest open call of its id, once", () => {
    const linker = new EventLinker(null);
    const answer = (key: string) => linker.link([resultSlot(key, "x")], origin)[0]?.callSeq;
    linker.link([callSlot("a", "x")], origin);
    linker.link([callSlot("b", "x")], origin);
    expect([answer("r1"), answer("r2"), answer("r3")]).toEqual([2, 1, null]);
  });

  it("turns sources and references into seqs", () => {
    const linker = new EventLinker(null);
    linker.link([slot("a")], origin);
    const [event] = linker.link([slot("b", { sources: ["z", "a"], references: ["z", "a"] })], origin);
    expect([event?.sourceSeqs, event?.referenceSeqs]).toEqual([[1], [null, 1]]);
  });

  it("tells a record that repeats an earlier key, and links to the later one", () => {
    const linker = new EventLinker(null);
    linker.link([slot("a")], origin);
    expect(linker.link([slot("a")], origin)[0]).toMatchObject({ seq: 2, repeats: 1 });
    expect(linker.link([slot("b", { parent: "a" })], origin)[0]).toMatchObject({ parentSeq: 2, repeats: null });
  });

  it("goes on from its stored state, asking for what lies further back", () => {
    const first = new EventLinker(null);
    for (let index = 0; index < 300; index++) first.link([callSlot(`k${index}`, `c${index}`)], origin);
    const state = JSON.parse(JSON.stringify(first.state()));
    expect(JSON.stringify(state).length).toBeLessThan(12_000);
    const asked: [string, number][] = [];
    const second = new EventLinker(state, {
      find: (lane, key) => {
        asked.push([lane, key]);
        return key === keyHash("k0") ? 1 : undefined;
      },
      findLane: () => "found",
    });
    expect(second.link([slot("new", { parent: "k299" })], origin)[0]).toMatchObject({ seq: 301, parentSeq: 300 });
    expect(second.link([slot("next", { parent: "k0" })], origin)[0]).toMatchObject({ seq: 302, parentSeq: 1 });
    expect(asked).toContainEqual(["", keyHash("k0")]);
    expect(second.link([resultSlot("r", "c299")], origin)[0]?.callSeq).toBe(300);
    // Only the newest open calls are remembered.
    expect(second.link([resultSlot("s", "c0")], origin)[0]?.callSeq).toBeNull();
    expect(second.laneOf("k299")).toBe("");
    expect(second.laneOf("k0")).toBe("found");
  });

  it("gives a state that later links do not change", () => {
    const linker = new EventLinker(null);
    linker.link([callSlot("a", "x")], origin);
    const state = linker.state();
    const before = JSON.stringify(state);
    linker.link([callSlot("b", "y")], origin);
    linker.link([resultSlot("r", "x")], origin);
    expect(JSON.stringify(state)).toBe(before);
  });

  it("gives a rewritten session's records their earlier seqs and new ones higher, unused ones", () => {
    const earlier = new Map([
      [`${keyHash("b")}/0`, 5],
      [`${keyHash("b/1")}/1`, 6],
    ]);
    let next = 9;
    const ledger: SeqLedger = {
      take: (key, part) => earlier.get(`${key}/${part}`),
      fresh: () => next++,
    };
    const lanes: string[] = [];
    const linker = new EventLinker(null, {
      ledger: (lane) => {
        lanes.push(lane);
        return ledger;
      },
    });
    linker.link([slot("new")], origin);
    const events = linker.link([slot("b"), slot("b/1"), slot("b/2")], origin);
    expect(events.map(({ seq, parentSeq }) => [seq, parentSeq])).toEqual([
      [5, 9],
      [6, 5],
      [10, 5],
    ]);
    expect(linker.link([slot("c")], origin)[0]).toMatchObject({ seq: 11, parentSeq: 5 });
    expect(lanes).toEqual([""]);
  });
});
