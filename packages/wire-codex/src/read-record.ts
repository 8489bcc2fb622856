/** Owns reading a record again: what it says by itself, as far as the decoder's memory says it was no repeat. */
import { eventTypes, isOwnTool, type RecordContext, type Slot, type SourceRecord } from "@backscroll/wire";
import type { CodexState } from "./codex-state.ts";
import { type Draft, slotOf, type Utterance, utterance } from "./draft.ts";
import { recordDraft } from "./record-draft.ts";
import { rolloutLine } from "./rollout-line.ts";
import { saidAt } from "./speech-runs.ts";
import { isThreadName } from "./thread-names.ts";

/** The draft's slot with the name of the tool that a result answers, and the mark of Backscroll's own tools. */
export const namedSlot = (state: CodexState, draft: Draft, said: Utterance): Slot => {
  const slot = slotOf(draft, said);
  if (said === utterance.output) return isOwnTool(draft.tool?.name) ? { ...slot, echo: true } : slot;
  const { tool } = slot;
  if (slot.role !== "tool" || slot.type === eventTypes.toolCall || tool === undefined) return slot;
  const name = tool.name ?? state.calls.findLast((call) => call.id === draft.resultOf)?.name ?? null;
  return { ...slot, tool: { ...tool, name }, ...(isOwnTool(name) ? { echo: true as const } : {}) };
};

export const readRecord = (state: CodexState, record: SourceRecord, context: RecordContext): readonly Slot[] => {
  if (isThreadName(record.value)) return [];
  const line = rolloutLine(record.value);
  if (line.form === "header" && record.start === state.headerStart) return [];
  const draft = recordDraft(line, context);
  if (draft === null) return [];
  const said = draft.voice === undefined ? utterance.whole : saidAt(state.speech[draft.voice], record.start);
  return [namedSlot(state, draft, said)];
};
