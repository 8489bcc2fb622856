import { plainFold } from "@backscroll/wire";
import { expect, it } from "vitest";
import { eventState } from "../src/event-state.ts";

const fold = { ...plainFold(9), inactive: [[2, 3]], shadowed: [[1, 1]], boundary: 5 } as const;
const facts = {
  seq: 1,
  logOnly: false,
  callSeq: null,
  truncated: false,
  echo: false,
  subagentOf: null,
  copyOf: null,
};

const stateOf = (seq: number, logOnly = false) =>
  eventState(fold, { ...facts, seq, logOnly }, (surface) => surface === "current");

it("reads branch, surface and boundary from the fold", () => {
  expect(stateOf(1)).toMatchObject({ branch: "active", surface: "shadowed", beforeCompaction: true, inContext: false });
  expect(stateOf(2)).toMatchObject({ branch: "inactive", surface: "shadowed" });
  expect(stateOf(5)).toMatchObject({ branch: "active", surface: "current", beforeCompaction: false, inContext: true });
  expect(stateOf(5, true)).toMatchObject({ surface: "log-only", inContext: false });
});
