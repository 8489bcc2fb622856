import { decodeSource, fromBytes } from "@backscroll/wire";
import { expect, it } from "vitest";
import { codexDecoder } from "../src/index.ts";

const environment = { home: "/home/u", variables: {}, platform: "linux" as const };
const path = "/home/u/.codex/session_index.jsonl";

const names = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

it("looks at the file of thread names beside the rollouts", () => {
  expect(codexDecoder.places(environment).map((place) => place.path)).toContain(path);
});

it("gives the newest name of each thread as its title, and no events", () => {
  const content = names([
    { id: "t1", thread_name: "first", updated_at: "2026-11-01T10:00:00Z" },
    { id: "t2", thread_name: "second", updated_at: "2026-11-01T10:01:00Z" },
    { id: "t1", thread_name: "renamed", updated_at: "2026-11-01T10:02:00Z" },
  ]);
  const decoded = decodeSource(codexDecoder, fromBytes(content), { path, place: "/home/u/.codex" });
  expect(decoded.sessions[0]?.events).toEqual([]);
  expect(decoded.sessions[0]?.facts.titlesFor).toEqual([
    { key: "session t2", title: "second" },
    { key: "session t1", title: "renamed" },
  ]);
});
