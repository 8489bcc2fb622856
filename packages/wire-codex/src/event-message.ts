/** Owns what each kind of event becomes: the other telling of messages and tool runs, titles, and bookkeeping. */
import { asArray, asObject, asString, asText, eventTypes, type JsonObject, type RecordContext } from "@backscroll/wire";
import { contentText, mediaText } from "./content-text.ts";
import type { Draft } from "./draft.ts";
import { contentHash, plainForm } from "./marked-text.ts";
import type { RolloutLine } from "./rollout-line.ts";
import { ownId, saidKey } from "./said-key.ts";
import { toolEvent } from "./tool-event.ts";

const thinking: ReadonlySet<string> = new Set([
  "agent_reasoning",
  "agent_reasoning_raw_content",
  "agent_reasoning_section_break",
  "Reasoning",
]);

/** What the program told the person and not the model. */
const notices: ReadonlySet<string> = new Set([
  "error",
  "stream_error",
  "warning",
  "background_event",
  "undo_completed",
]);

const bookkeeping = (kind: string, line: RolloutLine, text = ""): Draft => ({
  key: `${kind}/${contentHash([line.time, line.payload])}`,
  type: `codex/${kind}`,
  role: null,
  logOnly: true,
  createdAt: line.time,
  text,
});

const assistantMessage = (kind: string, id: string | undefined, text: string, time: number | null): Draft => ({
  key: id ?? saidKey("assistant", text),
  type: eventTypes.assistantMessage,
  role: "assistant",
  createdAt: time,
  text,
  silentType: `codex/${kind}`,
  voice: "assistantEvent",
  said: { forms: [plainForm(text)], parts: [] },
});

const userMessage = (
  kind: string,
  id: string | undefined,
  typed: string,
  media: readonly string[],
  injected: boolean,
  time: number | null,
): Draft => {
  const text = [typed, ...media].filter((part) => part !== "").join("\n");
  return {
    key: id ?? saidKey("user", text),
    type: injected ? eventTypes.contextInjected : eventTypes.userMessage,
    role: injected ? "context" : "user",
    createdAt: time,
    text,
    silentType: `codex/${kind}`,
    voice: "userEvent",
    ...(injected ? {} : { prompt: typed }),
    said: { forms: [typed, text].map(plainForm), parts: [] },
  };
};

/** Events of early versions say which of their messages the program wrote. */
const injectedKinds: ReadonlySet<unknown> = new Set(["environment_context", "user_instructions"]);

const userEvent = ({ kind, payload, time }: RolloutLine, context: RecordContext): Draft => {
  const images = asArray(payload.images).flatMap((url) =>
    typeof url === "string" ? mediaText("image", url, context) : [],
  );
  const files = asArray(payload.local_images).flatMap((path) => (typeof path === "string" ? `[image ${path}]` : []));
  const typed = asString(payload.message) ?? "";
  return userMessage(kind, undefined, typed, [...images, ...files], injectedKinds.has(payload.kind), time);
};

const itemEvent = (line: RolloutLine, context: RecordContext): Draft | null => {
  const item = asObject(line.payload.item);
  const kind = asText(item.type) ?? line.kind;
  if (thinking.has(kind)) return null;
  if (kind === "AgentMessage") {
    return assistantMessage(kind, ownId(asText(item.id)), contentText(item.content ?? item.text, context), line.time);
  }
  if (kind === "UserMessage") {
    const parts = asArray(item.content).map(asObject);
    const isText = (part: JsonObject): boolean => typeof part.text === "string";
    return userMessage(
      kind,
      ownId(asText(item.id)),
      parts
        .filter(isText)
        .map((part) => part.text as string)
        .join("\n"),
      [
        contentText(
          parts.filter((part) => !isText(part)),
          context,
        ),
      ],
      false,
      line.time,
    );
  }
  return toolEvent(kind, item, line.time, context) ?? bookkeeping(kind, line);
};

/** The event's slot; null for thinking, which takes none. */
export const eventMessage = (line: RolloutLine, context: RecordContext): Draft | null => {
  const { kind, payload, time } = line;
  if (thinking.has(kind)) return null;
  if (kind === "item_completed") return itemEvent(line, context);
  if (kind === "user_message") return userEvent(line, context);
  if (kind === "agent_message") return assistantMessage(kind, undefined, asString(payload.message) ?? "", time);
  if (kind === "thread_name_updated") {
    return { ...bookkeeping(kind, line, asString(payload.thread_name) ?? ""), type: eventTypes.sessionTitle };
  }
  if (notices.has(kind)) {
    const text = asString(payload.message) ?? asString(asObject(payload.error).message) ?? "";
    return bookkeeping(kind, line, text);
  }
  return toolEvent(kind, payload, time, context) ?? bookkeeping(kind, line);
};
