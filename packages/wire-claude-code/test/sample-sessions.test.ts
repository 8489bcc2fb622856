import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  asArray,
  asObject,
  type DecodedSource,
  decodeSource,
  detectSource,
  type JsonObject,
  openFile,
} from "@backscroll/wire";
import { describe, expect, it } from "vitest";
import { claudeCodeDecoder } from "../src/index.ts";
import { seqsIn } from "./decode-lines.ts";

const samples = process.env.BACKSCROLL_SAMPLE_SESSIONS;
const hasSamples = samples !== undefined && existsSync(samples);

const filesBelow = (folder: string): string[] =>
  hasSamples && existsSync(join(samples, folder))
    ? readdirSync(join(samples, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [];

const sessionFiles = filesBelow("claude-code").filter((path) => claudeCodeDecoder.accepts(path));

const identityOf = (path: string) => ({ path, place: dirname(dirname(dirname(path))) });

const decodeFile = (path: string): DecodedSource => {
  const source = openFile(path);
  try {
    return decodeSource(claudeCodeDecoder, source, identityOf(path));
  } finally {
    source.close();
  }
};

const sample = (name: string): string => {
  const path = sessionFiles.find((candidate) => candidate.endsWith(name));
  if (path === undefined) throw new Error(`no sample ${name}`);
  return path;
};

/** The objects of a file, read without the decoder. */
const objectsOf = (path: string): JsonObject[] => {
  const content = readFileSync(path, "utf8");
  const whole = ((): JsonObject | null => {
    try {
      return asObject(JSON.parse(content));
    } catch {
      return null;
    }
  })();
  if (whole !== null && Array.isArray(whole.loglines)) return whole.loglines.map(asObject);
  return content.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null && !Array.isArray(value) ? [value as JsonObject] : [];
    } catch {
      return [];
    }
  });
};

const blocksOf = (value: JsonObject, type: string): JsonObject[] =>
  asArray(asObject(value.message).content)
    .map(asObject)
    .filter((block) => block.type === type);

/** One slot a line and one more a call; lines of results take one a result. */
const slotsExpected = (value: JsonObject): number =>
  value.type === "assistant"
    ? 1 + blocksOf(value, "tool_use").length
    : Math.max(1, value.type === "user" ? blocksOf(value, "tool_result").length : 0);

describe.skipIf(!hasSamples)("real logs (BACKSCROLL_SAMPLE_SESSIONS names their folder)", () => {
  it("there are some", () => {
    expect(sessionFiles.length).toBeGreaterThan(100);
  });

  it.each(sessionFiles.map((path) => [path.slice((samples ?? "").length), path]))("%s", (_name, path) => {
    const detection = detectSource([claudeCodeDecoder], identityOf(path));
    const objects = objectsOf(path);
    if (detection.kind !== "yes") {
      expect(detection.reason).not.toBe("");
      expect(objects.some(({ type }) => type === "user" || type === "assistant")).toBe(false);
      return;
    }
    const { sessions, progress } = decodeFile(path);
    const events = sessions.flatMap((session) => session.events);
    expect(progress.pending === 0 || basename(path).includes("malformed")).toBe(true);
    expect(new Set(events.map(({ origin }) => origin.start)).size).toBe(objects.length);
    expect(events).toHaveLength(objects.reduce((sum, value) => sum + slotsExpected(value), 0));
    const calls = new Set(objects.flatMap((value) => blocksOf(value, "tool_use").map(({ id }) => id)));
    for (const event of events) {
      // A line that repeats an earlier one finds its call answered.
      if (event.resultOf === undefined || !calls.has(event.resultOf) || event.repeats !== null) continue;
      expect(event.callSeq, event.key).not.toBeNull();
    }
    for (const { facts, fold, events: own } of sessions) {
      expect(facts.nativeId).not.toBe("");
      expect(own.length).toBeGreaterThan(0);
      expect(fold.head).not.toBeNull();
      expect(fold.flags).not.toContain("cycle");
    }
  });

  it("none of another program's is claimed", () => {
    const others = ["acp", "codex", "gemini", "opencode", "pi", "derived", "other"].flatMap(filesBelow);
    const claimed = others.filter((path) => detectSource([claudeCodeDecoder], identityOf(path)).kind !== "unknown");
    expect(claimed).toEqual([]);
  });

  it("a session of 1.0 with inline sidechains, counted by hand", () => {
    const { sessions } = decodeFile(sample("5c0375b4-57a5-4f26-b12d-d022ee4e51b7.jsonl"));
    // 31 lines and 13 calls; 7 lines and 2 calls; 15 lines and 6 calls.
    expect(sessions.map(({ facts, events }) => [facts.nativeId.slice(36), events.length])).toEqual([
      ["", 44],
      [".6340ddef-f656-4b72-a065-82390f637678", 9],
      [`.${sessions[2]?.facts.lane}`, 21],
    ]);
    expect(sessions[2]?.facts.lane.slice(0, 8)).toBe("83e2917c");
    expect(sessions.map(({ fold }) => fold.inactive)).toEqual([[], [], []]);
    expect(sessions[0]?.facts.firstPrompt).toBe("/orchestrator @CLAUDE.md を最新の状態にアップデートしてください");
  });

  it("a session of 2.1 with parallel agents and hooks, counted by hand", () => {
    const path = sample("ef958aa1-0e93-49f0-bb71-150f63befcd1.jsonl");
    const [session] = decodeFile(path).sessions;
    // Hook attachments behind results that the chain does not pass through; all else is on the branch.
    const off = seqsIn(session?.fold.inactive ?? []).map((seq) => session?.events[seq - 1]?.key.slice(0, 8));
    expect(off).toEqual(["e1091181", "fbc196ec", "d4e80993", "65380ff0", "3afab547", "c86eafa4"]);
    expect(session?.fold.flags).toEqual([]);
    expect(session?.events.filter(({ role }) => role === "user")).toHaveLength(2);
    const agent = decodeFile(sample("subagents/agent-a52886dc180afb356.jsonl")).sessions[0];
    expect(agent?.facts).toMatchObject({
      nativeId: "ef958aa1-0e93-49f0-bb71-150f63befcd1.a52886dc180afb356",
      parent: { kind: "subagent", nativeId: "ef958aa1-0e93-49f0-bb71-150f63befcd1" },
    });
  });

  it("a compacted session with an output that was put aside, counted by hand", () => {
    const path = sample("8463c716-a2ea-4c14-9efa-87158ebd9f20.jsonl");
    const objects = objectsOf(path);
    const before = objects.slice(
      0,
      objects.findIndex(({ subtype }) => subtype === "compact_boundary"),
    );
    const from = before.reduce((sum, value) => sum + slotsExpected(value), 0) + 1;
    const [session] = decodeFile(path).sessions;
    expect(session?.fold.windows.map(({ from: start, summarySeq }) => [start, summarySeq])).toEqual([
      [1, null],
      [from, from + 1],
    ]);
    expect(session?.fold).toMatchObject({ boundary: from, inactive: [], shadowed: [[1, from - 1]] });
    const cut = session?.events.filter(({ tool }) => tool?.fullOutputPath !== undefined) ?? [];
    expect(cut.map(({ tool }) => tool?.fullOutputPath?.replace(/^.*(?=\/tool-results\/)/, ""))).toEqual([
      expect.stringMatching(/^\/tool-results\/[\w-]+\.txt$/),
    ]);
  });
});

describe.runIf(!hasSamples)("real logs", () => {
  it.skip("are not here: BACKSCROLL_SAMPLE_SESSIONS is not set or names no folder", () => {});
});
