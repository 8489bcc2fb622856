/**
 * Owns knowing the model's answer to a compaction prompt, which the log holds like any other answer, just before the
 * compaction that it is the summary of.
 */
import { asText, eventTypes, type JsonObject, keyHash } from "@backscroll/wire";
import type { CodexState, LastAnswer, Pending } from "./codex-state.ts";
import type { Draft } from "./draft.ts";

/** Notes what an assistant said, under the key of its slot, or that it was told twice. */
export const noteAnswer = (state: CodexState, draft: Draft, key: string, twin: Pending | null): void => {
  if (draft.voice === "assistantItem" || draft.voice === "assistantEvent") {
    if (twin !== null) {
      if (state.answer?.key === twin.key) state.answer.twinned = true;
      return;
    }
    const form = draft.said?.forms[0] ?? "";
    state.answer = {
      key,
      hash: keyHash(form),
      length: form.length,
      twinned: false,
      isSummary: draft.type === eventTypes.contextCompaction,
      responseId: null,
    };
  } else if (draft.role === "user" || draft.callId !== undefined || draft.resultOf !== undefined) state.answer = null;
};

/** Notes which response of the server the last answer came with. */
export const noteResponse = (state: CodexState, payload: JsonObject): void => {
  if (state.answer !== null) state.answer.responseId ??= asText(payload.response_id) ?? null;
};

/** Whether the compaction's own text ends with the last answer, and so repeats it. */
export const repeatsAnswer = ({ answer }: CodexState, compacted: Draft): boolean => {
  const text = compacted.said?.forms[0] ?? "";
  return answer !== null && answer.length > 0 && keyHash(text.slice(-answer.length)) === answer.hash;
};

/** The last answer, where it is the compaction's summary. */
export const summaryAnswer = (state: CodexState, compacted: Draft, payload: JsonObject): LastAnswer | null => {
  const { answer } = state;
  if (answer === null) return null;
  const response = asText(payload.compaction_response_id);
  const isResponse = response !== undefined && response === answer.responseId && !answer.twinned;
  return answer.isSummary || isResponse || repeatsAnswer(state, compacted) ? answer : null;
};
