import {
  type DecodeState,
  decodeStream,
  foldEventOf,
  fromBytes,
  type Json,
  type JsonObject,
  type LinkedEvent,
  recordContext,
  type SessionFacts,
  type SourceRecord,
} from "@backscroll/wire";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { piDecoder } from "../src/index.ts";
import { logPath } from "./pi-log.ts";

const identity = { path: logPath, place: "/logs" };

const id = fc.constantFrom("a", "b", "c", "d", "e", "f", "g");
const anything = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.string({ maxLength: 8 }),
  fc.constant([]),
  fc.constant({}),
);
const near = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | Json> =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: anything });
const time = fc.oneof(
  fc.constantFrom<Json>("2026-03-01T10:00:00.000Z", "2026-03-01T10:00:01.000Z", "2025-01-01T00:00:00Z"),
  fc.integer({ min: 1_700_000_000, max: 1_800_000_000 }),
);
const text = fc.constantFrom(
  "one",
  "two\nlines",
  "日本語 🐼",
  "\u2028",
  "\ud83d",
  "[Showing lines 1-2 of 9. Full output: /tmp/x]",
);

const block = fc.oneof(
  fc.record({ type: fc.constant("text"), text: near(text) }),
  fc.record({ type: fc.constant("thinking"), thinking: text }),
  fc.record({ type: fc.constant("image"), data: near(fc.constant("AAAA")), mimeType: near(fc.constant("image/png")) }),
  fc.record(
    {
      type: fc.constant("toolCall"),
      id: near(id),
      name: near(fc.constantFrom("bash", "session_search")),
      arguments: anything,
    },
    { requiredKeys: ["type"] },
  ),
);
const message = fc.record(
  {
    role: near(
      fc.constantFrom(
        "user",
        "assistant",
        "assistant",
        "toolResult",
        "toolResult",
        "bashExecution",
        "system",
        "custom",
      ),
    ),
    content: near(fc.oneof(text, fc.array(near(block), { maxLength: 3 }))),
    toolCallId: near(id),
    toolName: near(fc.constantFrom("bash", "history_read")),
    isError: near(fc.boolean()),
    details: near(fc.record({ truncation: near(fc.record({ truncated: fc.boolean() })), fullOutputPath: near(text) })),
    nestedCalls: near(
      fc.record({ calls: near(fc.array(near(fc.record({ id: near(id), status: anything })), { maxLength: 2 })) }),
    ),
    command: near(text),
    output: near(text),
    excludeFromContext: near(fc.boolean()),
    timestamp: near(time),
    stopReason: near(fc.constantFrom("error", "stop")),
    errorMessage: near(text),
  },
  { requiredKeys: ["role"] },
);
const record = fc.record(
  {
    type: near(
      fc.constantFrom(
        "message",
        "message",
        "message",
        "compaction",
        "label",
        "session_info",
        "context_edit",
        "branch_summary",
        "title",
        "session",
        "custom_message",
        "new_kind",
      ),
    ),
    id: near(id),
    parentId: near(fc.oneof(id, fc.constant(null))),
    timestamp: near(time),
    message: near(message),
    firstKeptEntryId: near(id),
    firstKeptEntryIndex: near(fc.integer({ min: -1, max: 12 })),
    targetId: near(id),
    replacement: near(fc.record({ content: near(text) })),
    summary: near(text),
    name: near(text),
    label: near(text),
    title: near(text),
    content: near(text),
    cwd: near(text),
    parentSession: near(fc.constantFrom("x", "/logs/x.jsonl", logPath)),
  },
  { requiredKeys: ["type"] },
);
const line = fc.oneof(
  { weight: 12, arbitrary: record.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.constantFrom("{oops", "[1,2]", "7", "", '{"a":1}{"b":2}') },
);
const log = fc.array(line, { maxLength: 14 }).map((lines) => {
  const header = JSON.stringify({
    type: "session",
    version: 3,
    id: "s",
    timestamp: "2026-03-01T10:00:00.000Z",
    cwd: "/w",
  });
  return [header, ...lines].map((one) => `${one}\n`).join("");
});

interface Decoded {
  readonly events: readonly LinkedEvent[];
  readonly records: readonly SourceRecord[];
  readonly sessions: readonly SessionFacts[];
  readonly state: DecodeState;
  readonly consumed: number;
}

const decode = (bytes: Buffer, resume?: { state: DecodeState; from: number }): Decoded => {
  const events: LinkedEvent[] = [];
  const records: SourceRecord[] = [];
  const progress = decodeStream(piDecoder, fromBytes(bytes), identity, {
    ...(resume === undefined ? {} : { resume }),
    onEvents: (linked, source) => {
      events.push(...linked);
      records.push(source);
    },
  });
  return { events, records, sessions: progress.sessions, state: progress.state, consumed: progress.consumed };
};

const resumed = (bytes: Buffer, cut: number): { first: Decoded; second: Decoded } => {
  const first = decode(bytes.subarray(0, cut));
  const state = JSON.parse(JSON.stringify(first.state)) as DecodeState;
  return { first, second: decode(bytes, { state, from: first.consumed }) };
};

describe("any log", () => {
  test("never throws, and folds", () => {
    fc.assert(
      fc.property(log, (content) => {
        const { events } = decode(Buffer.from(content));
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
        const fold = piDecoder.fold(events.map(foldEventOf));
        expect(fold.windows[0]?.from).toBe(1);
        expect(fold.windows[fold.windows.length - 1]?.to).toBeNull();
      }),
      { numRuns: 400 },
    );
  });

  test("decoded in two parts is the same as decoded at once, cut at a record or anywhere", () => {
    fc.assert(
      fc.property(log, fc.double({ min: 0, max: 1, noNaN: true }), (content, place) => {
        const bytes = Buffer.from(content);
        const whole = decode(bytes);
        const borders = [...whole.records.map(({ start }) => start), ...whole.records.map(({ end }) => end + 1)];
        for (const cut of [...borders, Math.floor(place * bytes.byteLength)]) {
          const { first, second } = resumed(bytes, cut);
          expect([...first.events, ...second.events]).toEqual(whole.events);
          expect(second.sessions).toEqual(whole.sessions);
          expect(second.state.decoder).toEqual(whole.state.decoder);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("what is appended changes no earlier address", () => {
    fc.assert(
      fc.property(log, fc.array(line, { maxLength: 4 }), (content, more) => {
        const before = decode(Buffer.from(content)).events;
        const after = decode(Buffer.from(content + more.map((one) => `${one}\n`).join(""))).events;
        expect(after.slice(0, before.length)).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });

  test("a record reads the same at any later time", () => {
    fc.assert(
      fc.property(log, (content) => {
        const bytes = Buffer.from(content);
        const { events, records, state } = decode(bytes);
        const stored = state.decoder as Parameters<typeof piDecoder.read>[0];
        const before = JSON.stringify(stored);
        const context = recordContext(fromBytes(bytes), identity, () => undefined);
        const read = records.flatMap((source) => piDecoder.read(stored, source, context));
        const named = ({ type, tool, ...slot }: (typeof read)[number] | LinkedEvent, value: JsonObject) => ({
          key: slot.key,
          type,
          role: slot.role,
          createdAt: slot.createdAt,
          text: slot.text,
          pointer: slot.pointer,
          logOnly: slot.logOnly,
          // A result that does not name its tool takes the name from what came before it.
          tool: type === "tool/result" && !hasToolName(value) ? { ...tool, name: null } : tool,
        });
        const values = records.flatMap((source) =>
          events.filter(({ origin }) => origin.start === source.start).map(() => source.value),
        );
        expect(read.map((slot, index) => named(slot, values[index] ?? {}))).toEqual(
          events.map((event, index) => named(event, values[index] ?? {})),
        );
        expect(JSON.stringify(stored)).toBe(before);
      }),
      { numRuns: 200 },
    );
  });
});

const hasToolName = (value: JsonObject): boolean => {
  const inner = value.message;
  return (
    typeof inner === "object" &&
    inner !== null &&
    "toolName" in inner &&
    typeof inner.toolName === "string" &&
    inner.toolName !== ""
  );
};

test("memory stays bounded over a long log", () => {
  const lines = [
    JSON.stringify({ type: "session", version: 3, id: "s", timestamp: "2026-03-01T10:00:00.000Z", cwd: "/w" }),
  ];
  lines.push(JSON.stringify({ type: "session_info", id: "n", parentId: null, timestamp: 1785000000, name: "Named" }));
  for (let index = 0; index < 3000; index++) {
    const content = [{ type: "toolCall", id: `call-${index % 7}`, name: "bash", arguments: {} }];
    const parentId = index === 0 ? "n" : `id${index - 1}`;
    lines.push(
      JSON.stringify({
        type: "message",
        id: `id${index}`,
        parentId,
        timestamp: 1785000000,
        message: { role: "assistant", content },
      }),
    );
  }
  expect(JSON.stringify(decode(Buffer.from(lines.join("\n"))).state.decoder).length).toBeLessThan(20_000);
});
