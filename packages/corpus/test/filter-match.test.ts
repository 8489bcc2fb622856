import { expect, it } from "vitest";
import { literalPattern, matchesEvent, matchesSession } from "../src/filter-match.ts";
import { sessionRecord } from "./session-record.ts";

const event = {
  seq: 5,
  createdAt: 1000,
  type: "user/message",
  role: "user",
  surface: "current",
  branch: "active",
  echo: false,
} as const;

it("[filters] compares types without case", () => {
  expect(matchesEvent(event, { types: ["USER/Message"] }, "exclude")).toBe(true);
});

it("[time] leaves an event without time out of a time filter, and in everywhere else", () => {
  const untimed = { ...event, createdAt: null };
  expect(matchesEvent(untimed, { time: { from: 0 } }, "exclude")).toBe(false);
  expect(matchesEvent(untimed, { time: {} }, "exclude")).toBe(true);
  expect(matchesEvent(untimed, {}, "exclude")).toBe(true);
});

it("[time] takes both bounds as inclusive", () => {
  expect(matchesEvent(event, { time: { from: 1000, to: 1000 } }, "exclude")).toBe(true);
  expect(matchesEvent(event, { time: { from: 1000.1 } }, "exclude")).toBe(false);
});

it("leaves echoes out of searches and in exact lists, unless told otherwise", () => {
  const echo = { ...event, echo: true };
  expect([matchesEvent(echo, {}, "exclude"), matchesEvent(echo, {}, "include")]).toEqual([false, true]);
  expect([matchesEvent(echo, { echo: "only" }, "exclude"), matchesEvent(event, { echo: "only" }, "exclude")]).toEqual([
    true,
    false,
  ]);
});

it("takes parents and the root mark as one clause", () => {
  const parent = { kind: "fork", session: "sample:p", missing: false } as const;
  const [root, child, orphan] = [
    sessionRecord("r"),
    sessionRecord("c", { parent }),
    sessionRecord("o", { parent: { kind: "fork", session: null, missing: true } }),
  ];
  const passing = (parents: { ids: readonly string[]; includeRoots: boolean }) =>
    [root, child, orphan].filter((one) => matchesSession(one, { parents })).map((one) => one.nativeId);
  expect(passing({ ids: ["sample:p"], includeRoots: true })).toEqual(["r", "c"]);
  expect(passing({ ids: ["sample:p"], includeRoots: false })).toEqual(["c"]);
  expect(passing({ ids: [], includeRoots: true })).toEqual(["r"]);
});

it("matches a literal text in any case, with any white space, and nothing as a pattern", () => {
  expect(literalPattern(" a.b  C ")?.test("x A.B\n\tc y")).toBe(true);
  expect(literalPattern("a.b")?.test("aXb")).toBe(false);
  expect(literalPattern(" \n")).toBeNull();
});
