/**
 * Owns that a word is found at exactly the event that it was put into, in copies of real logs, with the marks that the
 * change of the log demands. Skips where the samples are not there.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EventHit } from "@backscroll/corpus";
import type { Corpus } from "@backscroll/corpus-sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesBelow, sampleFolder } from "./sample-sessions/lay-out-home.ts";
import { makeSampleHome, openHome } from "./sample-sessions/open-samples.ts";
import { type Planted, plantBranch, plantLarge, plantWords, type Wire } from "./sample-sessions/plant-words.ts";

const folder = sampleFolder();
if (folder === null)
  console.log("BACKSCROLL_SAMPLE_SESSIONS names no folder: the checks against real logs are skipped.");

interface Log {
  readonly wire: Wire;
  readonly nativeId: string;
  readonly text: string;
}

const sampleNames: readonly (readonly [wire: Wire, nativeId: string, ending: string])[] = [
  ["pi", "ffae836b-9420-4060-ac13-7745215f90ff", "badlogic-pi-mono__before-compaction.jsonl"],
  ["pi", "omp-session", "nicosuave-memex__omp.jsonl"],
  ["pi", "019e19b4-eb48-746a-aa6b-8dfcfa37954b", "pi/jazzyalex-agent-sessions__small.jsonl"],
  ["claude-code", "36d9e1bc-63bf-4e97-8a3e-2b20ba8583f2", "yoavf-ai-sessions__claude-code-pomodoro-timer.jsonl"],
  ["claude-code", "9a9eadc8-c1f1-493e-a0f1-884aa996b05b", "obra-episodic-memory__long-conversation.jsonl"],
  ["claude-code", "258c7280-ae70-4798-800f-63464d01a85d", "258c7280-ae70-4798-800f-63464d01a85d.jsonl"],
  ["codex", "01997ea4-a70d-7da3-8c20-c736db82a7c5", "01997ea4-a70d-7da3-8c20-c736db82a7c5.jsonl"],
  ["codex", "0199812e-64f0-7f73-91fc-095dda01c36e", "0199812e-64f0-7f73-91fc-095dda01c36e.jsonl"],
  ["codex", "019982b8-3422-79e0-8b3b-05abaf4f3c3e", "019982b8-3422-79e0-8b3b-05abaf4f3c3e.jsonl"],
];

const places: Readonly<Record<Wire, (nativeId: string) => string>> = {
  pi: (id) => `.pi/agent/sessions/--p--/2026-01-01T00-00-00-000Z_${id}.jsonl`,
  "claude-code": (id) => `.claude/projects/-p/${id}.jsonl`,
  codex: (id) => `.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-${id}.jsonl`,
};

const types: Readonly<Record<Planted["kind"], string>> = {
  user: "user/message",
  assistant: "assistant/message",
  call: "tool/call",
  result: "tool/result",
  summary: "context/compaction",
  title: "session/title",
};

const roles = { user: "user", assistant: "assistant", call: "tool", result: "tool", summary: "context", title: null };

interface Home {
  readonly path: string;
  corpus: Corpus;
}

const homes: Home[] = [];
const openWith = async (logs: readonly (readonly [place: string, text: string])[]): Promise<Corpus> => {
  const path = makeSampleHome();
  for (const [place, text] of logs) {
    mkdirSync(dirname(join(path, place)), { recursive: true });
    writeFileSync(join(path, place), text);
  }
  const corpus = await openHome(path);
  homes.push({ path, corpus });
  const { skipped } = await corpus.maintenance.refresh();
  expect(skipped).toEqual([]);
  return corpus;
};
afterAll(async () => {
  for (const { path, corpus } of homes) {
    await corpus.close();
    rmSync(path, { recursive: true, force: true });
  }
});

const hitsOf = async (corpus: Corpus, query: string): Promise<readonly EventHit[]> => {
  const { hits, coverage } = await corpus.query.searchCorpus({ query });
  expect(coverage).toMatchObject({ behind: 0, skipped: [] });
  return hits.map(({ event }) => event);
};

describe.skipIf(folder === null)("words put into copies of real logs (BACKSCROLL_SAMPLE_SESSIONS names them)", () => {
  let logs: readonly Log[] = [];
  beforeAll(() => {
    const files = filesBelow(folder ?? "");
    logs = sampleNames.map(([wire, nativeId, ending]) => {
      const file = files.find((candidate) => candidate.endsWith(ending));
      if (file === undefined) throw new Error(`There is no sample ${ending}.`);
      return { wire, nativeId, text: readFileSync(file, "utf8") };
    });
  });

  it("each is found at its own event only, before or after the compaction", async () => {
    const copies = logs.map((log, index) => ({ ...log, ...plantWords(log.wire, log.text, `zq${"abcdefghi"[index]}`) }));
    const corpus = await openWith(copies.map(({ wire, nativeId, log }) => [places[wire](nativeId), log]));
    const kinds = new Map<string, Set<string>>();
    const wrong: unknown[] = [];
    for (const { wire, nativeId, planted } of copies) {
      for (const { kind, word, seq } of planted) {
        kinds.set(wire, (kinds.get(wire) ?? new Set()).add(kind));
        const state =
          kind === "summary"
            ? { surface: "current", beforeCompaction: false }
            : kind === "title"
              ? { surface: "log-only" }
              : { surface: "shadowed", beforeCompaction: true };
        const should = [
          {
            session: `${wire}:${nativeId}`,
            seq,
            type: types[kind],
            role: roles[kind],
            branch: "active",
            subagentOf: null,
            copyOf: null,
            ...state,
          },
        ];
        const hits = await hitsOf(corpus, word);
        try {
          expect(hits).toMatchObject(should);
        } catch {
          wrong.push({ word, should, hits });
        }
      }
    }
    expect(wrong).toEqual([]);
    const all = ["assistant", "call", "result", "summary", "title", "user"];
    expect([...kinds].map(([wire, found]) => [wire, [...found].sort()])).toEqual([
      ["pi", all],
      ["claude-code", all],
      ["codex", all],
    ]);
  }, 120_000);

  it("one on a branch that was left is marked so", async () => {
    const copies = logs.flatMap((log, index) => {
      const branched = plantBranch(log.wire, log.text, `zqleft${"abcdefghi"[index]}`);
      return branched === null ? [] : [{ ...log, ...branched, word: `zqleft${"abcdefghi"[index]}` }];
    });
    const corpus = await openWith(copies.map(({ wire, nativeId, log }) => [places[wire](nativeId), log]));
    const wrong: unknown[] = [];
    for (const { wire, nativeId, seq, word } of copies) {
      const hits = await hitsOf(corpus, word);
      const should = [{ session: `${wire}:${nativeId}`, seq, branch: "inactive", surface: "shadowed" }];
      try {
        expect(hits).toMatchObject(should);
      } catch {
        wrong.push({ word, should, hits });
      }
    }
    expect(wrong).toEqual([]);
    expect(new Set(copies.map(({ wire }) => wire))).toEqual(new Set(["pi", "claude-code", "codex"]));
  }, 120_000);

  it.each([
    ["result", "tool/result", 500_000],
    ["call", "tool/call", 50_000],
  ] as const)(
    "one at the end of a very long %s is found once",
    async (kind, type, lines) => {
      const copies = logs
        .filter(({ wire }, index) => logs.findIndex((other) => other.wire === wire) === index)
        .map((log) => {
          const word = `zqend${log.wire.replace("-", "")}`;
          return { ...log, word, planted: plantLarge(log.wire, log.text, kind, lines, `${word} ${word}`) };
        });
      const corpus = await openWith(
        copies.map(({ wire, nativeId, planted }) => [places[wire](nativeId), planted?.log ?? ""]),
      );
      for (const { wire, nativeId, word, planted } of copies) {
        const [hit, ...others] = await hitsOf(corpus, word);
        expect(hit).toMatchObject({ session: `${wire}:${nativeId}`, seq: planted?.seq, type });
        expect(others).toEqual([]);
        expect(hit?.excerpt.text).toContain(word);
        const { event } = await corpus.query.readEvent({ session: `${wire}:${nativeId}`, seq: planted?.seq ?? 0 });
        expect(event.document.length).toBeGreaterThan(lines * 40);
        expect(event.document).toContain(`${word} ${word}`);
        // The last line of the filling ends where the words begin.
        if (wire !== "codex" || kind === "result") {
          expect((await hitsOf(corpus, `"uvwxyz ${word}"`)).map(({ seq }) => seq)).toEqual([planted?.seq]);
        }
      }
    },
    240_000,
  );

  it("one in a subagent's log names the session that started it", async () => {
    const parents = logs.filter(({ wire, nativeId }) => wire === "codex" || nativeId.startsWith("258c")).slice(0, 2);
    const files: (readonly [string, string])[] = parents.map(({ wire, nativeId, text }) => [
      places[wire](nativeId),
      text,
    ]);
    const claude = parents.find(({ wire }) => wire === "claude-code");
    const agent = filesBelow(folder ?? "").find((file) => file.endsWith("agent-a881341.jsonl"));
    const inAgent = plantWords("claude-code", readFileSync(agent ?? "", "utf8"), "zqagent");
    files.push([`.claude/projects/-p/${claude?.nativeId}/subagents/agent-a881341.jsonl`, inAgent.log]);
    const codex = logs.find(
      ({ wire, nativeId }) => wire === "codex" && parents.every((parent) => parent.nativeId !== nativeId),
    );
    const codexParent = parents.find(({ wire }) => wire === "codex")?.nativeId;
    const thread = "019f0000-0000-7000-8000-00000000000a";
    const inThread = plantWords("codex", codex?.text ?? "", "zqthread");
    const [header = "", ...rest] = inThread.log.split("\n");
    const meta = JSON.parse(header) as { payload: Record<string, unknown> };
    meta.payload.id = thread;
    meta.payload.source = { subagent: { thread_spawn: { parent_thread_id: codexParent, depth: 1 } } };
    files.push([places.codex(thread), [JSON.stringify(meta), ...rest].join("\n")]);
    const corpus = await openWith(files);
    for (const { word, seq } of inAgent.planted.filter(({ kind }) => kind === "assistant" || kind === "result")) {
      expect(await hitsOf(corpus, word)).toMatchObject([
        { session: `claude-code:${claude?.nativeId}.a881341`, seq, subagentOf: `claude-code:${claude?.nativeId}` },
      ]);
    }
    for (const { word, seq } of inThread.planted.filter(({ kind }) => kind === "user" || kind === "call")) {
      expect(await hitsOf(corpus, word)).toMatchObject([
        { session: `codex:${thread}`, seq, subagentOf: `codex:${codexParent}` },
      ]);
    }
  }, 120_000);
});
