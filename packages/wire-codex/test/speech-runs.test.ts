import fc from "fast-check";
import { expect, test } from "vitest";
import type { SpeechRuns } from "../src/codex-state.ts";
import type { Utterance } from "../src/draft.ts";
import { noteSaid, saidAt } from "../src/speech-runs.ts";

test("what was noted is what is read, at any later time", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom<Utterance>(0, 1, 2), { maxLength: 60 }), (all) => {
      const runs: SpeechRuns = [];
      const noted = all.map((said, index) => noteSaid(runs, index * 100, said));
      expect(noted).toEqual(all);
      expect(all.map((_, index) => saidAt(runs, index * 100))).toEqual(all);
    }),
  );
});

test("one run for records that are alike", () => {
  const runs: SpeechRuns = [];
  for (let start = 0; start < 10_000; start++) noteSaid(runs, start, 1);
  expect(runs).toEqual([[0, 1]]);
});

test("with too many runs everything is told whole from then on", () => {
  const runs: SpeechRuns = [];
  const noted = Array.from({ length: 9000 }, (_, start) => noteSaid(runs, start, start % 2 === 0 ? 1 : 0));
  expect(runs.length).toBeLessThanOrEqual(2049);
  expect(noted.slice(4000).every((said) => said === 0)).toBe(true);
  expect(noted.map((_, start) => saidAt(runs, start))).toEqual(noted);
});
