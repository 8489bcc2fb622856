/** Owns what a record says by itself, whatever its form. */
import { asString, asText, eventTypes, type RecordContext } from "@backscroll/wire";
import { contentText } from "./content-text.ts";
import type { Draft } from "./draft.ts";
import { eventMessage } from "./event-message.ts";
import { contentHash, plainForm } from "./marked-text.ts";
import { responseItem } from "./response-item.ts";
import type { RolloutLine } from "./rollout-line.ts";
import { saidKey } from "./said-key.ts";

/** The boundary of a compaction. The history that it repeats is not read. */
const compacted = ({ payload, time }: RolloutLine): Draft => {
  const text = asString(payload.message) ?? "";
  const id = asText(payload.compaction_response_id) ?? asText(payload.window_id) ?? contentHash([time, text]);
  return {
    key: `compacted/${id}`,
    type: eventTypes.contextCompaction,
    role: "context",
    createdAt: time,
    text,
    voice: "compacted",
    said: { forms: [plainForm(text)], parts: [] },
  };
};

/** A message between agents as some versions kept it, without an item of its own. */
const communication = ({ payload, time }: RolloutLine, context: RecordContext): Draft => {
  const text = contentText(payload.content, context);
  const author = asText(payload.author);
  return {
    key: saidKey("agent", text),
    type: eventTypes.contextInjected,
    role: "context",
    createdAt: time,
    text,
    ...(author === undefined ? {} : { author }),
  };
};

/** The record's slot before it is known what others say; null where it takes none. A header takes one here. */
export const recordDraft = (line: RolloutLine, context: RecordContext): Draft | null => {
  const { form, kind, payload, time } = line;
  if (form === "item") return responseItem(line, context);
  if (form === "event") return eventMessage(line, context);
  if (kind === "compacted") return compacted(line);
  if (kind === "inter_agent_communication") return communication(line, context);
  return {
    key: `${kind}/${contentHash([time, payload])}`,
    type: `codex/${kind}`,
    role: null,
    logOnly: true,
    createdAt: time,
    text: "",
  };
};
