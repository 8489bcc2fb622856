/**
 * Owns telling which records a rollout copied from another thread. Current subagents say where their own begin;
 * before that, copied history begins with the other thread's header and ends with the first turn that is younger
 * than the thread, or, where turns have no ids, with the first pause.
 */
import { asText } from "@backscroll/wire";
import type { CodexState } from "./codex-state.ts";
import { type RolloutLine, turnOf } from "./rollout-line.ts";
import { uuidTime } from "./timestamp.ts";

/** Copies are written in one go; a person or a model takes longer. */
const pause = 2000;

const endsReplay = (state: CodexState, line: RolloutLine): boolean => {
  const turn = uuidTime(turnOf(line));
  const own = uuidTime(state.header?.id ?? undefined);
  if (turn !== null && own !== null) return turn >= own;
  return line.time !== null && state.lastTime !== null && line.time - state.lastTime > pause;
};

/** Native id of the thread that the record was copied from; null for the rollout's own. Advances the memory. */
export const copiedFrom = (state: CodexState, line: RolloutLine): string | null => {
  const { header } = state;
  if (header === null) return null;
  const origin = header.forkedFrom ?? header.parentThread;
  if (header.historyStart !== null) {
    return line.ordinal !== null && line.ordinal < header.historyStart && origin !== header.id ? origin : null;
  }
  if (line.form === "header") {
    const id = asText(line.payload.id);
    if (id === undefined || id === header.id) return null;
    state.replay ??= { session: origin ?? id, ended: false };
    return state.replay.session;
  }
  if (state.replay === null || state.replay.ended) return null;
  if (endsReplay(state, line)) {
    state.replay.ended = true;
    return null;
  }
  return state.replay.session;
};
