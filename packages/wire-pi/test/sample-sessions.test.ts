import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { type DecodedSession, decodeSource, detectSource, frameRecords, openFile } from "@backscroll/wire";
import { describe, expect, test } from "vitest";
import { piDecoder } from "../src/index.ts";

const root = process.env.BACKSCROLL_SAMPLE_SESSIONS ?? "";
const isPresent = root !== "" && existsSync(join(root, "pi"));
if (!isPresent)
  console.info("BACKSCROLL_SAMPLE_SESSIONS names no folder with Pi logs: the checks against real logs are skipped.");

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );

const isOurs = (path: string): boolean => /(?:^|\/)(?:pi\/|derived\/pi-)/.test(relative(root, path));
const files = isPresent ? filesBelow(root) : [];
const detect = (path: string) => detectSource([piDecoder], { path, place: root });

const decode = (path: string): DecodedSession => {
  const source = openFile(path);
  try {
    const session = decodeSource(piDecoder, source, { path, place: root }).sessions[0];
    if (session === undefined) throw new Error("no session");
    return session;
  } finally {
    source.close();
  }
};
const named = (name: string): DecodedSession => decode(join(root, name));

/** Files that look like Pi's by name and are not: their messages have no `message`. */
const foreign = "benvenker-agent-session-search__pi-session.jsonl";

describe.skipIf(!isPresent)("every sample log", () => {
  test.each(files.filter(isOurs).map((path) => [relative(root, path), path]))("%s", (_, path) => {
    const detection = detect(path);
    if (path.endsWith(foreign)) {
      expect(detection.kind).toBe("unknown");
      return;
    }
    if (detection.kind === "empty") expect(detection.reason).not.toBe("");
    else expect(detection.kind).toBe("yes");

    const { events, facts, fold } = decode(path);
    expect(facts.nativeId).not.toBe("");
    expect(fold.windows.length).toBeGreaterThan(0);

    const source = openFile(path);
    const withSlots = new Set(events.map(({ origin }) => origin.start));
    const calls = new Map<string, number>();
    frameRecords(source, {
      from: 0,
      mode: "lines",
      wrappers: [],
      isRecord: (value) => piDecoder.isRecord(value),
      onProblem: () => {},
      onRecord: ({ start, value }) => {
        expect(withSlots.has(start)).toBe(value.type !== "session");
      },
    });
    source.close();
    for (const { callId, seq } of events) if (callId !== undefined) calls.set(callId, seq);
    for (const { resultOf, callSeq } of events) {
      if (resultOf !== undefined && calls.has(resultOf)) expect(callSeq).not.toBeNull();
    }
  });

  test("no log of another program is claimed", () => {
    const claimed = files.filter((path) => !isOurs(path) && detect(path).kind !== "unknown");
    expect(claimed.map((path) => relative(root, path))).toEqual([]);
  });
});

describe.skipIf(!isPresent)("logs that were counted by hand", () => {
  test("a version 1 log of 1002 records, 454 calls and two compactions", () => {
    const { events, facts, fold } = named("pi/badlogic-pi-mono__before-compaction.jsonl");
    expect(events).toHaveLength(1456);
    const results = events.filter(({ type }) => type === "tool/result");
    expect(results).toHaveLength(448);
    expect(results.filter(({ callSeq }) => callSeq === null)).toEqual([]);
    expect(events.filter(({ role }) => role === "user")).toHaveLength(55);
    expect(events.filter(({ type }) => type === "pi/bashExecution")).toHaveLength(3);
    expect(facts.parent).toMatchObject({ kind: "fork", nativeId: "d97339c6-6c10-4827-846b-9ff1d9c3dc37" });
    expect(fold).toMatchObject({ inactive: [], boundary: 811, head: 1456, flags: [] });
    expect(fold.windows).toEqual([
      { from: 1, to: 527, boundary: null, summarySeq: null, firstRetainedSeq: null },
      { from: 528, to: 924, boundary: "compaction", summarySeq: 528, firstRetainedSeq: 430 },
      { from: 925, to: null, boundary: "compaction", summarySeq: 925, firstRetainedSeq: 811 },
    ]);
  });

  test("a tree with three branches and two roots", () => {
    const { events, facts, fold } = named("derived/pi-no-final-newline.jsonl");
    expect(events).toHaveLength(34);
    // The log ends on its second root, before which nothing is named.
    expect(fold).toMatchObject({
      inactive: [[1, 32]],
      shadowed: [],
      boundary: null,
      head: 34,
      flags: ["several-roots"],
    });
    expect(facts.title).toBeNull();
    // Two results in another order than their calls: the first answers the second call.
    expect(events.slice(4, 9).map(({ seq, type, callSeq }) => [seq, type, callSeq])).toEqual([
      [5, "assistant/message", null],
      [6, "tool/call", null],
      [7, "tool/call", null],
      [8, "tool/result", 7],
      [9, "tool/result", 6],
    ]);
    expect(events[8]?.tool).toMatchObject({ outputTruncated: true, fullOutputPath: "/tmp/pi-bash-deadbeef.log" });
  });

  test("a log torn inside its last record", () => {
    const source = openFile(join(root, "derived/pi-torn-last-line.jsonl"));
    const decoded = decodeSource(piDecoder, source, { path: "/torn.jsonl", place: "/" });
    source.close();
    expect(decoded.sessions[0]?.events).toHaveLength(13);
    expect(decoded.sessions[0]?.facts).toMatchObject({ titleOrigin: "recorded", flags: [] });
    expect(decoded.problems).toEqual([]);
    expect(decoded.progress).toMatchObject({ consumed: 3842 - 248, pending: 248 });
  });

  test("two compactions that retain everything from the first record", () => {
    const { fold } = named("pi/jazzyalex-agent-sessions__small.jsonl");
    expect(fold).toMatchObject({ shadowed: [[5, 5]], boundary: 1, head: 8 });
  });
});
