/**
 * Owns the decoder of an invented log format, small and complete: branches, compactions, calls, several sessions in one
 * file. A provider that runs decoders in threads of its own mounts it there. `sample-log.ts` writes the format.
 */
import { join } from "node:path";
import {
  asArray,
  asNumber,
  asObject,
  asText,
  type Decoder,
  EventTree,
  eventTypes,
  type Fold,
  type FoldEvent,
  type Json,
  type JsonObject,
  type ParentKind,
  plainFold,
  rangesOf,
  type SessionFacts,
  type Slot,
  type Window,
} from "@backscroll/wire";

/** Sessions by lane. */
type SampleState = { [lane: string]: SampleSession };
type SampleSession = {
  lane: string;
  id: string;
  cwd: string | null;
  title: string | null;
  createdAt: number | null;
  firstPrompt: string | null;
  parentKind: string | null;
  parent: string | null;
};

const types: Readonly<Record<string, { readonly type: string; readonly role: Slot["role"] }>> = {
  user: { type: eventTypes.userMessage, role: "user" },
  assistant: { type: eventTypes.assistantMessage, role: "assistant" },
  result: { type: eventTypes.toolResult, role: "tool" },
  injected: { type: eventTypes.contextInjected, role: "context" },
  compaction: { type: eventTypes.contextCompaction, role: "context" },
  reset: { type: eventTypes.contextReset, role: "context" },
  title: { type: eventTypes.sessionTitle, role: null },
};

const slotsOf = (record: JsonObject): readonly Slot[] => {
  const kind = asText(record.type) ?? "";
  const key = asText(record.key);
  if (kind === "session" || key === undefined) return [];
  const known = types[kind] ?? { type: `sample/${kind}`, role: null };
  const parent = record.parent === undefined ? {} : { parent: asText(record.parent) ?? null };
  const lane = asText(record.lane);
  const keep = asText(record.keep);
  const answers = asText(record.answers);
  const author = asText(record.author);
  const shared = { createdAt: asNumber(record.time) ?? null, ...(lane !== undefined && { lane }) };
  const tool = {
    name: asText(record.tool) ?? null,
    status: "ok",
    ...(record.truncated === true && { outputTruncated: true }),
  } as const;
  const slot: Slot = {
    ...shared,
    ...known,
    ...parent,
    key,
    text: asText(record.text) ?? "",
    pointer: "",
    ...(known.role === null && { logOnly: true as const }),
    ...(answers !== undefined && { resultOf: answers, tool }),
    ...(record.echo === true && { echo: true as const }),
    ...(author !== undefined && { author }),
    ...(record.sources !== undefined && { sources: asArray(record.sources).map(String) }),
    ...(keep !== undefined && { references: [keep] }),
  };
  const calls = asArray(record.calls).map((value, index): Slot => {
    const call = asObject(value) ?? {};
    const callId = asText(call.id) ?? "";
    return {
      ...shared,
      key: `${key}/${callId}`,
      type: eventTypes.toolCall,
      role: "assistant",
      text: "",
      pointer: `/calls/${index}`,
      callId,
      tool: { name: asText(call.name) ?? null, arguments: asText(call.arguments) ?? null },
    };
  });
  return [slot, ...calls];
};

const readHeader = (record: JsonObject): SampleSession => {
  const parent = asObject(record.parent);
  return {
    lane: asText(record.lane) ?? "",
    id: asText(record.id) ?? "",
    cwd: asText(record.cwd) ?? null,
    title: asText(record.title) ?? null,
    createdAt: asNumber(record.created) ?? null,
    firstPrompt: null,
    parentKind: asText(parent?.kind) ?? null,
    parent: asText(parent?.id) ?? null,
  };
};

const isHeader = (record: JsonObject): boolean => record.type === "session" && asText(record.id) !== undefined;

const factsOf = (session: SampleSession): SessionFacts => ({
  lane: session.lane,
  nativeId: session.id,
  cwd: session.cwd,
  title: session.title,
  titleOrigin: session.title === null ? null : "recorded",
  firstPrompt: session.firstPrompt,
  createdAt: session.createdAt,
  parent:
    session.parentKind === null || session.parent === null
      ? null
      : { kind: session.parentKind as ParentKind, nativeId: session.parent },
  programVersion: null,
  flags: [],
});

/** What earlier boundaries left of the active branch, cut by one more. */
const foldBranch = (active: readonly FoldEvent[]): Pick<Fold, "shadowed" | "boundary" | "windows" | "replacements"> => {
  const windows: Window[] = [{ from: 1, to: null, boundary: null, summarySeq: null, firstRetainedSeq: null }];
  const replacements: Fold["replacements"][number][] = [];
  let boundary: number | null = null;
  let replacedUpTo = 0;
  for (const event of active) {
    const isCompaction = event.type === eventTypes.contextCompaction;
    if (!isCompaction && event.type !== eventTypes.contextReset) continue;
    const kept = isCompaction ? (event.referenceSeqs[0] ?? null) : null;
    boundary = kept ?? event.seq;
    const replaced = active.filter((one) => one.seq > replacedUpTo && one.seq < (boundary ?? 0) && !one.logOnly);
    const [first] = replaced;
    const last = replaced[replaced.length - 1];
    if (first !== undefined && last !== undefined) {
      replacements.push({ from: first.seq, to: last.seq, by: event.seq });
      replacedUpTo = last.seq;
    }
    const open = windows.pop() as Window;
    windows.push({ ...open, to: event.seq - 1 });
    windows.push({
      from: event.seq,
      to: null,
      boundary: isCompaction ? "compaction" : "reset",
      summarySeq: event.seq,
      firstRetainedSeq: kept,
    });
  }
  const before = boundary ?? 0;
  return {
    shadowed: rangesOf(active.map((one) => one.seq).filter((seq) => seq < before)),
    boundary,
    windows,
    replacements,
  };
};

const foldSample = (events: Iterable<FoldEvent>, head?: number): Fold => {
  const tree = new EventTree(events);
  const leaf = head ?? tree.events[tree.events.length - 1]?.seq;
  if (leaf === undefined) return plainFold(null);
  const { path, flags } = tree.pathFrom(leaf);
  const records = new Set(path);
  const active = tree.events.filter((event) => records.has(tree.recordOf(event.seq)));
  return { ...foldBranch(active), inactive: tree.outside(records), head: leaf, retyped: [], flags };
};

/** Decodes `<home>/.sample/**.jsonl`. */
export const sampleDecoder: Decoder<Json> = {
  wire: "sample",
  name: "Sample",
  version: 1,
  globalKeys: true,
  wrappers: [],
  places: ({ home }) => [{ path: join(home, ".sample"), origin: "default" }],
  accepts: (path) => path.endsWith(".jsonl"),
  detect: ({ records: [first, second] }) => {
    if (first === undefined || !isHeader(first)) return null;
    if (first.version === 99) return { kind: "unsupported", reason: "version 99 of the sample format" };
    return second === undefined ? { kind: "empty", reason: "a header and nothing else" } : { kind: "yes" };
  },
  isRecord: (value) => asText(value.type) !== undefined,
  start: (): SampleState => ({}),
  decode: (state, { value }) => {
    const sessions = state as SampleState;
    const lane = asText(value.lane) ?? "";
    if (isHeader(value)) sessions[lane] = readHeader(value);
    const session = sessions[lane];
    if (session !== undefined && value.type === "title") session.title = asText(value.text) ?? session.title;
    if (session !== undefined && value.type === "user") session.firstPrompt ??= asText(value.text) ?? null;
    return slotsOf(value);
  },
  read: (_state, { value }) => slotsOf(value),
  sessions: (state) => Object.values(state as SampleState).map(factsOf),
  fold: foldSample,
  resumeCommand: ({ nativeId }) => `sample --resume ${nativeId}`,
};
