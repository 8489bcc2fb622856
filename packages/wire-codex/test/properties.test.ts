import {
  type DecodeState,
  decodeStream,
  foldEventOf,
  fromBytes,
  inRanges,
  type Json,
  type LinkedEvent,
  recordContext,
  type SessionFacts,
  type Slot,
  type SourceRecord,
} from "@backscroll/wire";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CodexState, codexDecoder } from "../src/index.ts";
import { rolloutPath, thread } from "./rollout.ts";

const identity = { path: rolloutPath, place: "/codex/sessions" };

const anything = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.string({ maxLength: 8 }),
  fc.constant([]),
  fc.constant({}),
  fc.constant([null, 1, {}]),
);
const near = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | Json> =>
  fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: anything });
const loose = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(members, { requiredKeys: [] }) as unknown as fc.Arbitrary<Partial<T>>;

const id = fc.constantFrom("call_0", "call_1", "msg_0a1b2c3d4e5f6a7b8c9d0e", "item-2", thread);
const turn = fc.constantFrom(
  "019e5000-0000-7000-8000-000000000001",
  "019f0000-0001-7000-8000-000000000002",
  "rollout-2",
);
const text = fc.constantFrom(
  "one",
  "one",
  "two\nlines",
  "日本語 🐼",
  "\u2028",
  "\ud83d",
  "<environment_context>\n<cwd>/w</cwd>\n</environment_context>",
  "<a_tag>one</a_tag>",
  "a…9 tokens truncated…b",
  '{"output":"x","metadata":{"exit_code":1}}',
  "x".repeat(9500),
);
const part = near(
  loose({
    type: near(fc.constantFrom("input_text", "output_text", "Text", "input_image", "encrypted_content")),
    text: near(text),
    image_url: near(fc.constantFrom("data:image/png;base64,aGVsbG8=", "https://a.invalid/x.png")),
  }),
);
const content = near(fc.oneof(text, fc.array(part, { maxLength: 3 })));
const passthrough = near(
  loose({
    turn_id: near(turn),
    create_time: near(fc.constantFrom(1772359201.5, 1, -1, 1e300)),
    content_item_kinds: near(fc.array(near(fc.constantFrom("user.text", "unknown", "generic.note")), { maxLength: 2 })),
    content_item_metadata: near(
      fc.array(near(loose({ provenance: near(loose({ type: near(fc.constantFrom("user", "harness")) })) })), {
        maxLength: 2,
      }),
    ),
  }),
);
const item = loose({
  type: near(
    fc.constantFrom(
      "message",
      "message",
      "message",
      "reasoning",
      "function_call",
      "function_call_output",
      "custom_tool_call",
      "custom_tool_call_output",
      "local_shell_call",
      "web_search_call",
      "tool_search_output",
      "image_generation_call",
      "agent_message",
      "compaction",
      "new_item",
    ),
  ),
  id: near(id),
  call_id: near(id),
  role: near(fc.constantFrom("user", "assistant", "developer")),
  name: near(fc.constantFrom("shell", "session_search")),
  namespace: near(fc.constantFrom("mcp__zoo", "multi_agent_v1")),
  arguments: near(fc.constantFrom('{"max_output_tokens":2}', '{"cmd":')),
  input: near(text),
  action: near(loose({ type: near(text) })),
  tools: near(fc.array(near(loose({ name: near(text), tools: anything })), { maxLength: 2 })),
  output: near(fc.oneof(text, content, loose({ content, success: near(fc.boolean()) }))),
  result: near(text),
  content,
  internal_chat_message_metadata_passthrough: passthrough,
});
const completed = loose({
  type: near(
    fc.constantFrom(
      "AgentMessage",
      "UserMessage",
      "CommandExecution",
      "McpToolCall",
      "FileChange",
      "WebSearch",
      "Plan",
      "Reasoning",
      "ContextCompaction",
      "NewThing",
    ),
  ),
  id: near(id),
  content,
  text: near(text),
  command: near(fc.constantFrom<Json>(["bash", "-lc", "ls"], ["ls"], "ls")),
  aggregated_output: near(text),
  source: near(fc.constantFrom("user_shell", "agent")),
  query: near(text),
  results: near(fc.array(near(loose({ title: near(text) })), { maxLength: 2 })),
  changes: near(loose({ "/a": near(loose({ unified_diff: near(text) })) })),
});
const event = loose({
  type: near(
    fc.constantFrom(
      "user_message",
      "agent_message",
      "agent_message",
      "item_completed",
      "item_completed",
      "exec_command_end",
      "mcp_tool_call_end",
      "web_search_end",
      "thread_rolled_back",
      "thread_name_updated",
      "task_started",
      "token_count",
      "error",
      "exited_review_mode",
    ),
  ),
  message: near(text),
  images: near(fc.array(near(text), { maxLength: 2 })),
  item: near(completed),
  call_id: near(id),
  turn_id: near(turn),
  aggregated_output: near(text),
  num_turns: near(fc.integer({ min: -1, max: 4 })),
  thread_name: near(text),
  thread_id: near(id),
  results: near(fc.array(near(loose({ title: near(text) })), { maxLength: 2 })),
  review_output: near(loose({ findings: near(fc.array(near(loose({ title: near(text) })), { maxLength: 2 })) })),
});
const header = loose({
  id: near(fc.constantFrom(thread, "019e0000-0000-7000-8000-0000000000aa")),
  timestamp: near(fc.constant("2026-03-01T10:00:00.000Z")),
  cwd: near(text),
  forked_from_id: near(fc.constantFrom("019e0000-0000-7000-8000-0000000000aa", thread)),
  source: near(
    fc.constantFrom<Json>("cli", { subagent: "review" }, { subagent: { thread_spawn: { parent_thread_id: "p" } } }),
  ),
  subagent_history_start_ordinal: near(fc.integer({ min: 0, max: 6 })),
  history_base: near(loose({ thread_id: near(id), end_ordinal_exclusive: near(fc.nat(9)) })),
});
const compacted = loose({ message: near(text), compaction_response_id: near(id), replacement_history: anything });
const time = near(fc.constantFrom("2026-03-01T10:00:00.000Z", "2026-03-01T10:00:01.000Z", "2026-03-01T10:09:00Z"));
const more = {
  timestamp: time,
  ordinal: near(fc.nat(9)),
  metadata: near(loose({ compaction_output: near(fc.boolean()) })),
};
const enveloped = (type: string, payload: fc.Arbitrary<unknown>) =>
  loose({ type: fc.constant(type), payload: near(payload), ...more });
const record = fc.oneof(
  { weight: 6, arbitrary: enveloped("response_item", item) },
  { weight: 6, arbitrary: enveloped("event_msg", event) },
  { weight: 1, arbitrary: enveloped("session_meta", header) },
  { weight: 1, arbitrary: enveloped("compacted", compacted) },
  { weight: 1, arbitrary: enveloped("turn_context", loose({ cwd: near(text), turn_id: near(turn) })) },
  { weight: 1, arbitrary: enveloped("token_usage_record", loose({ response_id: near(id) })) },
  { weight: 1, arbitrary: enveloped("inter_agent_communication", loose({ content, author: near(text) })) },
  { weight: 1, arbitrary: enveloped("new_kind", anything) },
  { weight: 2, arbitrary: item },
  { weight: 1, arbitrary: header },
  { weight: 1, arbitrary: loose({ record_type: near(fc.constant("state")) }) },
);
const line = fc.oneof(
  { weight: 14, arbitrary: record.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.constantFrom("{oops", "[1,2]", "7", "", '{"type":"a"}{"type":"b"}') },
);
const opening = fc.constantFrom(
  `${JSON.stringify({ timestamp: "2026-03-01T10:00:00.000Z", type: "session_meta", payload: { id: thread, cwd: "/w" } })}\n`,
  '{"timestamp":"2026-03-01T10:00:00.000Z","type":"session_meta","payl\n',
  "",
);
const log = fc
  .tuple(opening, fc.array(line, { maxLength: 16 }))
  .map(([head, lines]) => head + lines.map((one) => `${one}\n`).join(""));

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
  const progress = decodeStream(codexDecoder, fromBytes(bytes), identity, {
    ...(resume === undefined ? {} : { resume }),
    onEvents: (linked, source) => {
      events.push(...linked);
      records.push(source);
    },
  });
  return { events, records, sessions: progress.sessions, state: progress.state, consumed: progress.consumed };
};

describe("any log", () => {
  test("never fails, takes one slot a record at most, and folds", () => {
    fc.assert(
      fc.property(log, (content) => {
        const { events, records } = decode(Buffer.from(content));
        expect(events).toHaveLength(records.length);
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
        const fold = codexDecoder.fold(events.map(foldEventOf));
        expect(fold.windows[0]?.from).toBe(1);
        expect(fold.windows[fold.windows.length - 1]?.to).toBeNull();
        for (const { seq, logOnly } of events) {
          if (inRanges(fold.shadowed, seq)) expect([logOnly, inRanges(fold.inactive, seq)]).toEqual([undefined, false]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is recognised or not, and never fails to be", () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 4 }), (records) => {
        const values = JSON.parse(JSON.stringify(records)) as SourceRecord["value"][];
        codexDecoder.detect({ ...identity, records: values, bytes: new Uint8Array() });
        for (const value of values) codexDecoder.isRecord(value);
      }),
      { numRuns: 300 },
    );
  });

  test("decoded in two parts is the same as decoded at once, cut at a record or anywhere", () => {
    fc.assert(
      fc.property(log, fc.double({ min: 0, max: 1, noNaN: true }), (content, place) => {
        const bytes = Buffer.from(content);
        const whole = decode(bytes);
        const borders = [...whole.records.map(({ start }) => start), ...whole.records.map(({ end }) => end + 1)];
        for (const cut of [...borders, Math.floor(place * bytes.byteLength)]) {
          const first = decode(bytes.subarray(0, cut));
          const state = JSON.parse(JSON.stringify(first.state)) as DecodeState;
          // Of a damaged first line alone, the framing may expect a file that is not cut into lines.
          if (state.mode !== whole.state.mode) continue;
          const second = decode(bytes, { state, from: first.consumed });
          expect([...first.events, ...second.events]).toEqual(whole.events);
          expect(second.sessions).toEqual(whole.sessions);
          expect(second.state.decoder).toEqual(whole.state.decoder);
        }
      }),
      { numRuns: 150 },
    );
  }, 30_000);

  test("what is appended changes no earlier event", () => {
    fc.assert(
      fc.property(log, fc.array(line, { maxLength: 5 }), (content, added) => {
        const before = decode(Buffer.from(content)).events;
        const after = decode(Buffer.from(content + added.map((one) => `${one}\n`).join(""))).events;
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
        const stored = state.decoder as CodexState;
        const before = JSON.stringify(stored);
        const context = recordContext(fromBytes(bytes), identity, () => undefined);
        const read = records.flatMap((source) => codexDecoder.read(stored, { ...source, ordinal: -1 }, context));
        // The name of a result's tool comes from its call, which may be another one by now.
        const lasting = ({ type, role, createdAt, text: said, pointer, logOnly, tool }: Slot) => {
          const { name: _, ...facts } = tool ?? { name: null };
          const silent = type.startsWith("codex/") && said === "";
          return { type, role: silent ? null : role, createdAt, text: said, pointer, logOnly, tool: facts };
        };
        expect(read.map(lasting)).toEqual(events.map(lasting));
        expect(JSON.stringify(stored)).toBe(before);
      }),
      { numRuns: 300 },
    );
  });
});

test("memory stays bounded over a long log", () => {
  const lines: string[] = [];
  const add = (type: string, payload: Json): void => {
    lines.push(JSON.stringify({ timestamp: "2026-03-01T10:00:00.000Z", type, payload }));
  };
  add("session_meta", { id: thread });
  for (let index = 0; index < 4000; index++) {
    add("response_item", { type: "message", role: "user", content: [{ type: "input_text", text: `ask ${index}` }] });
    if (index % 2 === 0) add("event_msg", { type: "agent_message", message: `answer ${index}` });
    add("response_item", {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: `answer ${index}` }],
    });
    add("response_item", { type: "function_call", name: "shell", arguments: "{}", call_id: `call_${index}` });
    add("event_msg", {
      type: "exec_command_end",
      call_id: index % 3 === 0 ? `call_${index}` : "none",
      aggregated_output: "x",
    });
  }
  const { state } = decode(Buffer.from(lines.join("\n")));
  expect(JSON.stringify(state.decoder).length).toBeLessThan(160_000);
}, 30_000);
