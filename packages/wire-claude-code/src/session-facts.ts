/** Owns what a file says of its sessions: identity, parent, title, prompt, directory, and how lines change it. */
import {
  asObject,
  asText,
  eventTypes,
  type JsonObject,
  type ParentReference,
  type RecordContext,
  type SessionFacts,
  type Slot,
} from "@backscroll/wire";
import { attachmentTexts, isQueuedPrompt } from "./attachment.ts";
import { contentOf, contentTexts } from "./content-text.ts";
import { isConversation, isSidechain, kindOf, sessionIdOf, timeOf, uuidOf } from "./line.ts";
import { commandIn, promptIn } from "./prompt.ts";
import type { ClaudeCodeState, ConversationState } from "./state.ts";
import { type TitleKind, titleIn, titleKinds } from "./titles.ts";

const titleLimit = 256;
const sessionLimit = 32;
const spawnLookLimit = 8;

const agentId = (state: ClaudeCodeState): string => state.namedAgent ?? state.lineAgent ?? state.file;

/** The session that an agent's file belongs to. */
const agentsSession = (state: ClaudeCodeState): string | null => {
  if (state.folderSession !== null) return state.folderSession;
  const session = state.lineSession;
  // Some versions wrote the agent's own name there.
  return session === null || session === agentId(state) || session === `agent-${agentId(state)}` ? null : session;
};

/** The native id of the file's own session. */
export const nativeIdOf = (state: ClaudeCodeState): string => {
  if (state.isAgent !== true) return state.placedId ?? state.lineSession ?? state.file;
  const session = agentsSession(state);
  return session === null ? state.file : `${session}.${agentId(state)}`;
};

/** The strongest title before the first answer, else the first one: what a continuation copied to its head. */
const noteFirstTitle = (state: ClaudeCodeState, kind: TitleKind, title: string): void => {
  const first = state.firstTitle;
  const isStronger = first === null || titleKinds.indexOf(kind) < titleKinds.indexOf(first.kind);
  if (isStronger && (first === null || !state.hasAnswer)) state.firstTitle = { kind, title };
};

const noteTitle = (state: ClaudeCodeState, value: JsonObject, context: RecordContext): void => {
  const title = titleIn(value);
  if (title === null) return;
  const text = title.title === "" ? null : title.title;
  if (title.leaf === undefined) {
    state.titles[title.kind] = text;
    if (text !== null) noteFirstTitle(state, title.kind, text);
    return;
  }
  if (text === null) return;
  // Written anew, so that the latest ones stay when the list is full.
  delete state.titlesFor[title.leaf];
  state.titlesFor[title.leaf] = text;
  const [oldest] = Object.keys(state.titlesFor);
  if (oldest !== undefined && Object.keys(state.titlesFor).length > titleLimit) delete state.titlesFor[oldest];
  if (context.laneOf(title.leaf) === "") state.titles.summary = text;
};

/** Looks for the file that newer versions write beside an agent's log, which names its spawner. */
const lookForSpawn = (state: ClaudeCodeState, context: RecordContext): void => {
  if (state.isAgent !== true || state.spawn !== null || state.spawnLooks >= spawnLookLimit) return;
  state.spawnLooks++;
  const text = context.sideFile(`${state.file}.meta.json`);
  if (text === null) return;
  try {
    const facts = asObject(JSON.parse(text));
    state.spawn = {
      parentAgent: asText(facts.parentAgentId)?.replace(/^agent-/, "") ?? null,
      callId: asText(facts.toolUseId) ?? null,
    };
  } catch {
    // A half-written file is looked at again with the next lines.
  }
};

const noteIdentity = (state: ClaudeCodeState, value: JsonObject): void => {
  const session = sessionIdOf(value);
  if (state.isAgent === null) {
    const agent = asText(value.agentId);
    state.isAgent = state.placedId === null && isSidechain(value) && agent !== undefined;
  }
  state.lineAgent ??= asText(value.agentId) ?? null;
  state.lineSession ??= session ?? null;
  if (value.sessionKind === "bg") state.isBackground = true;
  const source = asText(asObject(value.forkedFrom).sessionId);
  if (source === nativeIdOf(state)) state.namesItself = true;
  else if (source !== undefined) state.forkedFrom = source;
  if (state.isAgent || session === undefined) return;
  if (session === nativeIdOf(state)) state.seenOwnSession = true;
  else {
    if (!state.otherSessions.includes(session) && state.otherSessions.length < sessionLimit) {
      state.otherSessions.push(session);
    }
    if (!state.seenOwnSession) state.resumedFrom = session;
  }
};

const noteConversation = (
  conversation: ConversationState,
  value: JsonObject,
  slots: readonly Slot[],
  context: RecordContext,
): void => {
  conversation.createdAt ??= timeOf(value);
  conversation.version = asText(value.version) ?? conversation.version;
  if (!isConversation(value)) return;
  conversation.cwd ??= asText(value.cwd) ?? null;
  if (conversation.firstPrompt !== null || slots[0]?.type !== eventTypes.userMessage) return;
  // A picture says nothing in a list.
  const words = { ...context, media: () => "" };
  const texts = isQueuedPrompt(value) ? attachmentTexts(value, words) : contentTexts(contentOf(value), words);
  conversation.firstPrompt = promptIn(texts);
  conversation.firstCommand ??= commandIn(texts);
};

const isCompaction = (value: JsonObject, slots: readonly Slot[]): boolean =>
  slots[0]?.type === eventTypes.contextCompaction || value.subtype === "compact_boundary";

/** Takes what a line says of its session into `state`. `lane` is the line's conversation. */
export const noteLine = (
  state: ClaudeCodeState,
  value: JsonObject,
  slots: readonly Slot[],
  lane: string,
  context: RecordContext,
): void => {
  lookForSpawn(state, context);
  noteTitle(state, value, context);
  if (kindOf(value) === "relocated") state.relocated = asText(value.relocatedCwd) ?? state.relocated;
  const uuid = uuidOf(value);
  if (uuid !== undefined && lane === "" && Object.hasOwn(state.titlesFor, uuid)) {
    state.titles.summary = state.titlesFor[uuid] ?? null;
  }
  const kind = kindOf(value);
  if (lane === "" && (kind === "user" || kind === "assistant" || value.subtype === "compact_boundary")) {
    state.beginsCompacted ??= isCompaction(value, slots);
    if (kind === "assistant") state.hasAnswer = true;
  }
  noteConversation(lane === "" ? state.own : (state.sidechains[lane] ?? state.own), value, slots, context);
};

/** Takes in what a conversation line says of the file as a whole; comes before the line's slots are placed. */
export const noteFile = (state: ClaudeCodeState, value: JsonObject): void => {
  if (isConversation(value)) noteIdentity(state, value);
};

const parentOfAgent = (state: ClaudeCodeState): ParentReference | null => {
  const session = agentsSession(state);
  if (session === null) return null;
  const spawner = state.spawn?.parentAgent ?? null;
  const callId = state.spawn?.callId ?? null;
  return {
    kind: "subagent",
    nativeId: spawner === null || spawner === agentId(state) ? session : `${session}.${spawner}`,
    ...(callId === null ? {} : { callId }),
  };
};

const parentOfSession = (state: ClaudeCodeState): ParentReference | null => {
  if (state.isAgent === true) return parentOfAgent(state);
  if (state.forkedFrom !== null) return { kind: state.isBackground ? "resume" : "fork", nativeId: state.forkedFrom };
  // Without a name of its own, the first id on the lines is the file's, and later ones are only other names.
  if (state.placedId !== null && state.resumedFrom !== null) return { kind: "resume", nativeId: state.resumedFrom };
  return state.isBackground ? { kind: "resume" } : null;
};

const commonFacts = (conversation: ConversationState) => ({
  cwd: conversation.cwd,
  firstPrompt: conversation.firstPrompt ?? conversation.firstCommand,
  createdAt: conversation.createdAt,
  programVersion: conversation.version,
});

const titleFacts = (state: ClaudeCodeState): Pick<SessionFacts, "title" | "titleOrigin"> => {
  const kind = titleKinds.find((candidate) => state.titles[candidate] !== null);
  if (kind === undefined) return { title: null, titleOrigin: null };
  return { title: state.titles[kind], titleOrigin: kind === "custom" || kind === "agent" ? "recorded" : "generated" };
};

const flagsOf = (state: ClaudeCodeState): readonly string[] => {
  const isOwnSpawner = state.isAgent === true && state.spawn?.parentAgent === agentId(state);
  return state.namesItself || isOwnSpawner ? ["self-parent"] : [];
};

const ownFacts = (state: ClaudeCodeState): SessionFacts => {
  const parent = parentOfSession(state);
  const { title, titleOrigin } = titleFacts(state);
  const titlesFor = Object.entries(state.titlesFor).map(([key, text]) => ({ key, title: text }));
  const continued = state.beginsCompacted === true && parent === null ? state.firstTitle : null;
  const hidden = state.isAgent === true && agentId(state).startsWith("acompact-");
  return {
    ...commonFacts(state.own),
    lane: "",
    nativeId: nativeIdOf(state),
    cwd: state.relocated ?? state.own.cwd,
    title,
    titleOrigin,
    parent,
    ...(state.otherSessions.length === 0 ? {} : { aliases: [...state.otherSessions] }),
    ...(continued === null ? {} : { continues: { title: continued.title } }),
    ...(titlesFor.length === 0 ? {} : { titlesFor }),
    ...(hidden ? { hidden: "a compaction worker's log, mostly copies of its session" } : {}),
    flags: flagsOf(state),
  };
};

/** The sessions of the file so far: its own, then its sidechains in order of their first lines. */
export const sessionsOf = (state: ClaudeCodeState): readonly SessionFacts[] => {
  const own = ownFacts(state);
  const sidechains = Object.entries(state.sidechains).map(
    ([lane, sidechain]): SessionFacts => ({
      ...commonFacts(sidechain),
      lane,
      nativeId: `${own.nativeId}.${lane}`,
      title: null,
      titleOrigin: null,
      parent: {
        kind: "subagent",
        nativeId: own.nativeId,
        ...(sidechain.callId === null ? {} : { callId: sidechain.callId }),
      },
      flags: [],
    }),
  );
  return [own, ...sidechains];
};
