import { expect, test } from "vitest";
import { codexDecoder } from "../src/index.ts";

const environment = (variables: Record<string, string>) => ({
  home: "/home/me",
  variables,
  platform: "linux" as const,
});

test("sessions and archived sessions of the default home", () => {
  expect(codexDecoder.places(environment({}))).toEqual([
    { path: "/home/me/.codex/sessions", origin: "default" },
    { path: "/home/me/.codex/archived_sessions", origin: "default" },
    { path: "/home/me/.codex/session_index.jsonl", origin: "default" },
  ]);
});

test("CODEX_HOME comes first and takes nothing away", () => {
  expect(
    codexDecoder.places(environment({ CODEX_HOME: "/data/codex" })).map(({ path, origin }) => [path, origin]),
  ).toEqual([
    ["/data/codex/sessions", "CODEX_HOME"],
    ["/data/codex/archived_sessions", "CODEX_HOME"],
    ["/data/codex/session_index.jsonl", "CODEX_HOME"],
    ["/home/me/.codex/sessions", "default"],
    ["/home/me/.codex/archived_sessions", "default"],
    ["/home/me/.codex/session_index.jsonl", "default"],
  ]);
});

test("the default named again is listed once, a relative home not at all", () => {
  expect(codexDecoder.places(environment({ CODEX_HOME: "/home/me/.codex" }))).toHaveLength(3);
  expect(codexDecoder.places(environment({ CODEX_HOME: "codex" })).map(({ origin }) => origin)).toEqual([
    "default",
    "default",
    "default",
  ]);
});

test.each([
  ["2026/03/01/rollout-2026-03-01T10-00-00-019f0000-0000-7000-8000-000000000001.jsonl", true],
  ["rollout-2025-05-01T10-00-00-019f0000-0000-7000-8000-000000000001.jsonl.zst", true],
  ["rollout-2025-04-20-abc.json", true],
  ["renamed.jsonl", true],
  ["notes.json", false],
  ["state_5.sqlite", false],
])("%s is worth opening: %s", (path, expected) => {
  expect(codexDecoder.accepts(path)).toBe(expected);
});
