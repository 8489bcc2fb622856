import { expect, it } from "vitest";
import { InvalidLineage } from "../src/errors.ts";
import { type SessionLookup, traceLineage } from "../src/lineage.ts";
import type { SessionRecord } from "../src/records.ts";
import { sessionRecord } from "./session-record.ts";

const child = (id: string, parent: string | null, createdAt: number | null = null): SessionRecord =>
  sessionRecord(id, {
    createdAt,
    parent: { kind: "fork", session: parent === null ? null : `sample:${parent}`, missing: false },
  });

const lookupOf = (records: readonly SessionRecord[]): SessionLookup => ({
  find: (session) => records.find((record) => record.session === session) ?? null,
  children: (session) => records.filter((record) => record.parent?.session === session),
});

const trace = (records: readonly SessionRecord[], id: string) => {
  const lookup = lookupOf(records);
  return traceLineage(lookup.find(`sample:${id}`) as SessionRecord, lookup);
};

it("[subagent] ignores a session that names itself as parent", () => {
  expect(trace([child("a", "a")], "a")).toMatchObject({ ancestors: [], descendants: [], complete: true });
});

it("[subagent] says that a trace is incomplete where the parent is missing", () => {
  expect(trace([child("a", "gone")], "a")).toMatchObject({
    ancestors: [],
    complete: false,
    missingParent: "sample:gone",
  });
  expect(trace([child("a", null)], "a")).toMatchObject({ complete: false, missingParent: null });
});

it("refuses a cycle, above the session as well as below it", () => {
  const cycle = [child("a", "b"), child("b", "a"), child("c", "a")];
  for (const id of ["a", "b", "c"]) expect(() => trace(cycle, id), id).toThrow(InvalidLineage);
});

it("orders siblings by creation, unknown last, then by id", () => {
  const records = [sessionRecord("r"), child("d", "r"), child("c", "r", 5), child("b", "r", 5), child("a", "r", 9)];
  expect(trace(records, "r").descendants.map((node) => node.session.nativeId)).toEqual(["b", "c", "a", "d"]);
});
