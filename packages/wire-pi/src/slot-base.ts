/** Owns the slots that several kinds of record share: log-only ones and context that a program wrote. */
import { eventTypes, type Json, type Slot } from "@backscroll/wire";

const kindLimit = 64;

/** What all slots of a record have in common. */
export type SlotBase = Pick<Slot, "key" | "createdAt" | "pointer"> & {
  readonly parent?: string | null;
  readonly evidence?: Json;
};

export const logOnlySlot = (base: SlotBase, kind: string, text = ""): Slot => ({
  ...base,
  type: `pi/${kind.slice(0, kindLimit) || "unknown"}`,
  role: null,
  text,
  logOnly: true,
});

export const injectedSlot = (base: SlotBase, text: string): Slot => ({
  ...base,
  type: eventTypes.contextInjected,
  role: "context",
  text,
});
