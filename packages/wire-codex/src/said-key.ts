/** Owns the key of a said thing that has no id of its own: the same for the item and for the event that tell it. */
import { keyHash } from "@backscroll/wire";
import { plainForm } from "./marked-text.ts";

export const saidKey = (who: "user" | "assistant" | "context" | "agent", text: string): string =>
  `${who}/${keyHash(plainForm(text)).toString(36)}`;

/** An item's id where the program that wrote the log gave it; ids that a migration counted up are none. */
export const ownId = (id: string | undefined): string | undefined =>
  id === undefined || /^item-\d+$/.test(id) ? undefined : id;
