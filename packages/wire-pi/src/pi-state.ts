/** Owns the decoder's memory of one log: plain JSON, bounded, advanced in place by `decodeRecord`. */
import type { SourceIdentity } from "@backscroll/wire";
import { type BranchTitle, noTitle } from "./branch-title.ts";
import type { KeyAliases } from "./key-aliases.ts";
import { noCalls, type OpenCalls } from "./open-calls.ts";

/** A title as recorded, with whether a program chose it. */
export type RecordedTitle = { text: string; generated: boolean };

export type PiHeader = {
  id: string;
  cwd: string | null;
  createdAt: number | null;
  title: RecordedTitle | null;
  /** `parentSession` or `branchedFrom` as recorded: a path or an id. */
  parent: string | null;
};

export type PiState = {
  path: string;
  header: PiHeader | null;
  /** The line before the header, or in its place, that oh-my-pi keeps the title in. */
  titleSlot: RecordedTitle | null;
  branchTitle: BranchTitle;
  firstPrompt: string | null;
  firstTime: number | null;
  /** Key of the previous record of the tree. */
  last: string | null;
  /** Ordinals of records that take no slot. */
  slotless: number[];
  aliases: KeyAliases;
  calls: OpenCalls;
  /** Records whose parent had not been written yet. */
  orphans: [record: string, parent: string][];
  /** True where the log says that it is a subagent's. */
  subagent: boolean;
  flags: string[];
};

export const startState = (source: SourceIdentity): PiState => ({
  path: source.path,
  header: null,
  titleSlot: null,
  branchTitle: noTitle(),
  firstPrompt: null,
  firstTime: null,
  last: null,
  slotless: [],
  aliases: [],
  calls: noCalls(),
  orphans: [],
  subagent: false,
  flags: [],
});

export const addFlag = (state: PiState, flag: string): void => {
  if (!state.flags.includes(flag)) state.flags.push(flag);
};
