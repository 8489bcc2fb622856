import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DecodedSession, decodeSource, detectSource, openSource } from "@backscroll/wire";
import { backscrollDecoder } from "@backscroll/wire-backscroll";
import { claudeCodeDecoder } from "@backscroll/wire-claude-code";
import { codexDecoder } from "@backscroll/wire-codex";
import { piDecoder } from "@backscroll/wire-pi";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("../../../hosts/cli/demo", import.meta.url));
const decoders = [piDecoder, claudeCodeDecoder, codexDecoder, backscrollDecoder];

const logs = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".jsonl"))
  .map((path) => {
    const identity = { path: join(folder, path), place: folder };
    const detected = detectSource(decoders, identity);
    if (detected.kind !== "yes") throw new Error(`${path}: ${detected.reason}`);
    const source = openSource(detected.decoder, identity.path);
    try {
      return { wire: detected.decoder.wire, ...decodeSource(detected.decoder, source, identity) };
    } finally {
      source.close();
    }
  });
const sessions: readonly DecodedSession[] = logs.flatMap((log) => log.sessions);

const titled = (title: string): DecodedSession => {
  const session = sessions.find(({ facts }) => facts.title === title);
  if (session === undefined) throw new Error(`no session is titled "${title}"`);
  return session;
};

describe("the demonstration sessions", () => {
  it("are undamaged and of four formats", () => {
    expect(logs.flatMap((log) => log.problems)).toEqual([]);
    expect(new Set(logs.map((log) => log.wire))).toEqual(new Set(["pi", "claude-code", "codex", "backscroll"]));
    expect(sessions.flatMap(({ facts, fold }) => [...facts.flags, ...fold.flags])).toEqual([]);
    expect(new Set(sessions.map(({ facts }) => facts.cwd))).toEqual(new Set(["/home/mara/tidebook"]));
  });

  it("pair every result with its call", () => {
    for (const { facts, events } of sessions) {
      const open = events.filter((event) => event.type === "tool/result" && event.callSeq === null);
      expect(open, facts.nativeId).toEqual([]);
    }
  });

  it("hold a compaction and an abandoned branch in Pi", () => {
    const { fold } = titled("Predict tides from harmonic constituents");
    // The spline was tried in 21 to 28; the compaction at 53 keeps what follows 39.
    expect(fold.inactive).toEqual([[21, 28]]);
    expect(fold.windows.map((window) => window.summarySeq)).toEqual([null, 53]);
    expect(fold.boundary).toBe(39);
  });

  it("hold a fork that copies its parent's beginning", () => {
    const parent = titled("Predict tides from harmonic constituents");
    const fork = titled("Postcard chart of the day's tide");
    expect(fork.facts.parent).toMatchObject({ kind: "fork", nativeId: parent.facts.nativeId });
    const keys = new Set(parent.events.map((event) => event.key));
    expect(fork.events.filter((event) => keys.has(event.key)).map((event) => event.seq)).toEqual(
      Array.from({ length: 31 }, (_, index) => index + 1),
    );
  });

  it("hold a session resumed into a new file", () => {
    const first = titled("Weekend sketch of a tide page for Skerrow");
    const copies = first.events.filter((event) => event.type !== "session/title").map((event) => event.key);
    const resumed = sessions.find(
      ({ facts, events }) => facts.nativeId !== first.facts.nativeId && events[0]?.key === copies[0],
    );
    expect(resumed?.events.slice(0, copies.length).map((event) => event.key)).toEqual(copies);
  });

  it("hold subagents, cut outputs, failures and echoes", () => {
    const parents = sessions.map(({ facts }) => facts.parent?.kind);
    expect(parents.filter((kind) => kind === "subagent")).toHaveLength(2);
    expect(parents.filter((kind) => kind === "handoff")).toHaveLength(1);
    const events = sessions.flatMap((session) => session.events);
    expect(events.filter((event) => event.tool?.outputTruncated === true).length).toBeGreaterThanOrEqual(3);
    expect(events.filter((event) => event.tool?.status === "error").length).toBeGreaterThanOrEqual(4);
    expect(events.filter((event) => event.echo === true)).toHaveLength(4);
  });

  it("keep a subagent's facts beside its log", () => {
    const sides = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".meta.json"),
    );
    expect(sides).toHaveLength(1);
    for (const path of sides) expect(existsSync(join(folder, path.replace(".meta.json", ".jsonl")))).toBe(true);
  });
});
