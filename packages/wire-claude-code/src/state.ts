/**
 * Owns the decoder's memory between lines: plain JSON, bounded except by the number of sidechains in one file.
 * Does not own what changes it.
 */
import type { SourceIdentity } from "@backscroll/wire";
import type { TitleKind } from "./titles.ts";

// Type aliases, not interfaces: only those are plain JSON to the compiler.

/** What is known of one conversation: the file's own, or a sidechain in it. */
export type ConversationState = {
  cwd: string | null;
  firstPrompt: string | null;
  /** A slash command with arguments, for want of a prompt. */
  firstCommand: string | null;
  createdAt: number | null;
  version: string | null;
};

export type SidechainState = ConversationState & {
  /** Id of the call that started it, where recorded. */
  callId: string | null;
};

export type ClaudeCodeState = {
  /** Name of the file without its extension. */
  file: string;
  /** The native id that the file's place gives it, null where only its lines do. */
  placedId: string | null;
  /** The session whose folder an agent's file lies in. */
  folderSession: string | null;
  /** The agent that the file's name names. */
  namedAgent: string | null;
  /** Whether the file is one agent's own log; null before the first conversation line. */
  isAgent: boolean | null;
  /** Agent id of the first conversation line. */
  lineAgent: string | null;
  /** Session id of the first conversation line. */
  lineSession: string | null;
  /** What stands beside an agent's file about it; null until it was found. */
  spawn: { parentAgent: string | null; callId: string | null } | null;
  spawnLooks: number;
  own: ConversationState;
  relocated: string | null;
  /** Latest recorded title of each kind. */
  titles: { [kind in TitleKind]: string | null };
  /** The recorded title that the file began with. */
  firstTitle: { kind: TitleKind; title: string } | null;
  hasAnswer: boolean;
  /** Titles by the line whose session they are for. */
  titlesFor: { [leaf: string]: string };
  /** Other session ids on the file's lines, first seen first. */
  otherSessions: string[];
  /** The last other session id before the file's own. */
  resumedFrom: string | null;
  seenOwnSession: boolean;
  forkedFrom: string | null;
  isBackground: boolean;
  /** Whether the first conversation line is a compaction. */
  beginsCompacted: boolean | null;
  /** Whether a line says that it was forked from this very session. */
  namesItself: boolean;
  sidechains: { [lane: string]: SidechainState };
  /** Lane of the last sidechain line. */
  lastSidechain: string | null;
  /** Names of the latest calls. */
  calls: [callId: string, name: string][];
  /** Agent calls of the latest lines that made exactly one. */
  agentCalls: [key: string, callId: string][];
  /** Parents that were named before they were written, with who named them. */
  awaited: [parent: string, child: string][];
};

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuidPattern.test(text);

export const newConversation = (): ConversationState => ({
  cwd: null,
  firstPrompt: null,
  firstCommand: null,
  createdAt: null,
  version: null,
});

/** State before the first line; what the path alone tells. */
export const startState = (source: SourceIdentity): ClaudeCodeState => {
  const segments = source.path.split(/[\\/]/);
  const file = (segments.pop() ?? "").replace(/\.jsonl?$/, "");
  const agents = segments.lastIndexOf("subagents");
  const namedAgent = /^agent-(.+)$/.exec(file)?.[1] ?? null;
  return {
    file,
    placedId: namedAgent === null && isUuid(file) && segments.includes("projects") ? file : null,
    folderSession: agents > 0 ? (segments[agents - 1] ?? null) : null,
    namedAgent,
    isAgent: namedAgent === null ? null : true,
    lineAgent: null,
    lineSession: null,
    spawn: null,
    spawnLooks: 0,
    own: newConversation(),
    relocated: null,
    titles: { custom: null, agent: null, generated: null, summary: null },
    firstTitle: null,
    hasAnswer: false,
    titlesFor: {},
    otherSessions: [],
    resumedFrom: null,
    seenOwnSession: false,
    forkedFrom: null,
    isBackground: false,
    beginsCompacted: null,
    namesItself: false,
    sidechains: {},
    lastSidechain: null,
    calls: [],
    agentCalls: [],
    awaited: [],
  };
};

/** Adds to a list that keeps its latest entries. */
export const remember = <T>(list: T[], item: T, limit: number): void => {
  list.push(item);
  if (list.length > limit) list.shift();
};
