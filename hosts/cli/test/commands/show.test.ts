import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { piAssistant, piResult, piUser, writePiSession } from "../sample-logs.ts";
import { makeHome, type TemporaryHome } from "../temporary-home.ts";

let home: TemporaryHome;
let log = "";
const id = "pi:cccccccc-3";

beforeAll(() => {
  home = makeHome();
  log = writePiSession(home.path, "cccccccc-3", home.folder("work"), [
    { id: "e1", line: piUser("Begin") },
    { id: "e2", line: piAssistant("", { id: "c1", name: "read", arguments: { path: "a.ts" } }) },
    { id: "e3", line: piResult("c1", "read", "content of a") },
    { id: "e4", line: piAssistant("A dead end") },
    { id: "e5", parentId: "e3", line: piAssistant("The way on") },
    {
      id: "e6",
      line: { type: "compaction", summary: "What was done so far", firstKeptEntryId: "e5", tokensBefore: 9 },
    },
    { id: "e7", line: piUser("Go on \u001b]0;owned\u0007 \u202e") },
  ]);
});
afterAll(() => home.remove());

const show = (...words: readonly string[]) => home.run(["show", ...words]);

describe("backscroll show SESSION", () => {
  it("prints windows, folds tools and marks branches", async () => {
    const { exitCode, output } = await show("cccccc");
    expect(exitCode).toBe(0);
    expect(output.slice(output.indexOf("\n\n") + 2).split("\n")).toEqual([
      "1  user · 2026-11-01 10:00  [before compaction]",
      "  Begin",
      "",
      // Event 2 holds no text, only call 3; its result is 4.
      "2–4  1 tool call: read  [before compaction]",
      "",
      "5  1 event on an inactive branch: --branch all shows it",
      "",
      "6  assistant · 2026-11-01 10:00",
      "  The way on",
      "",
      "── window 2 of 2, begun by a compaction, kept from 6, summary 7 ──",
      "",
      "7  compaction summary · 2026-11-01 10:00",
      "  What was done so far",
      "",
      "8  user · 2026-11-01 10:00",
      "  Go on ␛]0;owned␇ <U+202E>",
      "",
      "",
    ]);
  });

  it("unfolds tools with --full and shows every branch with --branch all", async () => {
    const { output } = await show("cccccc", "--full", "--branch", "all", "--from", "3", "--to", "5");
    expect(output.slice(output.indexOf("\n\n") + 2).split("\n")).toEqual([
      "3  tool call read · 2026-11-01 10:00  [before compaction]",
      '  read {"path":"a.ts"}',
      "  --- output ---",
      "  content of a",
      "",
      "5  assistant · 2026-11-01 10:00  [inactive branch] [before compaction]",
      "  A dead end",
      "",
      "5 events outside --from and --to",
      "",
    ]);
  });

  it("prints JSON with windows, every event's state and text, and what is left out", async () => {
    const { output } = await show("cccccc", "--json", "--to", "5");
    const answer = JSON.parse(output);
    expect(Object.keys(answer)).toEqual(["session", "windows", "events", "omitted"]);
    expect(answer.windows[1]).toMatchObject({ boundary: "compaction", summary_seq: 7, first_retained_seq: 6 });
    expect(answer.events.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3, 4]);
    expect(answer.events[3]).toMatchObject({ type: "tool/result", call_seq: 3, before_compaction: true });
    expect(answer.omitted).toBe(4);
  });

  it("ends with 1 where the range holds nothing", async () => {
    const { exitCode, output } = await show("cccccc", "--from", "50");
    expect(exitCode).toBe(1);
    expect(output).toContain("No event in this range; the session has 8.");
  });
});

describe("backscroll show SESSION:SEQ", () => {
  it("prints the event whole", async () => {
    const { exitCode, output } = await show(`${id}:6`);
    expect(exitCode).toBe(0);
    expect(output).toContain(`${id}:6  assistant · 2026-11-01 10:00\n\nThe way on\n`);
  });

  it("prints JSON with the native record and its place", async () => {
    const { output } = await show(`${id}:3`, "--json");
    const event = JSON.parse(output);
    expect(Object.keys(event)).toEqual([
      "session",
      "seq",
      "key",
      "type",
      "role",
      "surface",
      "branch",
      "created_at",
      "origin",
      "pointer",
      "record",
      "document",
    ]);
    expect(event).toMatchObject({ session: id, seq: 3, type: "tool/call", pointer: "/message/content/0" });
    const bytes = readFileSync(log).subarray(event.origin.start, event.origin.end).toString();
    expect(event.origin.path).toBe(log);
    expect(JSON.parse(bytes)).toEqual(event.record);
  });

  it("prints the record's own bytes with --raw", async () => {
    const { output } = await show(`${id}:8`, "--raw");
    const line = readFileSync(log, "utf8").split("\n")[7] ?? "";
    expect(output.trimEnd()).toBe(line);
  });

  it("prints neighbours, clipped at the ends", async () => {
    const { output } = await show(`${id}:1`, "--context", "1", "--json");
    const event = JSON.parse(output);
    expect(event.before).toEqual([]);
    expect(event.after.map(({ seq }: { seq: number }) => seq)).toEqual([2]);
  });

  it("says which events there are where this one is not", async () => {
    const { exitCode, output, error } = await show(`${id}:99`);
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: "" });
    expect(error).toMatch(/^error: event_not_found: /);
    expect(error).toContain("Its events go from 1 to 8.");
  });

  it("refuses options that are for the other kind, and contradictions", async () => {
    for (const [words, message] of [
      [[`${id}:1`, "--full"], "--full is for transcripts."],
      [[id, "--raw"], "--raw is for one event."],
      [[id, "--context", "2"], "--context is for one event."],
      [[`${id}:1`, "--context", "51"], "--context"],
      [[`${id}:1`, "--raw", "--json"], "--raw and --json contradict each other."],
      [[id, "--from", "5", "--to", "2"], "--from 5 lies after --to 2."],
      [[id, "--branch", "al"], 'Did you mean "all"?'],
    ] as const) {
      const { exitCode, error } = await show(...words);
      expect({ words, exitCode }).toEqual({ words, exitCode: 2 });
      expect(error).toContain(message);
    }
  });

  it("knows no session of that name", async () => {
    const { exitCode, error } = await show("dddddddd");
    expect(exitCode).toBe(1);
    expect(error).toContain('error: session_not_found: There is no session "dddddddd" among 1.');
  });
});
