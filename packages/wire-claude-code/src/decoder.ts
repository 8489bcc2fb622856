/**
 * Owns the assembly of the decoder: what a line becomes, with what earlier lines decide added. Order changes only
 * lanes, links and names of calls, never texts or the number of slots.
 */
import { asObject, type Decoder, type Json, type RecordContext, type Slot, type SourceRecord } from "@backscroll/wire";
import { detectClaudeCode } from "./detect.ts";
import { foldSession } from "./fold.ts";
import { noteAgentCalls, placeOf } from "./lanes.ts";
import { isLine, uuidOf } from "./line.ts";
import { acceptsClaudeCodePath, claudeCodePlaces } from "./places.ts";
import { nativeIdOf, noteFile, noteLine, sessionsOf } from "./session-facts.ts";
import { exportMember, type LineEvidence, slotsOf } from "./slots.ts";
import { type ClaudeCodeState, isUuid, remember, startState } from "./state.ts";

const callLimit = 512;
const awaitedLimit = 64;

const callName = (state: ClaudeCodeState, callId: string): string | null =>
  state.calls.findLast(([id]) => id === callId)?.[1] ?? null;

const read = (state: ClaudeCodeState, record: SourceRecord, context: RecordContext): Slot[] =>
  slotsOf(record.value, state.file, (callId) => callName(state, callId), context);

const withEvidence = (slot: Slot, evidence: LineEvidence): Slot => ({
  ...slot,
  evidence: { ...(asObject(slot.evidence) as LineEvidence), ...evidence } satisfies Json,
});

/** Adds what the line's links mean beside earlier lines: repeats, and lines that waited for this one. */
const linked = (state: ClaudeCodeState, first: Slot, uuid: string, context: RecordContext): Slot => {
  let slot = first;
  if (context.laneOf(uuid) !== undefined) slot = withEvidence(slot, { aside: true });
  const children = state.awaited.filter(([parent]) => parent === uuid).map(([, child]) => child);
  if (children.length > 0) {
    state.awaited = state.awaited.filter(([parent]) => parent !== uuid);
    slot = withEvidence(
      { ...slot, references: [...(slot.references ?? []), ...children] },
      { adopts: children.length },
    );
  }
  const parent = slot.parent;
  if (typeof parent === "string" && context.laneOf(parent) === undefined) {
    remember(state.awaited, [parent, uuid], awaitedLimit);
  }
  return slot;
};

const decode = (state: ClaudeCodeState, record: SourceRecord, context: RecordContext): readonly Slot[] => {
  const { value } = record;
  noteFile(state, value);
  const slots = read(state, record, context);
  const [first, ...rest] = slots;
  if (first === undefined) return slots;
  const place = placeOf(state, value, context);
  noteLine(state, value, slots, place.lane, context);
  noteAgentCalls(state, slots);
  for (const { callId, tool } of slots) {
    if (callId !== undefined && typeof tool?.name === "string") remember(state.calls, [callId, tool.name], callLimit);
  }
  const uuid = uuidOf(value);
  const head =
    uuid === undefined ? first : linked(state, place.isRoot ? { ...first, parent: null } : first, uuid, context);
  const native = nativeIdOf(state);
  return [head, ...rest].map((slot) => {
    const { copiedFrom, ...own } = slot;
    const kept = copiedFrom?.session === native ? own : slot;
    return place.lane === "" ? kept : { ...kept, lane: place.lane };
  });
};

/** Reads the session logs of Claude Code, every version that wrote JSON lines, and its web exports. */
export const claudeCodeDecoder: Decoder<ClaudeCodeState> = {
  wire: "claude-code",
  name: "Claude Code",
  version: 1,
  globalKeys: true,
  wrappers: [exportMember],
  places: claudeCodePlaces,
  accepts: acceptsClaudeCodePath,
  detect: detectClaudeCode,
  isRecord: isLine,
  start: startState,
  decode,
  read,
  sessions: sessionsOf,
  fold: foldSession,
  resumeCommand: ({ nativeId }) => (isUuid(nativeId) ? `claude --resume ${nativeId}` : null),
};
