import { expect, test } from "vitest";
import { codexDecoder } from "../src/index.ts";
import { rolloutPath, thread } from "./rollout.ts";

const command = (path: string, cwd: string | null = null) =>
  codexDecoder.resumeCommand({ nativeId: thread, path, cwd });

test("the thread is resumed in its folder", () => {
  expect(command(rolloutPath)).toBe(`codex resume ${thread}`);
  expect(command(rolloutPath, "/my work")).toBe(`cd '/my work' && codex resume ${thread}`);
});

test("a segment is resumed as its thread", () => {
  expect(command(rolloutPath.replace(".jsonl", "_01a00000-0000-7000-8000-0000000000bb.jsonl"))).toBe(
    `codex resume ${thread}`,
  );
});

test.each([
  "/codex/archived_sessions/rollout-2026-03-01T10-00-00-019f0000-0000-7000-8000-000000000001.jsonl",
  "/codex/sessions/rollout-2025-04-20-019f0000-0000-7000-8000-000000000001.json",
  "/elsewhere/chat.jsonl",
])("%s cannot be", (path) => {
  expect(command(path)).toBeNull();
});
