import { documentOf } from "@backscroll/wire";
import { describe, expect, test } from "vitest";
import { assistant, decode, header, type Line, message, result, user } from "./pi-log.ts";

const toolOf = (more: Line) => {
  const { events } = decode([header(), assistant("a", null, 1, "", ["c"]), result("b", "a", 2, "c", more)]);
  const slot = events[2];
  if (slot === undefined) throw new Error("no result");
  return slot;
};
const withText = (text: string, more: Line = {}) => toolOf({ content: [{ type: "text", text }], ...more }).tool;

describe("status", () => {
  test("is what the record says, and absent where it says nothing", () => {
    expect(toolOf({ isError: false }).tool).toEqual({ name: "bash", status: "ok" });
    expect(toolOf({ isError: true }).tool).toEqual({ name: "bash", status: "error" });
    expect(toolOf({ isError: null }).tool).toEqual({ name: "bash" });
  });
});

describe("truncation by the tool", () => {
  test.each([
    ["x\n\n[Showing lines 3001-5000 of 5000. Full output: /tmp/pi-bash-1.log]", "/tmp/pi-bash-1.log"],
    ["x\n\n[Showing last 50.0KB of line 1 (line is 2.0MB). Full output: /tmp/with space.log]", "/tmp/with space.log"],
    ["x\n\n[Showing lines 1-1603 of 2377 (50.0KB limit). Use offset=1604 to continue]", undefined],
    ["x\n\n[120 more lines in file. Use offset=81 to continue.]", undefined],
    ["x\n\n[100 matches limit reached. Use limit=200 for more, or refine pattern]", undefined],
    ["x\n\n[500 entries limit reached. Use limit=1000 for more. 50.0KB limit reached]", undefined],
  ])("is read from the closing notice: %j", (text, path) => {
    expect(withText(text)).toEqual({
      name: "bash",
      status: "ok",
      outputTruncated: true,
      ...(path === undefined ? {} : { fullOutputPath: path }),
    });
  });

  test("is not read from text that is no closing notice", () => {
    for (const text of ["[Showing lines 1-2 of 3. Full output: /a] and more", "see [1]", "list[Use offset]", ""]) {
      expect(withText(text)).toEqual({ name: "bash", status: "ok" });
    }
  });

  test.each<[Line]>([
    [{ truncation: { truncated: true, content: "x" } }],
    [{ matchLimitReached: 100 }],
    [{ resultLimitReached: 1000 }],
    [{ entryLimitReached: 500 }],
    [{ linesTruncated: true }],
  ])("is read from the details: %j", (details) => {
    expect(withText("x", { details })).toEqual({ name: "bash", status: "ok", outputTruncated: true });
  });

  test("details that say that nothing was cut say so", () => {
    const details = { truncation: { truncated: false, truncatedBy: null, content: "x" }, linesTruncated: false };
    expect(withText("x", { details })).toEqual({ name: "bash", status: "ok" });
  });

  test("the second copy of the text in the details is in no document", () => {
    const slot = toolOf({ details: { truncation: { content: "zebra", truncated: true }, fullOutputPath: "/tmp/f" } });
    expect(documentOf(slot)).not.toContain("zebra");
    expect(slot.tool).toMatchObject({ outputTruncated: true, fullOutputPath: "/tmp/f" });
  });
});

describe("nested calls", () => {
  test("are evidence of the result and take no slot", () => {
    const calls = [
      { id: "c/1", name: "bash", arguments: { command: "ls" }, status: "ok", durationMs: 12 },
      { id: "c/2", name: "read", argumentsBytes: 9000, status: "error", durationMs: 1, error: "ENOENT" },
      { id: "c/3", name: "bash", arguments: { command: "sleep 9" }, status: "unfinished" },
    ];
    const slot = toolOf({ nestedCalls: { complete: false, calls } });
    expect(slot.seq).toBe(3);
    expect(slot.tool?.nestedCalls).toEqual({
      complete: false,
      calls: [
        {
          id: "c/1",
          name: "bash",
          status: "ok",
          durationMs: 12,
          error: null,
          arguments: '{"command":"ls"}',
          argumentsBytes: null,
        },
        {
          id: "c/2",
          name: "read",
          status: "error",
          durationMs: 1,
          error: "ENOENT",
          arguments: null,
          argumentsBytes: 9000,
        },
        {
          id: "c/3",
          name: "bash",
          status: "unfinished",
          durationMs: null,
          error: null,
          arguments: '{"command":"sleep 9"}',
          argumentsBytes: null,
        },
      ],
    });
  });

  test("that are malformed are left out", () => {
    expect(toolOf({ nestedCalls: "none" }).tool?.nestedCalls).toBeUndefined();
    expect(toolOf({ nestedCalls: { calls: [null] } }).tool?.nestedCalls?.calls[0]).toMatchObject({
      id: "",
      status: null,
    });
  });
});

describe("echoes", () => {
  test.each([
    "session_search",
    "mcp__backscroll__history_read",
    "mcp_backscroll_notes_search",
    "backscroll_exchange_read",
  ])("a result of %s is one", (toolName) => {
    expect(toolOf({ toolName }).echo).toBe(true);
  });

  test("other results are none", () => {
    expect(toolOf({ toolName: "search" }).echo).toBeUndefined();
  });

  test("a result that does not name its tool takes the name of its call", () => {
    const call = { type: "toolCall", id: "c", name: "session_search", arguments: { query: "x" } };
    const { events } = decode([
      header(),
      message("a", null, 1, { role: "assistant", content: [call] }),
      message("b", "a", 2, { role: "toolResult", toolCallId: "c", content: "found" }),
      user("d", "b", 3, "next"),
      message("e", "d", 4, { role: "toolResult", toolCallId: "unknown", content: "lost" }),
    ]);
    expect(events[2]).toMatchObject({ tool: { name: "session_search" }, echo: true, callSeq: 2 });
    expect(events[4]).toMatchObject({ tool: { name: null }, callSeq: null });
  });
});
