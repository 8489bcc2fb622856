/**
 * Owns where a session's running step begins: what a caller is just doing is not an earlier event of its own
 * session. Does not own what is done with it.
 */
import { eventTypes } from "./event.ts";
import { type Fold, type FoldEvent, inRanges } from "./fold.ts";

/**
 * Seq of the running step's first event; null where nothing is running, so that nothing is cut;
 * `no-current-step` where a log that records its steps has none.
 */
export type CurrentStep = number | "no-current-step" | null;

const lastStepStart = (events: Iterable<FoldEvent>): CurrentStep => {
  let last: CurrentStep = "no-current-step";
  for (const event of events) if (event.type === eventTypes.stepStart) last = event.seq;
  return last;
};

/** One record's slots that were model context, in order. */
interface ContextRecord {
  readonly first: FoldEvent;
  readonly slots: FoldEvent[];
  /** Ordinal of the nearest record that is not log-only, by parent links; -1 for a root. */
  readonly parent: number;
}

/** Records of the active branch that were model context, ascending; log-only ones are skipped in parent links. */
const contextRecords = (events: Iterable<FoldEvent>, fold: Fold): ContextRecord[] => {
  const retyped = new Map(fold.retyped.map((change) => [change.seq, change]));
  const records: ContextRecord[] = [];
  const ordinals = new Map<number, number>();
  for (const event of events) {
    if (inRanges(fold.inactive, event.seq)) continue;
    const change = retyped.get(event.seq);
    const known = change === undefined ? event : { ...event, type: change.type, role: change.role };
    const parent = ordinals.get(event.parentSeq) ?? -1;
    const record = records[parent];
    if (event.logOnly) ordinals.set(event.seq, parent);
    else if (event.part > 0 && record?.first.seq === event.parentSeq) record.slots.push(known);
    else {
      ordinals.set(event.seq, records.length);
      records.push({ first: known, slots: [known], parent });
    }
  }
  return records;
};

const isCall = (event: FoldEvent): boolean => event.type === eventTypes.toolCall;

const isAssistant = (record: ContextRecord): boolean =>
  record.first.type === eventTypes.assistantMessage || isCall(record.first);

/** Whether a record goes on with the message that its parent belongs to. */
const continues = (record: ContextRecord, parent: ContextRecord): boolean => {
  if (!isAssistant(parent) || record.first.group !== parent.first.group) return false;
  return record.first.group !== null || isCall(record.first);
};

/**
 * The running step of a session with `events` ascending by seq and their `fold`. In Backscroll's own log (`wire`
 * is `backscroll`) it begins at the last `step/start`. Elsewhere it is the branch's last assistant message, if that
 * has a call without result or nothing after it, from the message's first record on.
 */
export const currentStep = (events: Iterable<FoldEvent>, fold: Fold, wire: string): CurrentStep => {
  if (wire === "backscroll") return lastStepStart(events);
  const records = contextRecords(events, fold);
  const last = records.findLastIndex(isAssistant);
  const lastRecord = records[last];
  if (lastRecord === undefined) return null;
  const message = [lastRecord];
  for (;;) {
    const record = message[message.length - 1] as ContextRecord;
    const parent = records[record.parent];
    if (parent === undefined || !continues(record, parent)) break;
    message.push(parent);
  }
  const answered = new Set(records.flatMap((record) => record.slots.map((slot) => slot.callSeq)));
  const open = message.some((record) => record.slots.some((slot) => isCall(slot) && !answered.has(slot.seq)));
  const first = message[message.length - 1] as ContextRecord;
  return open || last === records.length - 1 ? first.first.seq : null;
};
