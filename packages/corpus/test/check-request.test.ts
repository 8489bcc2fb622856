import { expect, it } from "vitest";
import {
  checkEventFilters,
  checkFilterEvents,
  checkReadEvent,
  checkSearch,
  checkSearchEvents,
  checkSeq,
  checkSessionFilters,
} from "../src/check-request.ts";

const failure = (check: () => void): { readonly code?: string; readonly field?: string; readonly message: string } => {
  try {
    check();
  } catch (error) {
    return error as Error;
  }
  return { message: "accepted" };
};

it("accepts what can be asked", () => {
  checkSearch({
    query: "zebra",
    limit: 100,
    order: "newest",
    sessions: { createdAt: { from: 0, to: 0 }, availability: ["live"], wires: ["nobody"], ids: [] },
    events: { seq: { from: 1, to: 1 }, time: { from: -1.5 }, roles: ["tool"], types: ["any/thing"], echo: "only" },
  });
  checkSearchEvents({ session: "x", query: "zebra", limit: 1 });
  checkFilterEvents({ session: "x", text: "" });
  checkReadEvent({ session: "x", seq: 0, before: 0, after: 50 });
});

it("[time] refuses an inverted range instead of finding nothing", () => {
  expect(failure(() => checkEventFilters({ time: { from: 2, to: 1 } }))).toMatchObject({
    code: "invalid_filter",
    field: "time",
  });
  expect(failure(() => checkEventFilters({ seq: { from: 5, to: 4 } })).message).toBe(
    "seq.from (5) is after seq.to (4).",
  );
});

it("names the field and the value of a bound that cannot be", () => {
  for (const value of [-1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1]) {
    const refused = failure(() => checkEventFilters({ seq: { to: value } }));
    expect(refused).toMatchObject({ code: "invalid_filter", field: "seq.to" });
    expect(refused.message).toContain(String(value));
  }
  expect(failure(() => checkSessionFilters({ createdAt: { from: Number.POSITIVE_INFINITY } }))).toMatchObject({
    field: "createdAt.from",
  });
  expect(failure(() => checkSeq(-1))).toMatchObject({ code: "invalid_filter", field: "seq" });
});

it("[query] refuses an unknown value of a closed set, and says which was meant", () => {
  const roles = ["asistant"] as never;
  expect(failure(() => checkEventFilters({ roles })).message).toBe(
    'roles holds "asistant", which is not one of its values. Did you mean "assistant"?',
  );
  const surfaces = ["qqqqqqqq"] as never;
  expect(failure(() => checkEventFilters({ surfaces })).message).toContain("Known are current, shadowed, log-only.");
});

it("refuses page sizes, windows and queries that cannot be, each with its own code", () => {
  expect(failure(() => checkSearch({ query: "x", limit: 0 })).code).toBe("invalid_limit");
  expect(failure(() => checkFilterEvents({ session: "x", limit: 101 })).code).toBe("invalid_limit");
  expect(failure(() => checkReadEvent({ session: "x", seq: 1, before: 51 }))).toMatchObject({
    code: "invalid_window",
    field: "before",
  });
  expect(failure(() => checkSearch({ query: "..." })).code).toBe("invalid_query");
});
