import { describe, expect, it } from "vitest";
import { claudeCodeDecoder } from "../src/index.ts";

const placesOn = (platform: NodeJS.Platform, variables: Record<string, string> = {}, home = "/home/u") =>
  claudeCodeDecoder.places({ home, platform, variables });

describe("places", () => {
  it("names the default folders on Linux", () => {
    expect(placesOn("linux")).toEqual([
      { path: "/home/u/.claude/projects", origin: "default" },
      { path: "/home/u/.config/claude/projects", origin: "default" },
      { path: "/home/u/.config/Claude/local-agent-mode-sessions", origin: "default" },
    ]);
  });

  it("puts CLAUDE_CONFIG_DIR first and keeps the defaults", () => {
    expect(placesOn("linux", { CLAUDE_CONFIG_DIR: "/data/claude" })[0]).toEqual({
      path: "/data/claude/projects",
      origin: "CLAUDE_CONFIG_DIR",
    });
    expect(placesOn("linux", { CLAUDE_CONFIG_DIR: "/data/claude" })).toHaveLength(4);
  });

  it("names a folder once where an override repeats a default", () => {
    expect(placesOn("linux", { CLAUDE_CONFIG_DIR: "/home/u/.claude" }).map(({ path }) => path)).toEqual([
      "/home/u/.claude/projects",
      "/home/u/.config/claude/projects",
      "/home/u/.config/Claude/local-agent-mode-sessions",
    ]);
  });

  it("knows the desktop application's folder on macOS and Windows", () => {
    expect(placesOn("darwin", {}, "/Users/u").at(-1)?.path).toBe(
      "/Users/u/Library/Application Support/Claude/local-agent-mode-sessions",
    );
    expect(placesOn("win32", { APPDATA: "C:\\Users\\u\\AppData\\Roaming" }, "C:\\Users\\u").at(-1)?.path).toBe(
      "C:\\Users\\u\\AppData\\Roaming\\Claude\\local-agent-mode-sessions",
    );
  });
});

describe("accepts", () => {
  it.each([
    "-home-u-app/11111111-1111-4111-8111-111111111111.jsonl",
    "-home-u-app/agent-388fb764.jsonl",
    "-home-u-app/11111111/subagents/agent-a52886dc.jsonl",
    "-home-u-app/11111111/subagents/workflows/wf_demo01/agent-ag000002.jsonl",
    "org/space/local_1/.claude/projects/-sessions-x/11111111.jsonl",
    "exports/sample_session.json",
  ])("opens %s", (path) => {
    expect(claudeCodeDecoder.accepts(path)).toBe(true);
  });

  it.each([
    "history.jsonl",
    "-home-u-app/sessions-index.json",
    "-home-u-app/11111111/subagents/workflows/wf_demo01/journal.jsonl",
    "-home-u-app/11111111/tool-results/toolu_01.txt",
    "-home-u-app/11111111/tool-results/toolu_01.json",
    "-home-u-app/11111111/subagents/agent-a52886dc.meta.json",
    "-home-u-app/11111111/custom-title.json",
    "-home-u-app/11111111/workflows/wf_demo01.json",
    "-home-u-app/memory/MEMORY.md",
  ])("leaves %s alone", (path) => {
    expect(claudeCodeDecoder.accepts(path)).toBe(false);
  });
});
