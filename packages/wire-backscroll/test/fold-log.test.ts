import { currentStep, foldEventOf, inRanges } from "@backscroll/wire";
import { describe, expect, it } from "vitest";
import { decode } from "./write-records.ts";

type Written = Parameters<typeof decode>[number];
const said = (text = "x"): Written => ["user/message", { text }];
const compaction = (first_retained_seq: number | null, more: object = {}): Written => [
  "context/compaction",
  { text: "summary", first_retained_seq },
  more,
];
const reset: Written = ["context/reset", { text: "go on", cause: "handoff" }];

describe("fold", () => {
  it("of a plain log has one window and no boundary", () => {
    expect(decode(said(), said()).fold).toMatchObject({
      inactive: [],
      shadowed: [],
      boundary: null,
      head: 2,
      windows: [{ from: 1, to: null, boundary: null, summarySeq: null, firstRetainedSeq: null }],
    });
  });

  it("puts the boundary of a compaction at the first retained event", () => {
    const { fold } = decode(said(), said(), said(), compaction(3, { replaces: [1, 2] }), said());
    expect(fold).toMatchObject({
      shadowed: [[1, 2]],
      boundary: 3,
      replacements: [{ from: 1, to: 2, by: 4 }],
      windows: [
        { from: 1, to: 3, boundary: null },
        { from: 4, to: null, boundary: "compaction", summarySeq: 4, firstRetainedSeq: 3 },
      ],
    });
  });

  it("needs no range where the first retained event is named, and no name where there is a range", () => {
    for (const second of [compaction(3), compaction(null, { replaces: [1, 2] })]) {
      expect(decode(said(), said(), said(), second).fold).toMatchObject({ shadowed: [[1, 2]], boundary: 3 });
    }
  });

  it("puts the boundary at the compaction where nothing was retained", () => {
    expect(decode(said(), said(), compaction(null)).fold).toMatchObject({ shadowed: [[1, 2]], boundary: 3 });
    expect(decode(said(), said(), compaction(null, { replaces: [1, 2] })).fold).toMatchObject({
      boundary: 3,
      windows: [{}, { firstRetainedSeq: null }],
    });
  });

  it("puts the boundary at the compaction where what was retained is no suffix", () => {
    const { fold } = decode(said(), said(), said(), said(), compaction(null, { replaces: [2, 3] }));
    expect(fold).toMatchObject({ shadowed: [[2, 3]], boundary: 5, windows: [{}, { firstRetainedSeq: 1 }] });
  });

  it("does not count bookkeeping as retained", () => {
    expect(decode(said(), ["step/end"], compaction(null, { replaces: [1, 1] })).fold.boundary).toBe(3);
    expect(decode(["turn/start"], said(), said(), compaction(null, { replaces: [2, 2] })).fold.boundary).toBe(3);
  });

  it("retains nothing over a handoff's reset", () => {
    const { fold } = decode(said(), said(), compaction(2, { replaces: [1, 1] }), said(), reset, said());
    expect(fold).toMatchObject({
      shadowed: [[1, 4]],
      boundary: 5,
      head: 6,
      windows: [
        { from: 1, to: 2, boundary: null },
        { from: 3, to: 4, boundary: "compaction" },
        { from: 5, to: null, boundary: "reset", summarySeq: 5, firstRetainedSeq: null },
      ],
    });
    expect(decode(said(), reset).events[1]).toMatchObject({ type: "context/reset", role: "context", text: "go on" });
  });

  it("begins its first window at 1 where the log begins with a reset", () => {
    expect(decode(reset, said()).fold).toMatchObject({
      boundary: 1,
      windows: [{ from: 1, to: null, boundary: "reset", summarySeq: 1 }],
    });
  });

  it("shadows what any event replaces, without a new window", () => {
    const { fold } = decode(said(), said(), ["user/message", { text: "better" }, { replaces: [2, 2] }]);
    expect(fold).toMatchObject({ shadowed: [[2, 2]], boundary: null, replacements: [{ from: 2, to: 2, by: 3 }] });
    expect(fold.windows).toHaveLength(1);
  });

  it("goes around relations that cannot be", () => {
    expect(decode(said(), compaction(9), said()).fold).toMatchObject({ boundary: 2, flags: ["dangling-compaction"] });
    expect(decode(said(), compaction(null, { replaces: [5, 1] })).fold.shadowed).toEqual([]);
    expect(decode(said(), compaction(null, { replaces: [1, 99] }), said()).fold).toMatchObject({
      shadowed: [[1, 1]],
      boundary: 2,
    });
  });

  it("keeps a result whose call two compactions took away", () => {
    const { fold, events } = decode(
      ["tool/call", { call_id: "a", name: "bash", arguments: "{}" }],
      compaction(null, { replaces: [1, 1] }),
      ["tool/result", { call_id: "a", name: "bash", output: "late", status: "ok" }],
      compaction(3, { replaces: [2, 2] }),
    );
    expect(events[2]).toMatchObject({ seq: 3, callSeq: 1, text: "late" });
    expect([fold.boundary, inRanges(fold.shadowed, 3)]).toEqual([3, false]);
  });

  it("gives the current step as the last one begun", () => {
    const stepOf = (...records: Written[]) => {
      const { events, fold } = decode(...records);
      return currentStep(events.map(foldEventOf), fold, "backscroll");
    };
    expect(stepOf(said(), ["step/start"], said(), ["step/end"], ["step/start"])).toBe(5);
    expect(stepOf(said())).toBe("no-current-step");
  });
});
