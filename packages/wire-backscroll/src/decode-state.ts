/** Owns what decoding remembers of a log's earlier records, and the session facts made of it. */
import {
  asObject,
  asText,
  eventTypes,
  hasLargeMark,
  type JsonObject,
  type ParentKind,
  type ParentReference,
  type SessionFacts,
  type Slot,
  type SourceIdentity,
} from "@backscroll/wire";
import { isHeader } from "./detect.ts";
import { timeOf } from "./read-slot.ts";

/** What the decoder remembers of a log between refreshes. Plain JSON. */
export type BackscrollState = {
  /** The header's id, else the file's name. */
  id: string;
  hasHeader: boolean;
  cwd: string | null;
  createdAt: number | null;
  parent: { id: string; kind: ParentKind } | null;
  title: { text: string; generated: boolean } | null;
  firstPrompt: string | null;
  /** The downstream agent's own ids of this conversation. */
  aliases: string[];
  /** Names of the tools called last, for results that do not name theirs. */
  calls: [callId: string, name: string][];
};

const rememberedCalls = 256;
const rememberedAliases = 64;
const promptLength = 500;

const kinds: ReadonlySet<unknown> = new Set<ParentKind>(["fork", "subagent", "resume", "handoff"]);

export const startState = ({ path }: SourceIdentity): BackscrollState => ({
  id: (path.split(/[\\/]/).at(-1) ?? path).replace(/\.jsonl$/, ""),
  hasHeader: false,
  cwd: null,
  createdAt: null,
  parent: null,
  title: null,
  firstPrompt: null,
  aliases: [],
  calls: [],
});

export const toolName = (state: BackscrollState, callId: string): string | null =>
  state.calls.findLast(([id]) => id === callId)?.[1] ?? null;

const addAlias = (state: BackscrollState, downstream: JsonObject): void => {
  const session = asText(downstream.session);
  if (session === undefined || state.aliases.includes(session)) return;
  state.aliases.push(session);
  if (state.aliases.length > rememberedAliases) state.aliases.shift();
};

const noteHeader = (state: BackscrollState, header: JsonObject): void => {
  if (state.hasHeader || !isHeader(header)) return;
  const parent = asText(header.parent)?.replace(/^backscroll:/, "");
  state.hasHeader = true;
  state.id = asText(header.id) ?? state.id;
  state.cwd = asText(header.cwd) ?? null;
  state.createdAt = timeOf(header.created_at);
  state.parent =
    parent === undefined ? null : { id: parent, kind: kinds.has(header.kind) ? (header.kind as ParentKind) : "fork" };
  addAlias(state, asObject(header.downstream));
};

/** Takes what a record says of the session; `slot` is null for a header. */
export const noteRecord = (state: BackscrollState, record: JsonObject, slot: Slot | null): void => {
  if (slot === null) {
    noteHeader(state, record);
    return;
  }
  const data = asObject(record.data);
  state.createdAt ??= slot.createdAt;
  if (slot.type === eventTypes.userMessage && state.firstPrompt === null && !hasLargeMark(slot.text)) {
    const prompt = slot.text.replace(/\s+/g, " ").trim();
    if (prompt !== "") state.firstPrompt = [...prompt.slice(0, promptLength * 2)].slice(0, promptLength).join("");
  } else if (slot.type === eventTypes.sessionTitle && slot.text.trim() !== "") {
    state.title = { text: slot.text, generated: data.generated === true };
  } else if (slot.type === "session/downstream") addAlias(state, data);
  else if (slot.callId !== undefined && slot.tool?.name) {
    state.calls.push([slot.callId, slot.tool.name]);
    if (state.calls.length > rememberedCalls) state.calls.shift();
  }
};

const parentOf = (state: BackscrollState): ParentReference | null =>
  state.parent === null || state.parent.id === state.id ? null : { kind: state.parent.kind, nativeId: state.parent.id };

export const sessionFacts = (state: BackscrollState): SessionFacts => ({
  lane: "",
  nativeId: state.id,
  cwd: state.cwd,
  title: state.title?.text ?? null,
  titleOrigin: state.title === null ? null : state.title.generated ? "generated" : "recorded",
  firstPrompt: state.firstPrompt,
  createdAt: state.createdAt,
  parent: parentOf(state),
  programVersion: null,
  ...(state.aliases.length > 0 ? { aliases: [...state.aliases] } : {}),
  flags: [
    ...(state.hasHeader ? [] : ["missing-header"]),
    ...(state.parent !== null && state.parent.id === state.id ? ["self-parent"] : []),
  ],
});
