/** Owns the decoder's memory of one rollout: plain JSON, bounded, advanced in place by `decodeRecord`. */
import type { SourceIdentity } from "@backscroll/wire";
import type { Voice } from "./draft.ts";
import type { SessionHeader } from "./session-header.ts";
import type { ThreadNames } from "./thread-names.ts";
import { type KeyCounts, noCounts } from "./unique-key.ts";

/** From the record at `start` on, records of a voice gave this, until the next entry. */
export type SpeechRuns = [start: number, said: number][];

/** A message that may have a twin yet to come. */
export type Pending = {
  side: "item" | "event";
  who: "user" | "assistant";
  key: string;
  forms: number[];
  injected: boolean;
};

/** A call as later records need it. */
export type KnownCall = {
  id: string;
  name: string | null;
  /** Characters of output up to which the model certainly saw all of it. */
  limit: number;
  /** Characters of the output that the model saw, null before it came. */
  output: number | null;
  /** True where that output was cut. */
  cut: boolean;
};

/** The last thing that the assistant said, while nothing else happened. */
export type LastAnswer = {
  key: string;
  hash: number;
  length: number;
  /** True where both its item and its event are there. */
  twinned: boolean;
  /** True where the log itself says that it is a compaction's summary. */
  isSummary: boolean;
  responseId: string | null;
};

/** History of another thread that the log begins with. */
export type Replay = { session: string; ended: boolean };

export type CodexState = {
  path: string;
  header: SessionHeader | null;
  /** Offset of the header's record, -1 before there is one. */
  headerStart: number;
  cwd: string | null;
  title: string | null;
  prompt: string | null;
  /** First prompt of copied history. */
  copiedPrompt: string | null;
  firstTime: number | null;
  lastTime: number | null;
  sawItems: boolean;
  speech: Record<Voice, SpeechRuns>;
  pending: Pending[];
  calls: KnownCall[];
  answer: LastAnswer | null;
  counts: KeyCounts;
  replay: Replay | null;
  /** Filled only from the file of thread names. */
  names: ThreadNames;
};

export const startState = (source: SourceIdentity): CodexState => ({
  path: source.path,
  header: null,
  headerStart: -1,
  cwd: null,
  title: null,
  prompt: null,
  copiedPrompt: null,
  firstTime: null,
  lastTime: null,
  sawItems: false,
  speech: { userItem: [], userEvent: [], assistantItem: [], assistantEvent: [], toolEvent: [], compacted: [] },
  pending: [],
  calls: [],
  answer: null,
  counts: noCounts(),
  replay: null,
  names: {},
});

/** Appends to a list of at most `limit` entries, dropping the oldest. */
export const remember = <T>(list: T[], entry: T, limit: number): void => {
  list.push(entry);
  if (list.length > limit) list.shift();
};
