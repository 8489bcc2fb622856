/** Owns what reading a record changes in the decoder's memory, and what of a record earlier ones already said. */
import { asNumber, asText, eventTypes, type RecordContext, type Slot, type SourceRecord } from "@backscroll/wire";
import { type CodexState, type Pending, remember } from "./codex-state.ts";
import { noteAnswer, noteResponse, repeatsAnswer, summaryAnswer } from "./compaction-answer.ts";
import { copiedFrom } from "./copied-history.ts";
import { type Draft, type ToolRun, type Utterance, utterance } from "./draft.ts";
import type { FoldEvidence } from "./fold-evidence.ts";
import { lengthOf } from "./marked-text.ts";
import { promptOf } from "./prompt.ts";
import { namedSlot } from "./read-record.ts";
import { recordDraft } from "./record-draft.ts";
import { type RolloutLine, rolloutLine } from "./rollout-line.ts";
import { rolloutName } from "./rollout-name.ts";
import { sessionHeader } from "./session-header.ts";
import { noteSaid } from "./speech-runs.ts";
import { isThreadName, noteThreadName } from "./thread-names.ts";
import { awaitTwin, endPrompts, takeTwin } from "./twins.ts";
import { uniqueKey } from "./unique-key.ts";

const callLimit = 256;
/** Outputs up to this many characters were never cut for the model, unless it asked for less. */
const uncutOutput = 9000;
/** Fewest characters that a token of the model's own limit stands for. */
const tokenLength = 3;
/** A header that begins later than this is not the file's first line. */
const firstLineReach = 64;

/** Whether the header is the file's own. Where the first line is damaged, the first header may be a copied one. */
const takesHeader = (state: CodexState, line: RolloutLine, record: SourceRecord): boolean => {
  if (state.header !== null) return false;
  const name = rolloutName(state.path);
  const id = asText(line.payload.id);
  return record.start < firstLineReach || name === null || id === undefined || id === name.thread;
};

const outputLimit = (input: string | null | undefined): number => {
  const tokens = /"max_output_tokens"\s*:\s*(\d+)/.exec(input ?? "")?.[1];
  return tokens === undefined ? uncutOutput : Math.min(uncutOutput, Number(tokens) * tokenLength);
};

const noteTool = (state: CodexState, draft: Draft): void => {
  if (draft.callId !== undefined) {
    const name = draft.tool?.name ?? null;
    const limit = outputLimit(draft.tool?.arguments);
    remember(state.calls, { id: draft.callId, name, limit, output: null, cut: false }, callLimit);
  }
  if (draft.resultOf === undefined) return;
  const answered = state.calls.findLast((call) => call.id === draft.resultOf);
  if (answered === undefined) return;
  answered.output = lengthOf(draft.text);
  answered.cut = draft.tool?.outputTruncated === true;
};

/** What an event about a tool's run gives beside the items of the run. */
const runSaid = (state: CodexState, run: ToolRun): Utterance => {
  const call = state.calls.findLast((known) => known.id === run.callId);
  if (call === undefined && !(run.hasItem && state.sawItems)) return utterance.whole;
  const length = lengthOf(run.output);
  if (run.onlyHere) return length > 0 ? utterance.output : utterance.silent;
  const limit = call?.limit ?? uncutOutput;
  const isFuller = call === undefined || call.output === null ? length > limit : call.cut && length > call.output;
  return isFuller ? utterance.output : utterance.silent;
};

interface Hearing {
  readonly said: Utterance;
  readonly key: string;
  /** The earlier telling that this one repeats. */
  readonly twin: Pending | null;
}

/** What of the draft is no repeat, and the key of its slot. */
const hear = (state: CodexState, draft: Draft, start: number): Hearing => {
  const { voice, run } = draft;
  const twin = takeTwin(state, draft);
  const isRepeat = twin !== null || (voice === "compacted" && repeatsAnswer(state, draft));
  const wanted = isRepeat ? utterance.silent : run === undefined ? utterance.whole : runSaid(state, run);
  const said = voice === undefined ? utterance.whole : noteSaid(state.speech[voice], start, wanted);
  if (twin !== null && said === utterance.silent) return { said, key: twin.key, twin };
  const key = draft.logOnly === true ? draft.key : uniqueKey(state.counts, draft.key);
  if (twin === null) awaitTwin(state, draft, key);
  return { said, key, twin };
};

const evident = (evidence: FoldEvidence, reference?: string): Partial<Slot> => ({
  evidence,
  ...(reference === undefined ? {} : { references: [reference] }),
});

/** What the fold needs of the slot; nothing for almost all. */
const linksOf = (state: CodexState, line: RolloutLine, draft: Draft, { said, twin }: Hearing): Partial<Slot> => {
  if (draft.voice === "compacted") {
    const answer = summaryAnswer(state, draft, line.payload);
    if (answer !== null) return evident({ summary: "answer" }, answer.key);
    return evident({ summary: draft.text === "" || said === utterance.silent ? "none" : "own" });
  }
  if (line.kind === "thread_rolled_back") return evident({ rollback: asNumber(line.payload.num_turns) ?? 1 });
  if (draft.voice === "userEvent" && draft.role === "user" && twin?.injected === true) {
    return evident({ typed: true }, twin.key);
  }
  return {};
};

const folder = /<cwd>([^<]+)<\/cwd>|^Current working directory: (.+)$/m;

const noteFacts = (
  state: CodexState,
  line: RolloutLine,
  draft: Draft,
  hearing: Hearing,
  origin: string | null,
): void => {
  const { payload } = line;
  if (line.kind === "turn_context") state.cwd ??= asText(payload.cwd) ?? null;
  else if (draft.type === eventTypes.contextInjected && state.cwd === null) {
    const match = folder.exec(draft.text.slice(0, 4096));
    state.cwd = match?.[1]?.trim() ?? match?.[2]?.trim() ?? null;
  }
  if (line.kind === "token_usage_record") noteResponse(state, payload);
  if (draft.type === eventTypes.sessionTitle && origin === null) {
    const thread = asText(payload.thread_id);
    if (thread === undefined || thread === state.header?.id) state.title = asText(payload.thread_name)?.trim() || null;
  }
  const isPrompt = draft.role === "user" && (hearing.twin === null || hearing.twin.injected);
  if (isPrompt && draft.prompt !== undefined) {
    if (origin === null) state.prompt ??= promptOf(draft.prompt);
    else state.copiedPrompt ??= promptOf(draft.prompt);
  }
};

export const decodeRecord = (state: CodexState, record: SourceRecord, context: RecordContext): readonly Slot[] => {
  if (isThreadName(record.value)) {
    noteThreadName(state.names, record.value);
    return [];
  }
  const line = rolloutLine(record.value);
  if (line.form === "header" && takesHeader(state, line, record)) {
    state.header = sessionHeader(line.payload);
    state.headerStart = record.start;
    state.lastTime = line.time;
    return [];
  }
  const origin = copiedFrom(state, line);
  state.firstTime ??= line.time;
  state.lastTime = line.time ?? state.lastTime;
  const draft = recordDraft(line, context);
  if (draft === null) return [];
  const hearing = hear(state, draft, record.start);
  const { said, key, twin } = hearing;
  const slot = { ...namedSlot(state, { ...draft, key }, said), ...linksOf(state, line, draft, hearing) };
  noteFacts(state, line, draft, hearing, origin);
  noteTool(state, draft);
  noteAnswer(state, draft, key, twin);
  if (draft.voice === "compacted") state.answer = null;
  if (draft.callId !== undefined || draft.voice?.startsWith("assistant") === true) endPrompts(state);
  if (line.form === "item") state.sawItems = true;
  return [origin === null ? slot : { ...slot, copiedFrom: { session: origin, key: slot.key } }];
};
