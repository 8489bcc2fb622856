/** Owns the decoder of Backscroll's own log. Does not own how the log is written. */
import type { Decoder } from "@backscroll/wire";
import { places } from "./backscroll-home.ts";
import { type BackscrollState, noteRecord, sessionFacts, startState, toolName } from "./decode-state.ts";
import { detect, isRecord } from "./detect.ts";
import { foldLog } from "./fold-log.ts";
import { readSlot } from "./read-slot.ts";

/** Decodes the logs that `createSessionLog` writes. Never throws on what a log holds. */
export const backscrollDecoder: Decoder<BackscrollState> = {
  wire: "backscroll",
  name: "Backscroll",
  version: 1,
  wrappers: [],
  places,
  accepts: (path) => path.endsWith(".jsonl"),
  detect,
  isRecord,
  start: startState,
  decode: (state, record, context) => {
    const slot = readSlot(record, context, (callId) => toolName(state, callId));
    noteRecord(state, record.value, slot);
    return slot === null ? [] : [slot];
  },
  read: (state, record, context) => {
    const slot = readSlot(record, context, (callId) => toolName(state, callId));
    return slot === null ? [] : [slot];
  },
  sessions: (state) => [sessionFacts(state)],
  fold: foldLog,
  resumeCommand: () => null,
};
