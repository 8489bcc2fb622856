import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { type DecodedSession, decodeSource, detectSource, frameModeOf, frameRecords, openFile } from "@backscroll/wire";
import { describe, expect, test } from "vitest";
import { codexDecoder } from "../src/index.ts";
import { readable } from "./rollout.ts";

const root = process.env.BACKSCROLL_SAMPLE_SESSIONS ?? "";
const isPresent = root !== "" && existsSync(join(root, "codex"));
if (!isPresent)
  console.info("BACKSCROLL_SAMPLE_SESSIONS names no folder with Codex logs: the checks against real logs are skipped.");

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );

const isOurs = (path: string): boolean => /(?:^|\/)(?:codex\/|derived\/codex-)/.test(relative(root, path));
const files = isPresent ? filesBelow(root) : [];
const detect = (path: string) => detectSource([codexDecoder], { path, place: root });

const decode = (path: string): DecodedSession => {
  const source = openFile(path);
  try {
    const session = decodeSource(codexDecoder, source, { path, place: root }).sessions[0];
    if (session === undefined) throw new Error("no session");
    return session;
  } finally {
    source.close();
  }
};
const named = (name: string): DecodedSession => decode(join(root, name));

/** Chats of role and content alone, which no version of Codex wrote. */
const foreign = /session_(?:branch|simple)\.jsonl$/;
const printed = /stream-output-[\w-]+\.jsonl$/;

const isThinking = ({ type, payload }: Record<string, unknown>): boolean => {
  const inner = (payload ?? {}) as { type?: unknown; item?: { type?: unknown } };
  return (
    (type === "response_item" && inner.type === "reasoning") ||
    (type === "event_msg" && (inner.type === "agent_reasoning" || inner.item?.type === "Reasoning"))
  );
};

describe.skipIf(!isPresent)("every sample log", () => {
  test.each(files.filter(isOurs).map((path) => [relative(root, path), path]))("%s", (_, path) => {
    const detection = detect(path);
    if (foreign.test(path)) {
      expect(detection.kind).toBe("unknown");
      return;
    }
    if (printed.test(path)) {
      expect(detection).toMatchObject({ kind: "unsupported", reason: expect.stringContaining("codex exec --json") });
      return;
    }
    if (detection.kind === "empty") expect(detection.reason).toBe("no conversation in it");
    else expect(detection.kind).toBe("yes");

    const { events, facts, fold } = decode(path);
    expect(facts.nativeId).not.toBe("");
    expect(fold.windows.length).toBeGreaterThan(0);

    const source = openFile(path);
    const withSlot = new Set(events.map(({ origin }) => origin.start));
    let headers = 0;
    frameRecords(source, {
      from: 0,
      mode: frameModeOf(source, codexDecoder.wrappers),
      wrappers: codexDecoder.wrappers,
      isRecord: (value) => codexDecoder.isRecord(value),
      onProblem: () => {},
      onRecord: ({ start, value }) => {
        const isHeader = value.type === "session_meta" && headers++ === 0;
        expect(withSlot.has(start)).toBe(!isHeader && !isThinking(value));
      },
    });
    source.close();
    const calls = new Set(events.flatMap(({ callId }) => callId ?? []));
    for (const { resultOf, callSeq } of events) {
      // One file repeats a placeholder for every call id, and has more results than calls of it.
      if (resultOf !== undefined && calls.has(resultOf) && !resultOf.includes("trimmed"))
        expect(callSeq).not.toBeNull();
    }
  });

  test("no log of another program is claimed", () => {
    const claimed = files.filter((path) => !isOurs(path) && detect(path).kind !== "unknown");
    expect(claimed.map((path) => relative(root, path))).toEqual([]);
  });
});

const counts = (session: DecodedSession): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const [type] of readable(session)) found[type] = (found[type] ?? 0) + 1;
  return found;
};

describe.skipIf(!isPresent)("logs that were counted by hand", () => {
  test("version 0.47: 153 lines, of them a header and 40 of thinking", () => {
    const session = named("codex/yoavf-ai-sessions__codex-pomodor-timer.jsonl");
    expect(session.events).toHaveLength(112);
    expect(counts(session)).toEqual({
      "context/injected": 1,
      "user/message": 3,
      "assistant/message": 3,
      "tool/call": 18,
      "tool/result": 18,
    });
    const results = session.events.filter(({ type }) => type === "tool/result");
    // 13 with exit code 0, four plan updates, one patch that did not fit.
    expect(results.map(({ tool }) => tool?.status ?? "none").sort()).toEqual([
      "error",
      ...Array(4).fill("none"),
      ...Array(13).fill("ok"),
    ]);
    expect(results.filter(({ tool }) => tool?.name === "apply_patch")).toHaveLength(11);
    expect(session.facts).toMatchObject({
      nativeId: "019a085e-04c1-7f81-a09e-9555f6a1fb40",
      createdAt: Date.parse("2025-10-21T20:02:50.689Z"),
      programVersion: "0.47.0",
      parent: null,
    });
    expect(session.fold).toMatchObject({ inactive: [], shadowed: [], boundary: null, head: 112 });
  });

  test("version 0.40: 355 lines, 57 calls, two prompts typed in an editor", () => {
    const session = named(
      "codex/jnarowski-agentcmd__rollout-2025-09-25T08-02-05-0199812e-64f0-7f73-91fc-095dda01c36e.jsonl",
    );
    expect(session.events).toHaveLength(239);
    expect(counts(session)).toEqual({
      "context/injected": 2,
      "user/message": 2,
      "assistant/message": 1,
      "tool/call": 57,
      "tool/result": 57,
    });
    const tools = session.events.filter(({ type }) => type === "tool/result").map(({ tool }) => tool);
    expect(tools.filter((tool) => tool?.status === "ok")).toHaveLength(45);
    expect(tools.filter((tool) => tool?.status === "error")).toHaveLength(12);
    expect(tools.filter((tool) => tool?.outputTruncated === true)).toHaveLength(2);
    expect(session.facts.firstPrompt).toMatch(/^Quality score Create a page/);
  });

  test("version 0.39: much Chinese text, a patch told by an event alone", () => {
    const session = named("codex/Mai0313-VibeCodingTracker__codex.jsonl");
    expect(session.events).toHaveLength(99);
    expect(counts(session)).toEqual({
      "context/injected": 1,
      "user/message": 1,
      "assistant/message": 9,
      "tool/call": 19,
      "tool/result": 19,
      "codex/patch_apply_end": 2,
    });
    expect(session.facts.firstPrompt).toMatch(/^幫我檢查一下 go\.mod/);
  });

  test("version 0.171, cut inside a character: what was complete is read", () => {
    const path = join(root, "derived/codex-cut-inside-multibyte.jsonl");
    const source = openFile(path);
    const { sessions, problems, progress } = decodeSource(codexDecoder, source, { path, place: root });
    source.close();
    expect(sessions[0]?.events.map(({ type }) => type)).toEqual([
      "codex/task_started",
      "context/injected",
      "context/injected",
      "codex/world_state",
      "codex/turn_context",
      "codex/thread_settings_applied",
    ]);
    expect(problems).toEqual([]);
    expect(progress.pending).toBeGreaterThan(0);
  });
});
