/**
 * Owns what a record says by itself: a slot before it is known whether another record already said the same.
 * Read from the record alone, so that it is the same at any time.
 */
import type { Role, Slot, ToolFacts } from "@backscroll/wire";

/** Kinds of records that may repeat what another one says; each keeps its own memory of which did. */
export type Voice = "userItem" | "userEvent" | "assistantItem" | "assistantEvent" | "toolEvent" | "compacted";

/** What a record with a voice gives: all of it, nothing, or only the output of a tool's run. */
export const utterance = { whole: 0, silent: 1, output: 2 } as const;
export type Utterance = (typeof utterance)[keyof typeof utterance];

export interface Draft {
  readonly key: string;
  readonly type: string;
  readonly role: Role | null;
  readonly logOnly?: true;
  readonly createdAt: number | null;
  readonly text: string;
  readonly tool?: ToolFacts;
  readonly callId?: string;
  readonly resultOf?: string;
  readonly author?: string;
  readonly voice?: Voice;
  /** Type of the slot where the record is a silent repeat. */
  readonly silentType?: string;
  /** Of a message: its texts in plain form as its twin may tell them, and each part's. */
  readonly said?: { readonly forms: readonly string[]; readonly parts: readonly string[] };
  /** Of a user message: what was typed. */
  readonly prompt?: string;
  /** Of an event about a tool's run. */
  readonly run?: ToolRun;
}

export interface ToolRun {
  readonly callId: string | undefined;
  /** Output as the event keeps it, often fuller than what the model saw; "" where it keeps none. */
  readonly output: string;
  /** True where an item of its own tells it in every log that has items. */
  readonly hasItem: boolean;
  /** True where no item ever holds this output. */
  readonly onlyHere: boolean;
}

/** The draft's slot, given what of it is not a repeat. */
export const slotOf = (draft: Draft, said: Utterance): Slot => {
  const { key, createdAt } = draft;
  const silentType = draft.silentType ?? draft.type;
  if (said === utterance.output) {
    return { key, type: silentType, role: null, logOnly: true, createdAt, text: draft.run?.output ?? "", pointer: "" };
  }
  if (said === utterance.silent && draft.voice === "compacted") {
    return { key, type: draft.type, role: draft.role, createdAt, text: "", pointer: "" };
  }
  if (said === utterance.silent) {
    return { key: `${key}/twin`, type: silentType, role: null, logOnly: true, createdAt, text: "", pointer: "" };
  }
  return {
    key,
    type: draft.type,
    role: draft.role,
    ...(draft.logOnly === true ? { logOnly: true as const } : {}),
    createdAt,
    text: draft.text,
    pointer: "",
    ...(draft.tool === undefined ? {} : { tool: draft.tool }),
    ...(draft.callId === undefined ? {} : { callId: draft.callId }),
    ...(draft.resultOf === undefined ? {} : { resultOf: draft.resultOf }),
    ...(draft.author === undefined ? {} : { author: draft.author }),
  };
};
