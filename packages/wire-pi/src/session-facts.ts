/** Owns what a log says of its session, from the decoder's memory. */
import { basename, dirname, isAbsolute, resolve, win32 } from "node:path";
import type { ParentReference, SessionFacts } from "@backscroll/wire";
import type { PiState, RecordedTitle } from "./pi-state.ts";

const logName = /\.jsonl(?:\.[\w.:-]+)?$/;
/** `<stamp>_<session id>`: the name that the program itself gives. */
const stampedName = /^\d{4}-\d\d-\d\dT[\d-]+Z_(.+)$/;

/** Session id as the file's name has it, for logs whose header was lost. */
const idFromPath = (path: string): string => {
  const name = basename(path).replace(logName, "");
  return stampedName.exec(name)?.[1] ?? name;
};

const forkParent = (parent: string, source: string): ParentReference => {
  if (!/[\\/]|\.jsonl$/.test(parent)) return { kind: "fork", nativeId: parent };
  const path = isAbsolute(parent) || win32.isAbsolute(parent) ? parent : resolve(dirname(source), parent);
  const nativeId = stampedName.exec(win32.basename(parent).replace(logName, ""))?.[1];
  return { kind: "fork", path, ...(nativeId === undefined ? {} : { nativeId }) };
};

/** oh-my-pi keeps the logs of a session's subagents in a folder with the name of the session's own log. */
const subagentParent = (source: string): ParentReference | null => {
  const folder = dirname(source);
  for (let above = folder; dirname(above) !== above; above = dirname(above)) {
    if (!stampedName.test(basename(above))) continue;
    const nativeId = above === folder ? stampedName.exec(basename(above))?.[1] : undefined;
    return { kind: "subagent", path: `${folder}.jsonl`, ...(nativeId === undefined ? {} : { nativeId }) };
  }
  return null;
};

const titleOf = (state: PiState): RecordedTitle | null => {
  const { current } = state.branchTitle;
  if (state.titleSlot !== null) return state.titleSlot;
  if (current === null) return state.header?.title ?? null;
  return current === "" ? null : { text: current, generated: false };
};

export const sessionFacts = (state: PiState): SessionFacts => {
  const { header } = state;
  const nativeId = header?.id ?? idFromPath(state.path);
  const flags = [...state.flags, ...(header === null ? ["missing-header"] : [])];
  const recorded = header?.parent ?? null;
  let parent = recorded === null ? null : forkParent(recorded, state.path);
  if (parent !== null && (parent.nativeId === nativeId || parent.path === state.path)) {
    parent = null;
    flags.push("self-parent");
  }
  if (recorded === null && state.subagent) parent = subagentParent(state.path);
  const title = titleOf(state);
  return {
    lane: "",
    nativeId,
    cwd: header?.cwd ?? null,
    title: title?.text ?? null,
    titleOrigin: title === null ? null : title.generated ? "generated" : "recorded",
    firstPrompt: state.firstPrompt,
    createdAt: header?.createdAt ?? state.firstTime,
    parent,
    programVersion: null,
    flags,
  };
};
