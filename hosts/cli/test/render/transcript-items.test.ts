import { plainFold } from "@backscroll/wire";
import { describe, expect, it } from "vitest";
import { planTranscript, type TranscriptItem, type TranscriptOptions } from "../../src/render/transcript-items.ts";
import { transcriptEvent as event } from "../sample-records.ts";

const everything: TranscriptOptions = { branch: "active", from: 0, to: Number.MAX_SAFE_INTEGER, full: false };

const short = (item: TranscriptItem): string => {
  if (item.kind === "event") return `${item.event.seq}`;
  if (item.kind === "window") return `window ${item.ordinal} of ${item.total}`;
  if (item.kind === "inactive") return `inactive ${item.from}-${item.to} (${item.events})`;
  return `tools ${item.from}-${item.to}: ${item.calls.map(({ seq }) => seq).join(",")}`;
};

const events = [
  event(1, "user/message"),
  event(2, "tool/call", { resultSeq: 4 }),
  event(3, "tool/call", { resultSeq: null }),
  event(4, "tool/result", { callSeq: 2 }),
  event(5, "session/title", { logOnly: true }),
  event(6, "tool/result", { callSeq: null }),
  event(7, "assistant/message", { branch: "inactive" }),
  event(8, "tool/call", { branch: "inactive" }),
  event(9, "assistant/message"),
];

describe("planTranscript", () => {
  it("folds tool runs, gaps and log-only events, and counts what it leaves out", () => {
    const plan = planTranscript({ events, fold: plainFold(9) }, everything);
    expect(plan.items.map(short)).toEqual(["1", "tools 2-6: 2,3,6", "inactive 7-8 (2)", "9"]);
    expect(plan).toMatchObject({ logOnly: 1, inactive: 2, outside: 0 });
  });

  it("unfolds everything, with results in their calls' documents", () => {
    const plan = planTranscript({ events, fold: plainFold(9) }, { ...everything, full: true, branch: "all" });
    expect(plan.items.map(short)).toEqual(["1", "2", "3", "5", "6", "7", "8", "9"]);
    expect(plan).toMatchObject({ logOnly: 0, inactive: 0 });
  });

  it("shows a result for itself where its call lies outside the range", () => {
    const plan = planTranscript({ events, fold: plainFold(9) }, { ...everything, from: 4, to: 5, full: true });
    expect(plan.items.map(short)).toEqual(["4", "5"]);
    expect(plan.outside).toBe(7);
  });

  it("marks where a window begins, and of those before the range only the last", () => {
    const window = { to: null, boundary: "compaction" as const, summarySeq: null, firstRetainedSeq: null };
    const fold = {
      ...plainFold(9),
      windows: [
        { ...window, from: 1, boundary: null },
        { ...window, from: 2 },
        { ...window, from: 9 },
      ],
    };
    const lines = [
      event(1, "user/message"),
      event(2, "context/compaction"),
      event(3, "user/message"),
      event(9, "user/message"),
    ];
    expect(planTranscript({ events: lines, fold }, everything).items.map(short)).toEqual([
      "1",
      "window 2 of 3",
      "2",
      "3",
      "window 3 of 3",
      "9",
    ]);
    expect(planTranscript({ events: lines, fold }, { ...everything, from: 3 }).items.map(short)).toEqual([
      "window 2 of 3",
      "3",
      "window 3 of 3",
      "9",
    ]);
  });
});
