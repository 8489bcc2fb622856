import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { claudePath, piPath, type TestHome, testHome } from "./open-test-corpus.ts";
import { indexedRows, type TestEngine, testEngine } from "./open-test-engine.ts";

const session = "11111111-1111-4111-8111-111111111111";

type Kind =
  | "user"
  | "reply"
  | "calls"
  | "result"
  | "compaction"
  | "title"
  | "relocate"
  | "side"
  | "repeat"
  | "damaged"
  | "blank"
  | "unknown";

interface Step {
  readonly kind: Kind;
  /** How many records back the parent is; 0 for none. */
  readonly back: number;
  readonly word: string;
}

const steps = (kinds: readonly Kind[]): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      back: fc.oneof(
        { weight: 6, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 4 }) },
      ),
      word: fc.constantFrom("zebra", "giraffe", "parseConfigFile", "漢字かな", "café"),
    }),
    { minLength: 1, maxLength: 14 },
  );

const time = (number: number): string => new Date(Date.UTC(2026, 9, 1, 10, 0, number)).toISOString();

/** A Pi log as text, from steps. */
const piText = (list: readonly Step[]): string => {
  const lines = [
    JSON.stringify({ type: "session", version: 3, id: "aaaaaaaa-1", timestamp: time(0), cwd: "/home/dev/app" }),
  ];
  const ids: string[] = [];
  let calls = 0;
  list.forEach(({ kind, back, word }, index) => {
    const id = `0000000${index + 1}`.slice(-8);
    const base = { id, parentId: ids[ids.length - back] ?? null, timestamp: time(index + 1) };
    const message = (value: object): string =>
      JSON.stringify({ type: "message", ...base, message: { timestamp: Date.parse(time(index + 1)), ...value } });
    const line: Record<Kind, () => string> = {
      user: () => message({ role: "user", content: `${word} ${index}` }),
      reply: () => message({ role: "assistant", content: [{ type: "text", text: `reply ${word}` }] }),
      calls: () =>
        message({
          role: "assistant",
          content: [1, 2].map(() => ({
            type: "toolCall",
            id: `call-${++calls}`,
            name: "bash",
            arguments: { command: `echo ${word}` },
          })),
        }),
      result: () =>
        message({
          role: "toolResult",
          toolCallId: `call-${calls}`,
          toolName: "bash",
          content: [{ type: "text", text: word }],
          isError: false,
        }),
      compaction: () =>
        JSON.stringify({
          type: "compaction",
          ...base,
          summary: `so far ${word}`,
          firstKeptEntryId: ids[ids.length - 2] ?? id,
          tokensBefore: 5,
        }),
      title: () => JSON.stringify({ type: "session_info", ...base, name: `title ${word} ${index}` }),
      relocate: () => JSON.stringify({ type: "label", ...base, targetId: ids[0] ?? id, label: word }),
      side: () => JSON.stringify({ type: "custom", ...base, customType: "x", data: { word } }),
      repeat: () => lines[lines.length - 1] ?? "",
      damaged: () => `{"type":"message", ${word}`,
      blank: () => "",
      unknown: () => JSON.stringify({ type: "news", ...base, text: word }),
    };
    lines.push(line[kind]());
    if (!["damaged", "blank", "repeat"].includes(kind)) ids.push(id);
  });
  return `${lines.join("\n")}\n`;
};

/** A Claude Code log as text, from steps. */
const claudeText = (list: readonly Step[]): string => {
  const lines: string[] = [];
  const ids: string[] = [];
  const sides: string[] = [];
  let calls = 0;
  let cwd = "/home/dev/app";
  list.forEach(({ kind, back, word }, index) => {
    const uuid = `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`;
    const base = {
      parentUuid: ids[ids.length - back] ?? null,
      isSidechain: false,
      userType: "external",
      cwd,
      sessionId: session,
      version: "2.1.0",
      uuid,
      timestamp: time(index + 1),
    };
    const assistant = (content: readonly object[]): string =>
      JSON.stringify({ ...base, type: "assistant", message: { id: `msg_${index}`, role: "assistant", content } });
    const line: Record<Kind, () => string> = {
      user: () => JSON.stringify({ ...base, type: "user", message: { role: "user", content: `${word} ${index}` } }),
      reply: () => assistant([{ type: "text", text: `reply ${word}` }]),
      calls: () =>
        assistant(
          [1, 2].map(() => ({
            type: "tool_use",
            id: `toolu_${++calls}`,
            name: "Bash",
            input: { command: `echo ${word}` },
          })),
        ),
      result: () =>
        JSON.stringify({
          ...base,
          type: "user",
          message: { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${calls}`, content: word }] },
        }),
      compaction: () =>
        JSON.stringify({
          ...base,
          type: "system",
          subtype: "compact_boundary",
          content: "Conversation compacted",
          compactMetadata: { trigger: "manual", preTokens: 5 },
        }),
      title: () => JSON.stringify({ type: "custom-title", customTitle: `title ${word} ${index}`, sessionId: session }),
      relocate: () => {
        cwd = `/home/dev/${word}`;
        return JSON.stringify({ type: "relocated", sessionId: session, cwd, relocatedCwd: cwd });
      },
      side: () => {
        const parentUuid = sides[sides.length - 1] ?? null;
        sides.push(uuid);
        return JSON.stringify({
          ...base,
          isSidechain: true,
          parentUuid,
          type: "user",
          message: { role: "user", content: `side ${word}` },
        });
      },
      repeat: () => lines[lines.length - 1] ?? "",
      damaged: () => `{"type":"user", ${word}`,
      blank: () => "",
      unknown: () => JSON.stringify({ type: "news", uuid, sessionId: session, text: word }),
    };
    lines.push(line[kind]());
    if (["user", "reply", "calls", "result", "compaction"].includes(kind)) ids.push(uuid);
  });
  return `${lines.join("\n")}\n`;
};

const place = (home: TestHome, path: string): string => {
  const target = join(home.path, path);
  mkdirSync(dirname(target), { recursive: true });
  return target;
};

const withEngine = <A>(work: (engine: TestEngine, home: TestHome) => A): A => {
  const home = testHome();
  const engine = testEngine(home);
  try {
    return work(engine, home);
  } finally {
    engine.close();
  }
};

const atOnce = (path: string, text: Buffer): unknown =>
  withEngine((engine, home) => {
    writeFileSync(place(home, path), text);
    engine.refresh();
    return indexedRows(engine);
  });

/** Takes the log as it grows; each look is stopped once, after so many questions whether to go on. */
const inPieces = (path: string, text: Buffer, cuts: readonly number[], patience: number): unknown =>
  withEngine((engine, home) => {
    const target = place(home, path);
    let from = 0;
    for (const cut of [...cuts.map((part) => Math.floor(part * text.byteLength)), text.byteLength].sort(
      (one, other) => one - other,
    )) {
      appendFileSync(target, text.subarray(from, cut));
      from = cut;
      let left = patience;
      engine.refresh({ shouldStop: () => left-- <= 0 });
      engine.refresh();
    }
    return indexedRows(engine);
  });

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 });
const piKinds: readonly Kind[] = [
  "user",
  "reply",
  "calls",
  "result",
  "compaction",
  "title",
  "relocate",
  "side",
  "damaged",
  "blank",
  "unknown",
];
const claudeKinds: readonly Kind[] = [
  "user",
  "reply",
  "calls",
  "result",
  "compaction",
  "title",
  "relocate",
  "side",
  "repeat",
  "damaged",
  "blank",
  "unknown",
];

const runs = Number(process.env.GROWTH_RUNS ?? 25);

it.each([
  ["Pi", piPath("aaaaaaaa-1"), piText, piKinds],
  ["Claude Code", claudePath(session), claudeText, claudeKinds],
] as const)(
  "gives the same index whether a %s log is taken at once or as it grows",
  (_, path, textOf, kinds) => {
    fc.assert(
      fc.property(steps(kinds), cuts, fc.integer({ min: 1, max: 20 }), (list, at, patience) => {
        const text = Buffer.from(textOf(list));
        expect(inPieces(path, text, at, patience)).toEqual(atOnce(path, text));
      }),
      { numRuns: runs },
    );
  },
  120_000,
);

/** `key/part` and seq of each event of a session's log. */
const seqsOf = (engine: TestEngine): readonly (readonly [slot: string, seq: number])[] =>
  engine.inspect((database) =>
    (
      database.prepare("SELECT key, part, id FROM event ORDER BY id").all() as {
        key: number;
        part: number;
        id: number;
      }[]
    ).map(({ key, part, id }) => [`${key}/${part}`, id % 1_048_576] as const),
  );

const countOf = (list: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
};

it("keeps the seqs of the records that a rewriting leaves, and gives none of them again", () => {
  // One conversation, so that every event is in one session; titles and repeats have equal keys.
  const kinds: readonly Kind[] = ["user", "reply", "calls", "result", "title", "repeat"];
  const rewrites = fc.array(fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(steps(kinds), rewrites, fc.integer({ min: 1, max: 30 }), (list, drops, patience) =>
      withEngine((engine, home) => {
        const target = place(home, claudePath(session));
        let lines = claudeText([{ kind: "user", back: 0, word: "first" }, ...list])
          .trimEnd()
          .split("\n");
        writeFileSync(target, `${lines.join("\n")}\n`);
        engine.refresh();
        const everUsed = new Map(seqsOf(engine).map(([slot, seq]) => [seq, slot]));
        drops.forEach((keep, round) => {
          const before = seqsOf(engine);
          // The first record stays, so that it is the same log.
          lines = lines.filter((_, index) => index === 0 || keep[index % keep.length]);
          lines.push(
            JSON.stringify({ type: "custom-title", customTitle: "the same title", sessionId: session }),
            claudeText([{ kind: "user", back: 0, word: "later" }])
              .trimEnd()
              .replace("00000001", `9999999${round}`)
              .replace("000000000001", `99999999999${round}`),
          );
          writeFileSync(target, `${lines.join("\n")}\n`);
          let left = patience;
          engine.refresh({ shouldStop: () => left-- <= 0 });
          expect(engine.refresh().failure).toBe(null);
          const after = seqsOf(engine);
          expect(new Set(after.map(([, seq]) => seq)).size).toBe(after.length);
          for (const [slot, seq] of after) {
            const owner = everUsed.get(seq);
            if (owner !== undefined) expect(owner).toBe(slot);
            everUsed.set(seq, slot);
          }
          // A slot that is there as often as before has the seqs that it had.
          const [earlier, now] = [countOf(before.map(([slot]) => slot)), countOf(after.map(([slot]) => slot))];
          for (const [slot, count] of now) {
            if (earlier.get(slot) !== count) continue;
            const seqs = (rows: typeof before): readonly number[] =>
              rows.filter(([one]) => one === slot).map(([, seq]) => seq);
            expect(seqs(after)).toEqual(seqs(before));
          }
          appendFileSync(target, `${lines[lines.length - 2]}\n`);
          lines.push(lines[lines.length - 2] ?? "");
          expect(engine.refresh().failure).toBe(null);
          const appended = seqsOf(engine);
          expect(appended).toHaveLength(after.length + 1);
          expect(engine.skipped()).toEqual({});
          for (const [slot, seq] of appended) everUsed.set(seq, slot);
        });
      }),
    ),
    { numRuns: runs },
  );
}, 120_000);
