/**
 * Owns which conversation a line belongs to: the file's own, or a sidechain that early versions wrote into the
 * same file. Does not own agents that have a file of their own.
 */
import { asText, type JsonObject, type RecordContext, type Slot } from "@backscroll/wire";
import { isLinked, isSidechain, keyOf, parentOf } from "./line.ts";
import { type ClaudeCodeState, newConversation, remember } from "./state.ts";

const agentCallLimit = 64;

/** Tools that start an agent. */
const agentTools: ReadonlySet<string> = new Set(["Task", "Agent"]);

/** Remembers a line that started exactly one agent: a sidechain that hangs below it was started by that call. */
export const noteAgentCalls = (state: ClaudeCodeState, slots: readonly Slot[]): void => {
  const calls = slots.filter((slot) => slot.callId !== undefined && agentTools.has(slot.tool?.name ?? ""));
  const [call] = calls;
  const record = slots[0];
  if (calls.length === 1 && call?.callId !== undefined && record !== undefined) {
    remember(state.agentCalls, [record.key, call.callId], agentCallLimit);
  }
};

export interface LinePlace {
  /** "" for the file's own conversation. */
  readonly lane: string;
  /** Whether the line's parent stands in another conversation, so that it begins this one. */
  readonly isRoot: boolean;
}

/**
 * The place of a line, and its sidechain begun in `state` where it is a new one. A sidechain is named by its agent,
 * without one by the uuid of its first line.
 */
export const placeOf = (state: ClaudeCodeState, value: JsonObject, context: RecordContext): LinePlace => {
  if (state.isAgent === true || !isSidechain(value) || !isLinked(value)) return { lane: "", isRoot: false };
  const parent = parentOf(value);
  const parentLane = typeof parent === "string" ? context.laneOf(parent) : undefined;
  const key = keyOf(value, state.file);
  const agent = asText(value.agentId);
  let lane: string;
  if (agent !== undefined) lane = agent;
  else if (parentLane !== undefined) lane = parentLane === "" ? key : parentLane;
  else lane = parent === null ? key : (state.lastSidechain ?? key);
  if (!Object.hasOwn(state.sidechains, lane)) {
    const call = state.agentCalls.findLast(([caller]) => caller === parent);
    state.sidechains[lane] = { ...newConversation(), callId: call?.[1] ?? null };
  }
  state.lastSidechain = lane;
  return { lane, isRoot: parentLane !== undefined && parentLane !== lane };
};
