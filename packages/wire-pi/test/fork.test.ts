import { describe, expect, test } from "vitest";
import { compaction } from "./compaction-records.ts";
import { assistant, decode, entry, header, type Line, logPath, user } from "./pi-log.ts";

describe("a fork", () => {
  const shared: Line[] = [user("a", null, 1, "one"), compaction("e", "a", 2, "e"), assistant("b", "e", 3, "two")];
  const parent = decode([header(), ...shared]);
  const child = decode(
    [
      header({ id: "session-2", timestamp: "2026-03-02T10:00:00.000Z", parentSession: logPath }),
      ...shared,
      user("c", "b", 4, "three"),
    ],
    "/logs/2026-03-02T10-00-00-000Z_session-2.jsonl",
  );

  test("has its parent's keys for what it copied, so that each record is known once", () => {
    expect(child.events.slice(0, 3).map(({ key }) => key)).toEqual(parent.events.map(({ key }) => key));
    expect(child.facts.parent).toMatchObject({ kind: "fork", path: logPath, nativeId: "session-1" });
  });

  test("has copies that are older than its header", () => {
    expect(child.facts.createdAt).toBe(1772445600000);
    expect(child.events[0]?.createdAt).toBe(1772359201000);
    expect(child.fold).toMatchObject({ shadowed: [[1, 1]], boundary: 2, flags: [] });
  });

  test("whose labels were written again, re-parented, is one line", () => {
    const lines = [
      header({ id: "session-3" }),
      ...shared,
      entry("label", "l", "b", 1, { targetId: "a", label: "start" }),
    ];
    expect(decode(lines).fold).toMatchObject({ inactive: [], head: 4, flags: [] });
  });
});
