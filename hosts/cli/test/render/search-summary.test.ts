import { describe, expect, it } from "vitest";
import { coverageNotes, type SearchSummary, searchedLines, zeroHitLines } from "../../src/render/search-summary.ts";
import { layoutOf } from "../sample-layout.ts";
import { sampleCoverage } from "../sample-records.ts";

const summary = (changes: Partial<SearchSummary> = {}): SearchSummary => ({
  query: "zebra giraffe",
  selection: {
    scope: { project: "/home/ada/parser", folders: ["/home/ada/parser"], sameRepository: false },
    sessions: {},
    events: {},
    ids: null,
  },
  coverage: sampleCoverage(),
  unscopedCommand: ["backscroll", "search", "--all", "zebra", "giraffe"],
  commandWithoutQuery: ["backscroll", "search"],
  ...changes,
});

describe("zeroHitLines", () => {
  it("says what was searched", () => {
    expect(zeroHitLines(summary(), layoutOf(100))).toEqual([
      "No match for zebra giraffe",
      "Searched 3 sessions (1,200 events): sessions in ~/parser or below",
      "No match in other sessions either.",
    ]);
    const everywhere = { ...summary().selection, scope: { project: null, folders: null, sameRepository: false } };
    expect(zeroHitLines(summary({ selection: everywhere }), layoutOf(100))).toEqual([
      "No match for zebra giraffe",
      "Searched 3 sessions (1,200 events): every session",
    ]);
  });

  it("names the terms found nowhere and the largest part that is found, with its command", () => {
    const coverage = sampleCoverage({
      missingTerms: ["giraffe"],
      largestSubset: { terms: ["zebra", "big cat"], count: 14 },
    });
    expect(zeroHitLines(summary({ coverage }), layoutOf(100)).slice(2)).toEqual([
      "No match in other sessions either.",
      "Found nowhere here: giraffe",
      "14 events hold zebra big cat: backscroll search zebra '\"big cat\"'",
    ]);
  });

  it("says that nothing was in scope, and how many matches lie outside", () => {
    const coverage = sampleCoverage({ sessions: 0, events: 0, hidden: 23 });
    expect(zeroHitLines(summary({ coverage }), layoutOf(100))).toEqual([
      "No match for zebra giraffe",
      "Searched 0 sessions (0 events): sessions in ~/parser or below",
      "No session is in this selection, so nothing could match.",
      "23 matches in other sessions: backscroll search --all zebra giraffe",
    ]);
  });
});

describe("coverageNotes", () => {
  it("says everything that was left out, and only what was", () => {
    expect(coverageNotes(summary(), layoutOf(100))).toEqual([]);
    const skipped = [
      { source: "/a", wire: null, reason: "unreadable", message: "" },
      { source: "/b", wire: "pi", reason: "unreadable", message: "" },
      { source: "/c", wire: null, reason: "unknown", message: "" },
    ];
    const coverage = sampleCoverage({
      hidden: 1,
      hiddenCapped: true,
      echoes: 2,
      untimed: 1,
      windowed: true,
      behind: 1,
      skipped,
    });
    expect(coverageNotes(summary({ coverage }), layoutOf(100))).toEqual([
      "at least 1 match in other sessions: backscroll search --all zebra giraffe",
      "2 matches in results of Backscroll's own tools left out: add --echoes",
      "1 match without a time left out by --since or --until",
      "Only the newest matches were ranked; narrow the search or add --newest.",
      "1 source holds more than is indexed yet: run backscroll index",
      "3 sources were skipped (2 unreadable, 1 unknown); backscroll doctor lists them.",
    ]);
  });

  it("says that an agent's own types are not checked", () => {
    const selection = { ...summary().selection, events: { types: ["tool/call", "pi/modle_change"] } };
    expect(coverageNotes(summary({ selection }), layoutOf(100))).toEqual([
      "Types of an agent's own are not checked for spelling: pi/modle_change",
    ]);
  });
});

describe("searchedLines", () => {
  it("names every filter", () => {
    const selection = {
      scope: { project: null, folders: null, sameRepository: false },
      sessions: { wires: ["claude-code", "pi"], title: "parser" },
      events: { roles: ["user" as const], branches: ["inactive" as const], surfaces: ["shadowed" as const] },
      ids: null,
    };
    expect(searchedLines(summary({ selection }), layoutOf(100))).toEqual([
      'Searched 3 sessions (1,200 events): every session; agent Claude Code or Pi; title with "parser";',
      "role user; surface shadowed; branch inactive",
    ]);
  });
});
