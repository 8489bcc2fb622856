import { foldEventOf } from "@backscroll/wire";
import { describe, expect, test } from "vitest";
import { piDecoder } from "../src/index.ts";
import { decode, type Line } from "./pi-log.ts";

const v1Header: Line = {
  type: "session",
  id: "old",
  timestamp: "2025-11-01T10:00:00.000Z",
  cwd: "/w",
  provider: "p",
  modelId: "m",
};
const at = (second: number) => ({ timestamp: `2025-11-01T10:00:0${second}.000Z` });
const said = (second: number, message: Line): Line => ({
  type: "message",
  ...at(second),
  message: { ...message, timestamp: 1761991200000 + second },
});

const v1: Line[] = [
  v1Header,
  { type: "thinking_level_change", ...at(1), thinkingLevel: "off" },
  said(2, { role: "user", content: "read it" }),
  said(3, { role: "assistant", content: [{ type: "toolCall", id: "c", name: "read", arguments: { path: "a" } }] }),
  said(4, {
    role: "toolResult",
    toolCallId: "c",
    toolName: "read",
    content: [{ type: "text", text: "body" }],
    isError: false,
  }),
  said(5, { role: "hookMessage", customType: "note", content: "hooked" }),
  { type: "compaction", ...at(6), summary: "so far", firstKeptEntryIndex: 4, tokensBefore: 9 },
  said(7, { role: "user", content: "go on" }),
];

/** What the program makes of the log when it opens it: random ids in a line, the retained record by id. */
const migrate = (lines: readonly Line[]): Line[] => {
  const ids = lines.map((_, index) => `0000000${index}`);
  return lines.map((line, index) => {
    if (index === 0) return { ...line, version: 3 };
    const { firstKeptEntryIndex, ...rest } = line;
    const message = rest.message as Line | undefined;
    const renamed = message?.role === "hookMessage" ? { ...rest, message: { ...message, role: "custom" } } : rest;
    return {
      ...renamed,
      id: ids[index] ?? "",
      parentId: index === 1 ? null : (ids[index - 1] ?? ""),
      ...(typeof firstKeptEntryIndex === "number" ? { firstKeptEntryId: ids[firstKeptEntryIndex] ?? "" } : {}),
    };
  });
};

describe("version 1", () => {
  test("records without ids form one line", () => {
    const { events, fold } = decode(v1);
    expect(events.map(({ seq, type, parentSeq, callSeq }) => [seq, type, parentSeq, callSeq])).toEqual([
      [1, "pi/thinking_level_change", 0, null],
      [2, "user/message", 1, null],
      [3, "assistant/message", 2, null],
      [4, "tool/call", 3, null],
      [5, "tool/result", 3, 4],
      [6, "context/injected", 5, null],
      [7, "context/compaction", 6, null],
      [8, "user/message", 7, null],
    ]);
    expect(new Set(events.map(({ key }) => key)).size).toBe(8);
    // The header is record 0, so record 4 is the result.
    expect(fold).toMatchObject({ inactive: [], shadowed: [[2, 4]], boundary: 5, head: 8, flags: [] });
    expect(fold.windows).toMatchObject([
      { from: 1, to: 6 },
      { from: 7, to: null, firstRetainedSeq: 5 },
    ]);
  });

  test("a header that stands again counts in the retained record's ordinal", () => {
    const doubled = [...v1.slice(0, 3), v1Header, ...v1.slice(3)];
    // Record 4 is now the assistant's message.
    expect(decode(doubled).fold).toMatchObject({ shadowed: [[2, 2]], boundary: 3 });
  });

  test("an ordinal that names the header, or no record, retains nothing", () => {
    for (const firstKeptEntryIndex of [0, 99, -1, 6]) {
      const lines = v1.map((line) => (line.type === "compaction" ? { ...line, firstKeptEntryIndex } : line));
      expect(decode(lines).fold).toMatchObject({ shadowed: [[2, 6]], boundary: 7, flags: [] });
    }
  });
});

describe("migration", () => {
  const shape = (lines: readonly Line[]) =>
    decode(lines).events.map(({ seq, key, type, role, text, parentSeq, callSeq }) => ({
      seq,
      key,
      type,
      role,
      text,
      parentSeq,
      callSeq,
    }));

  test("leaves every key, link and fold as it was", () => {
    expect(shape(migrate(v1))).toEqual(shape(v1));
    expect(decode(migrate(v1)).fold).toEqual(decode(v1).fold);
  });

  test("of version 2 to 3 changes no key either", () => {
    const v2 = migrate(v1).map((line, index) => {
      if (index === 0) return { ...line, version: 2 };
      const message = line.message as Line | undefined;
      return message?.role === "custom" ? { ...line, message: { ...message, role: "hookMessage" } } : line;
    });
    expect(shape(v2)).toEqual(shape(v1));
  });

  test("is followed by records that name the random ids", () => {
    const later: Line[] = [
      {
        type: "message",
        id: "aaaa0001",
        parentId: "00000007",
        timestamp: "2026-01-01T00:00:00.000Z",
        message: { role: "user", content: "newer" },
      },
      {
        type: "compaction",
        id: "aaaa0002",
        parentId: "aaaa0001",
        timestamp: "2026-01-01T00:00:01.000Z",
        summary: "all",
        firstKeptEntryId: "00000007",
      },
      {
        type: "label",
        id: "aaaa0003",
        parentId: "00000002",
        timestamp: "2026-01-01T00:00:02.000Z",
        label: "back here",
        targetId: "00000002",
      },
    ];
    const { events } = decode([...migrate(v1), ...later]);
    expect(events.slice(8).map(({ seq, key, parentSeq }) => [seq, key, parentSeq])).toEqual([
      [9, "aaaa0001", 8],
      [10, "aaaa0002", 9],
      [11, "aaaa0003", 2],
    ]);
    expect(piDecoder.fold(events.slice(0, 10).map(foldEventOf))).toMatchObject({ boundary: 8, flags: [] });
  });
});

test("version 3 keeps the recorded ids", () => {
  const lines: Line[] = [
    { ...v1Header, version: 3 },
    { type: "custom", customType: "store", data: {}, id: "aaaa0001", parentId: null, ...at(1) },
    { type: "message", id: "aaaa0002", parentId: "aaaa0001", ...at(2), message: { role: "user", content: "x" } },
  ];
  expect(decode(lines).events.map(({ key }) => key)).toEqual(["aaaa0001", "aaaa0002"]);
});

test("equal messages at different times differ; a repeated line is told as one", () => {
  const { events } = decode([
    v1Header,
    said(1, { role: "user", content: "x" }),
    said(2, { role: "user", content: "x" }),
    said(2, { role: "user", content: "x" }),
  ]);
  expect(events.map(({ repeats }) => repeats)).toEqual([null, null, 2]);
});
