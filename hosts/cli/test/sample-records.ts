/** Owns small sessions, events and coverages for tests. */
import type { Coverage, EventHit, EventRecord, SessionRecord, TranscriptEvent } from "@backscroll/corpus";

export const sampleNow = Date.UTC(2026, 10, 15, 12, 0, 0);

export const sampleSession = (changes: Partial<SessionRecord> = {}): SessionRecord => ({
  session: "pi:4b1f2c00",
  wire: "pi",
  nativeId: "4b1f2c00",
  cwd: "/home/ada/parser",
  title: "Tidy the parser",
  firstPrompt: "Please tidy the parser",
  createdAt: sampleNow - 3 * 86_400_000,
  lastEventAt: sampleNow - 3 * 86_400_000 + 60_000,
  events: 12,
  parent: null,
  availability: ["persisted"],
  path: "/home/ada/.pi/agent/sessions/x.jsonl",
  programVersion: null,
  resumeCommand: "pi --session 4b1f2c00",
  flags: [],
  ...changes,
});

const sampleEvent = (changes: Partial<EventRecord> = {}): EventRecord => ({
  session: "pi:4b1f2c00",
  seq: 4,
  key: "k4",
  type: "user/message",
  role: "user",
  branch: "active",
  surface: "current",
  beforeCompaction: false,
  inContext: null,
  subagentOf: null,
  copyOf: null,
  callSeq: null,
  truncated: false,
  echo: false,
  createdAt: sampleNow - 2 * 86_400_000,
  tool: null,
  author: null,
  ...changes,
});

export const sampleHit = (changes: Partial<EventHit> = {}): EventHit => ({
  ...sampleEvent(),
  excerpt: { text: "the zebra parser", ranges: [[4, 9]] },
  score: 2.5,
  ...changes,
});

export const transcriptEvent = (
  seq: number,
  type: string,
  changes: Partial<TranscriptEvent> = {},
): TranscriptEvent => ({
  seq,
  type,
  role: "user",
  branch: "active",
  surface: "current",
  beforeCompaction: false,
  inContext: null,
  subagentOf: null,
  copyOf: null,
  callSeq: null,
  resultSeq: null,
  parentSeq: seq - 1,
  truncated: false,
  echo: false,
  createdAt: null,
  logOnly: false,
  ...changes,
});

export const sampleCoverage = (changes: Partial<Coverage> = {}): Coverage => ({
  sessions: 3,
  events: 1200,
  behind: 0,
  skipped: [],
  hidden: 0,
  hiddenCapped: false,
  echoes: 0,
  untimed: 0,
  windowed: false,
  missingTerms: [],
  largestSubset: null,
  ...changes,
});
