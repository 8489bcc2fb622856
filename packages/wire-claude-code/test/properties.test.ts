import {
  decodeSource,
  decodeStream,
  fromBytes,
  type JsonObject,
  keyHash,
  type LinkedEvent,
  recordContext,
} from "@backscroll/wire";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claudeCodeDecoder } from "../src/index.ts";
import { jsonLines, ownPath, ownSession, placeOfPath } from "./decode-lines.ts";

const identity = { path: ownPath, place: placeOfPath(ownPath) };

const uuid = fc.constantFrom("k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7");
const words = fc.constantFrom("hello", "", "<system-reminder>x</system-reminder>", "😀", "a\nb", "\u2028");
const junk = fc.jsonValue({ maxDepth: 2 });
const sometimes = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: junk });

const block = fc.oneof(
  fc.record({ type: fc.constant("text"), text: sometimes(words) }),
  fc.record({ type: fc.constant("thinking"), thinking: words }),
  fc.record({ type: fc.constant("tool_use"), id: sometimes(uuid), name: sometimes(words), input: junk }),
  fc.record({
    type: fc.constant("tool_result"),
    tool_use_id: sometimes(uuid),
    content: sometimes(words),
    is_error: junk,
  }),
  fc.record({
    type: fc.constantFrom("image", "document"),
    source: fc.record({ type: fc.constant("base64"), data: sometimes(words) }),
  }),
  junk,
);

const compactMetadata = fc.oneof(
  fc.record({
    preservedSegment: fc.record({ headUuid: sometimes(uuid), anchorUuid: sometimes(uuid), tailUuid: sometimes(uuid) }),
  }),
  fc.record({
    preservedMessages: fc.record({ anchorUuid: sometimes(uuid), uuids: sometimes(fc.array(uuid, { maxLength: 4 })) }),
  }),
  junk,
);

/** Lines of nearly the right shape, any field of which may be missing or anything else. */
const anyLine = fc.record(
  {
    type: sometimes(
      fc.constantFrom(
        "user",
        "assistant",
        "system",
        "attachment",
        "progress",
        "summary",
        "custom-title",
        "content-replacement",
        "tool_use",
        "tool_result",
      ),
    ),
    subtype: sometimes(fc.constantFrom("compact_boundary", "microcompact_boundary", "local_command")),
    uuid: sometimes(uuid),
    parentUuid: sometimes(fc.option(uuid)),
    logicalParentUuid: sometimes(uuid),
    sessionId: sometimes(fc.constantFrom(ownSession, "other")),
    timestamp: sometimes(fc.constantFrom("2026-03-01T10:00:00.000Z", 1_785_000_000)),
    isSidechain: sometimes(fc.boolean()),
    agentId: sometimes(uuid),
    isMeta: sometimes(fc.boolean()),
    isCompactSummary: sometimes(fc.boolean()),
    message: sometimes(
      fc.record({ id: sometimes(uuid), content: sometimes(fc.oneof(words, fc.array(block, { maxLength: 3 }))) }),
    ),
    toolUseResult: sometimes(fc.record({ stdout: sometimes(words), truncated: junk })),
    attachment: sometimes(
      fc.record({ type: fc.constantFrom("queued_command", "hook_success"), prompt: sometimes(words), stdout: junk }),
    ),
    compactMetadata: sometimes(compactMetadata),
    microcompactMetadata: sometimes(
      fc.record({ compactedToolIds: sometimes(fc.array(uuid)), clearedAttachmentUUIDs: sometimes(fc.array(uuid)) }),
    ),
    replacements: sometimes(fc.array(fc.record({ toolUseId: sometimes(uuid) }))),
    forkedFrom: sometimes(fc.record({ sessionId: sometimes(uuid), messageUuid: sometimes(uuid) })),
    summary: sometimes(words),
    leafUuid: sometimes(uuid),
    customTitle: sometimes(words),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

const lines = fc.array(anyLine, { maxLength: 14 });

/** Without the lines that use a uuid again where a sidechain has it: such a line has no one conversation. */
const withoutCollisions = (values: readonly JsonObject[]): JsonObject[] => {
  const seen = new Map<unknown, boolean>();
  return values.filter(({ uuid: id, isSidechain }) => {
    if (seen.has(id) && (seen.get(id) === true || isSidechain === true)) return false;
    if (id !== undefined) seen.set(id, isSidechain === true);
    return true;
  });
};

const whole = (content: Uint8Array | string) => decodeSource(claudeCodeDecoder, fromBytes(content), identity);

/** Decodes the first `cut` bytes, then goes on from there, as a provider does after a refresh. */
const inTwo = (content: Buffer, cut: number) => {
  const events: LinkedEvent[] = [];
  const onEvents = (linked: readonly LinkedEvent[]): void => {
    events.push(...linked);
  };
  const find = (lane: string, key: number) =>
    events.findLast((event) => (event.lane ?? "") === lane && keyHash(event.key) === key)?.seq;
  const findLane = (key: number) => {
    const event = events.findLast((candidate) => keyHash(candidate.key) === key);
    return event === undefined ? undefined : (event.lane ?? "");
  };
  const first = decodeStream(claudeCodeDecoder, fromBytes(content.subarray(0, cut)), identity, {
    onEvents,
    find,
    findLane,
  });
  const state = JSON.parse(JSON.stringify(first.state)) as typeof first.state;
  const rest = decodeStream(claudeCodeDecoder, fromBytes(content), identity, {
    onEvents,
    find,
    findLane,
    resume: { state, from: first.consumed },
  });
  return { events, sessions: rest.sessions };
};

describe("any log of nearly the right shape", () => {
  it("is decoded and folded without throwing, every slot on one side of the branch", () => {
    fc.assert(
      fc.property(lines, (values) => {
        for (const { events, fold } of whole(jsonLines(values)).sessions) {
          expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
          expect(fold.windows[0]?.from).toBe(1);
          expect(fold.windows.at(-1)?.to).toBeNull();
          for (const [index, window] of fold.windows.entries()) {
            if (index > 0) expect(window.from).toBe((fold.windows[index - 1]?.to ?? 0) + 1);
          }
          const inactive = new Set(
            fold.inactive.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => from + n)),
          );
          for (const [from, to] of fold.shadowed)
            for (let seq = from; seq <= to; seq++) expect(inactive.has(seq)).toBe(false);
          if (events.length > 0) expect(fold.head).not.toBeNull();
        }
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same whether it is read at once or in two parts, at every border and any byte", () => {
    fc.assert(
      fc.property(lines.map(withoutCollisions), fc.nat(), (values, number) => {
        const content = Buffer.from(jsonLines(values));
        const { sessions } = whole(content);
        const expected = sessions.flatMap(({ events }) => events);
        const borders = [...content].flatMap((byte, index) => (byte === 0x0a ? [index + 1] : []));
        for (const cut of [...borders, content.length === 0 ? 0 : number % content.length]) {
          const parts = inTwo(content, cut);
          expect(parts.sessions).toEqual(sessions.map(({ facts }) => facts));
          const lanes = sessions.map(({ facts }) => facts.lane);
          expect(lanes.flatMap((lane) => parts.events.filter((event) => (event.lane ?? "") === lane))).toEqual(
            expected,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it("keeps every seq when lines are added", () => {
    fc.assert(
      fc.property(lines, anyLine, (values, added) => {
        const address = ({ seq, key, lane, text }: LinkedEvent) => [lane, seq, key, text];
        const before = whole(jsonLines(values)).sessions.flatMap(({ events }) => events.map(address));
        const after = whole(jsonLines([...values, added])).sessions.flatMap(({ events }) => events.map(address));
        expect(after).toEqual(expect.arrayContaining(before));
      }),
      { numRuns: 100 },
    );
  });

  it("reads a stored address as it was decoded", () => {
    fc.assert(
      fc.property(lines, (values) => {
        const source = fromBytes(jsonLines(values));
        const { progress, sessions } = decodeSource(claudeCodeDecoder, source, identity);
        const decoded = new Map<number, LinkedEvent[]>();
        for (const event of sessions.flatMap(({ events }) => events)) {
          decoded.set(event.origin.start, [...(decoded.get(event.origin.start) ?? []), event]);
        }
        const state = claudeCodeDecoder.start(identity);
        const later = structuredClone(progress.state.decoder) as typeof state;
        let start = 0;
        for (const [ordinal, value] of values.entries()) {
          const end = start + Buffer.byteLength(JSON.stringify(value));
          const slots = claudeCodeDecoder.read(
            later,
            { value, ordinal, start, end },
            recordContext(source, identity, () => undefined),
          );
          const shown = (slot: (typeof slots)[number]) => [
            slot.key,
            slot.type,
            slot.role,
            slot.text,
            slot.pointer,
            slot.callId,
            slot.resultOf,
            slot.tool?.arguments,
          ];
          const expected = (decoded.get(start) ?? []).sort((one, other) => one.part - other.part);
          expect(slots.map(shown)).toEqual(expected.map(shown));
          start = end + 1;
        }
        expect(later).toEqual(progress.state.decoder);
      }),
      { numRuns: 150 },
    );
  });
});
