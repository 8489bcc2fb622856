import { describe, expect, it } from "vitest";
import { isOwnTool } from "../src/own-tools.ts";

describe("isOwnTool", () => {
  it.each([
    "session_search",
    "history_read",
    "mcp__backscroll__session_search",
    "mcp__my_server__history_list",
    "mcp_backscroll_notes_read",
    "backscroll_history_search",
    "other_session_event_read",
    "get_context_remaining",
    "spill_read",
  ])("knows %s", (name) => {
    expect(isOwnTool(name)).toBe(true);
  });

  it.each([
    "bash",
    "",
    "search",
    "session_searches",
    "xsession_search",
    "mcp__backscroll__",
    "session-search",
    null,
    undefined,
  ])("does not claim %s", (name) => {
    expect(isOwnTool(name)).toBe(false);
  });
});
