/**
 * Owns telling which of two tellings of one message is the repeat. Codex writes most messages twice, as an item and as
 * an event, in either order and sometimes only once. A log is read forward, so the first telling speaks and the
 * second is silent: nothing is lost where the second never comes, as when a turn was aborted.
 */
import { keyHash } from "@backscroll/wire";
import { type CodexState, type Pending, remember } from "./codex-state.ts";
import type { Draft } from "./draft.ts";

const pendingLimit = 32;

const hashes = (forms: readonly string[]): number[] => [...new Set(forms.filter((form) => form !== "").map(keyHash))];

const forget = (state: CodexState, who: Pending["who"]): void => {
  if (state.pending.length > 0) state.pending = state.pending.filter((one) => one.who !== who);
};

/** An assistant's step ends the wait for a prompt's twin. */
export const endPrompts = (state: CodexState): void => forget(state, "user");

const take = (
  state: CodexState,
  who: Pending["who"],
  side: Pending["side"],
  forms: readonly number[],
): Pending | null => {
  const index = state.pending.findIndex(
    (one) => one.who === who && one.side === side && one.forms.some((form) => forms.includes(form)),
  );
  return index === -1 ? null : (state.pending.splice(index, 1)[0] ?? null);
};

/** Takes one event for each part of an item, or none at all. */
const takeParts = (state: CodexState, parts: readonly string[]): Pending | null => {
  const kept = [...state.pending];
  let first: Pending | null = null;
  for (const part of parts) {
    const taken = take(state, "assistant", "event", hashes([part]));
    if (taken === null) {
      state.pending = kept;
      return null;
    }
    first ??= taken;
  }
  return first;
};

type Side = Pick<Pending, "who" | "side">;

const sideOf = (draft: Draft): Side | null => {
  switch (draft.voice) {
    case "userItem":
      return { who: "user", side: "item" };
    case "userEvent":
      return { who: "user", side: "event" };
    case "assistantItem":
      return { who: "assistant", side: "item" };
    case "assistantEvent":
      return { who: "assistant", side: "event" };
    default:
      return null;
  }
};

/** The earlier telling that the message repeats, which then waits no longer; null where there is none. */
export const takeTwin = (state: CodexState, draft: Draft): Pending | null => {
  const own = sideOf(draft);
  if (own === null || draft.said === undefined) return null;
  const { forms, parts } = draft.said;
  const twin = take(state, own.who, own.side === "item" ? "event" : "item", hashes(forms));
  return twin ?? (own.side === "item" && parts.length > 1 ? takeParts(state, parts) : null);
};

/** Remembers a message that was told for the first time, under the key of its slot. */
export const awaitTwin = (state: CodexState, draft: Draft, key: string): void => {
  const own = sideOf(draft);
  if (own === null || draft.said === undefined) return;
  const injected = draft.role === "context";
  if (own.who === "user" && !injected) forget(state, "assistant");
  const forms = hashes(draft.said.forms);
  if (forms.length > 0) remember(state.pending, { ...own, key, forms, injected }, pendingLimit);
};
