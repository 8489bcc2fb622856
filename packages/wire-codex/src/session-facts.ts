/** Owns what is known of the session from the decoder's memory. */
import { type ParentReference, type SessionFacts, sessionTitleKey } from "@backscroll/wire";
import type { CodexState } from "./codex-state.ts";
import { plainName, rolloutName } from "./rollout-name.ts";
import { parentOf, type SessionHeader } from "./session-header.ts";

/**
 * Native id of the rollout. The first file of a thread has the thread's; a segment, into which a revert continues
 * the thread, has its own, by which forks name it.
 */
const nativeIdOf = (path: string, header: SessionHeader | null): string => {
  const name = rolloutName(path);
  const thread = header?.id ?? name?.thread ?? plainName(path);
  if (name !== null && name.segment !== null && name.thread === thread) return name.segment;
  // A segment under another name is known by the history of its own thread that it continues.
  return header?.base?.rollout === thread ? `${thread}_${header.base.endOrdinal}` : thread;
};

const parent = (header: SessionHeader | null, nativeId: string): ParentReference | null => {
  if (header === null) return null;
  if (header.id !== null && header.id !== nativeId) {
    const continued = header.base?.rollout ?? header.id;
    return { kind: "resume", nativeId: continued };
  }
  return parentOf(header, [nativeId]);
};

export const sessionFacts = (state: CodexState): SessionFacts => {
  const { header } = state;
  const nativeId = nativeIdOf(state.path, header);
  const aliases = header?.id != null && header.id !== nativeId ? [header.id] : [];
  const selfNamed =
    header !== null && nativeId === header.id && (header.forkedFrom === nativeId || header.parentThread === nativeId);
  const titlesFor = Object.entries(state.names).map(([thread, title]) => ({ key: sessionTitleKey(thread), title }));
  return {
    lane: "",
    nativeId,
    cwd: header?.cwd ?? state.cwd,
    title: state.title,
    titleOrigin: state.title === null ? null : "recorded",
    firstPrompt: state.prompt ?? state.copiedPrompt,
    createdAt: header?.createdAt ?? state.firstTime,
    parent: parent(header, nativeId),
    programVersion: header?.version ?? null,
    ...(titlesFor.length === 0 ? {} : { titlesFor }),
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(header?.base == null ? {} : { base: { nativeId: header.base.rollout, endOrdinal: header.base.endOrdinal } }),
    flags: [...(header === null ? ["missing-header"] : []), ...(selfNamed ? ["self-parent"] : [])],
  };
};
