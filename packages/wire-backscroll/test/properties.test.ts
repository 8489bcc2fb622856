import {
  type DecodeProgress,
  decodeStream,
  expandLarge,
  fromBytes,
  type LinkedEvent,
  recordContext,
} from "@backscroll/wire";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backscrollDecoder } from "../src/backscroll-decoder.ts";
import { decodeText, header, identity, linesOf } from "./write-records.ts";

const types = fc.constantFrom(
  "turn/start",
  "turn/end",
  "step/start",
  "user/message",
  "assistant/message",
  "tool/call",
  "tool/result",
  "context/compaction",
  "context/reset",
  "context/injected",
  "session/title",
  "session/downstream",
  "session",
  "plan/update",
);

const near = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) });

const small = fc.integer({ min: -1, max: 12 });
const data = fc.record(
  {
    text: near(fc.string()),
    title: near(fc.string()),
    call_id: near(fc.constantFrom("a", "b", "")),
    name: near(fc.constantFrom("bash", "session_search")),
    arguments: near(fc.string()),
    output: near(fc.string()),
    status: near(fc.constantFrom("ok", "error", "unfinished", "odd")),
    first_retained_seq: near(fc.option(small)),
    nested_calls: near(
      fc.record({ calls: near(fc.array(fc.jsonValue({ maxDepth: 1 }))), complete: near(fc.boolean()) }),
    ),
    media: near(
      fc.array(near(fc.record({ kind: near(fc.string()), media_type: near(fc.string()), data: near(fc.string()) }))),
    ),
    session: near(fc.string()),
    generated: near(fc.boolean()),
    truncated: near(fc.boolean()),
    full_output_path: near(fc.string()),
  },
  { requiredKeys: [] },
);

const entry = fc.record(
  {
    seq_key: near(small),
    type: near(types),
    time: near(fc.constantFrom("2026-03-01T10:00:00.000Z", "never", 1_772_359_200_000)),
    data: near(data),
    replaces: near(fc.array(near(small), { maxLength: 3 })),
    sources: near(fc.array(near(small), { maxLength: 3 })),
    parent: near(fc.constantFrom("one", "zero")),
  },
  { requiredKeys: [] },
);
const log = fc.array(entry, { maxLength: 12 }).map((entries) => linesOf([header, ...entries]));

const stream = (bytes: Buffer, resume?: DecodeProgress): { events: LinkedEvent[]; progress: DecodeProgress } => {
  const events: LinkedEvent[] = [];
  const progress = decodeStream(backscrollDecoder, fromBytes(bytes), identity, {
    ...(resume === undefined ? {} : { resume: { state: resume.state, from: resume.consumed } }),
    onEvents: (linked) => events.push(...linked),
  });
  return { events, progress: JSON.parse(JSON.stringify(progress)) as DecodeProgress };
};

describe("any log", () => {
  it("decodes and folds without an error, windows ascending from 1", () => {
    fc.assert(
      fc.property(log, (text) => {
        const { events, fold } = decodeText(text);
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
        fold.windows.forEach((window, index) => {
          const next = fold.windows[index + 1];
          expect(window.to).toBe(next === undefined ? null : next.from - 1);
        });
        expect(fold.windows[0]?.from).toBe(1);
        let last = 0;
        for (const [from, to] of fold.shadowed) {
          expect(from > last && to >= from && to <= events.length).toBe(true);
          last = to;
        }
        if (fold.boundary !== null) expect(fold.boundary).toBeLessThanOrEqual(events.length);
      }),
      { numRuns: 300 },
    );
  });

  it("is the same from a part and its rest, cut anywhere", () => {
    fc.assert(
      fc.property(log, fc.nat(), (text, seed) => {
        const bytes = Buffer.from(text);
        const whole = stream(bytes);
        const first = stream(bytes.subarray(0, seed % (bytes.byteLength + 1)));
        const second = stream(bytes, first.progress);
        expect([...first.events, ...second.events]).toEqual(whole.events);
        expect(second.progress).toEqual(whole.progress);
      }),
      { numRuns: 300 },
    );
  });

  it("reads each record again as it was decoded, where results name their tools", () => {
    fc.assert(
      fc.property(log, (text) => {
        const source = fromBytes(text);
        const context = recordContext(source, identity, () => undefined);
        const state = structuredClone(stream(Buffer.from(text)).progress.state.decoder) as never;
        decodeStream(backscrollDecoder, source, identity, {
          onEvents: (events, record) => {
            const before = JSON.stringify(state);
            const [again] = backscrollDecoder.read(state, record, context);
            const [event] = events;
            expect(again).toMatchObject({ key: event?.key, type: event?.type, pointer: event?.pointer });
            expect(expandLarge(again?.text ?? "", source)).toBe(event?.text);
            expect(JSON.stringify(state)).toBe(before);
          },
        });
      }),
      { numRuns: 300 },
    );
  });

  it("keeps a state of bounded size", () => {
    const calls = Array.from({ length: 1000 }, (_, index) => ({
      seq_key: index + 1,
      type: index % 2 === 0 ? "tool/call" : "session/downstream",
      data: { call_id: `call-${index}`, name: "bash", session: `session-${index}` },
    }));
    const { progress } = stream(Buffer.from(linesOf([header, ...calls])));
    expect(JSON.stringify(progress.state.decoder).length).toBeLessThan(10_000);
  });
});
