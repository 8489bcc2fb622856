/** Owns a decoder of an invented format, for the tests of what drives decoders. */
import type { Decoder, SourceHead } from "../src/decoder.ts";
import { eventTypes, type Slot } from "../src/event.ts";
import { plainFold } from "../src/fold.ts";
import { asArray, asText, type Json, type JsonObject } from "../src/json.ts";

type ToyState = { records: number; title: string | null };

const slotsOf = (record: JsonObject): Slot[] => {
  const id = asText(record.id);
  if (id === undefined) return [];
  const parent = record.parent === undefined ? {} : { parent: asText(record.parent) ?? null };
  const lane = asText(record.lane);
  const common = { createdAt: null, ...(lane === undefined ? {} : { lane }) };
  const text = asText(record.text) ?? "";
  const answers = asText(record.answers);
  if (answers !== undefined) {
    const type = eventTypes.toolResult;
    return [{ ...common, ...parent, key: id, type, role: "tool", text, pointer: "", resultOf: answers }];
  }
  const calls = asArray(record.calls).map((call, index): Slot => {
    const callId = String(call);
    const type = eventTypes.toolCall;
    return { ...common, key: `${id}/${callId}`, type, role: "tool", text: "", pointer: `/calls/${index}`, callId };
  });
  return [{ ...common, ...parent, key: id, type: "toy/message", role: "user", text, pointer: "" }, ...calls];
};

/** `{toy: true}` is a header; `{id, text?, parent?, lane?, calls?, answers?}` a record; `{title}` a title. */
export const toyDecoder = (
  wire = "toy",
  detect: (head: SourceHead) => ReturnType<Decoder["detect"]> = (head) =>
    head.records.some((record) => record.toy === true) ? { kind: "yes" } : null,
): Decoder<Json> => ({
  wire,
  name: wire,
  version: 1,
  wrappers: ["items"],
  places: () => [],
  accepts: (path) => path.endsWith(".toy"),
  detect,
  isRecord: (value) => typeof value.id === "string",
  start: (): ToyState => ({ records: 0, title: null }),
  decode: (state, record, context) => {
    const own = state as ToyState;
    own.records++;
    own.title = asText(record.value.title) ?? own.title;
    const media = asText(record.value.media);
    const slots = slotsOf(record.value);
    return media === undefined
      ? slots
      : slots.map((slot) => ({ ...slot, text: context.media("image", "image/png", media) }));
  },
  read: (_, record) => slotsOf(record.value),
  sessions: (state) => [
    {
      lane: "",
      nativeId: "one",
      cwd: null,
      title: (state as ToyState).title,
      titleOrigin: null,
      firstPrompt: null,
      createdAt: null,
      parent: null,
      programVersion: null,
      flags: [],
    },
  ],
  fold: (events) => plainFold([...events].at(-1)?.seq ?? null),
  resumeCommand: () => null,
});
