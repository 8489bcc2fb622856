/**
 * Owns putting words of our own into copies of real logs, with the address at which each must be found. Addresses come
 * from counting slots; no decoder is asked.
 */
import { recordsOf, slotsOf } from "./count-slots.ts";

export interface Planted {
  readonly kind: "user" | "assistant" | "call" | "result" | "summary" | "title";
  readonly word: string;
  readonly seq: number;
}

type Json = { [name: string]: unknown };

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const jsonOf = (value: unknown): Json => (isJson(value) ? value : {});
const blocksOf = (content: unknown): Json[] => (Array.isArray(content) ? content.filter(isJson) : []);

/** Adds a word to the first string among an object's members or an array's last elements; false where there is none. */
const addToString = (holder: Json | unknown[], word: string): boolean => {
  const names = Array.isArray(holder) ? [...holder.keys()].reverse() : Object.keys(holder);
  for (const name of names) {
    const members = holder as { [member: string | number]: unknown };
    const value = members[name];
    if (typeof value === "string") {
      members[name] = `${value}\n${word}`;
      return true;
    }
    if ((isJson(value) || Array.isArray(value)) && addToString(value, word)) return true;
  }
  return false;
};

/** Adds a word to the last block of text in a content that is a string or blocks. */
const addToContent = (holder: Json, name: string, types: readonly string[], word: string): boolean => {
  const content = holder[name];
  if (typeof content === "string") {
    holder[name] = `${content} ${word}`;
    return true;
  }
  const block = blocksOf(content).findLast(
    ({ type, text }) => types.includes(String(type)) && typeof text === "string",
  );
  if (block === undefined) return false;
  block.text = `${String(block.text)} ${word}`;
  return true;
};

/** Adds a word to the record as the kind wants it: the slot of the record that holds it, or null where it is not of that kind. */
type Plant = (record: Json, word: string) => number | null;

const slotIf = (planted: boolean, part: number): number | null => (planted ? part : null);

const piPlants: Partial<Record<Planted["kind"], Plant>> = {
  user: (record, word) => {
    const message = jsonOf(record.message);
    return slotIf(message.role === "user" && addToContent(message, "content", ["text"], word), 0);
  },
  assistant: (record, word) => {
    const message = jsonOf(record.message);
    return slotIf(message.role === "assistant" && addToContent(message, "content", ["text"], word), 0);
  },
  call: (record, word) => {
    const message = jsonOf(record.message);
    if (message.role !== "assistant") return null;
    const calls = blocksOf(message.content).filter(({ type }) => type === "toolCall");
    const last = calls[calls.length - 1];
    return slotIf(last !== undefined && addToString(jsonOf(last.arguments), word), calls.length);
  },
  result: (record, word) => {
    const message = jsonOf(record.message);
    return slotIf(message.role === "toolResult" && addToContent(message, "content", ["text"], word), 0);
  },
};

const isTyped = (record: Json): boolean =>
  record.type === "user" && record.isMeta !== true && record.isCompactSummary !== true && record.isSidechain !== true;

const claudeCodePlants: Partial<Record<Planted["kind"], Plant>> = {
  user: (record, word) => {
    const message = jsonOf(record.message);
    const isPlain = typeof message.content === "string" && !/^\s*[<[]|^Caveat/.test(message.content);
    return slotIf(isTyped(record) && isPlain && addToContent(message, "content", [], word), 0);
  },
  assistant: (record, word) =>
    slotIf(record.type === "assistant" && addToContent(jsonOf(record.message), "content", ["text"], word), 0),
  call: (record, word) => {
    const calls = blocksOf(jsonOf(record.message).content).filter(({ type }) => type === "tool_use");
    const last = calls[calls.length - 1];
    return slotIf(
      record.type === "assistant" && last !== undefined && addToString(jsonOf(last.input), word),
      calls.length,
    );
  },
  result: (record, word) => {
    const results = blocksOf(jsonOf(record.message).content).filter(({ type }) => type === "tool_result");
    const last = results[results.length - 1];
    return slotIf(
      isTyped(record) && last !== undefined && addToContent(last, "content", ["text"], word),
      results.length - 1,
    );
  },
};

/** Codex records an output as text, or as JSON in text. */
const addToOutput = (payload: Json, name: string, word: string): boolean => {
  const text = payload[name];
  if (typeof text !== "string") return false;
  try {
    const inner: unknown = JSON.parse(text);
    if (isJson(inner) && addToString(inner, word)) {
      payload[name] = JSON.stringify(inner);
      return true;
    }
  } catch {
    // Plain text.
  }
  payload[name] = `${text} ${word}`;
  return true;
};

const codexPlants: Partial<Record<Planted["kind"], Plant>> = {
  user: (record, word) => {
    const payload = jsonOf(record.payload);
    const isPrompt =
      payload.type === "message" && payload.role === "user" && !JSON.stringify(payload).includes('"text":"<');
    return slotIf(isPrompt && addToContent(payload, "content", ["input_text"], word), 0);
  },
  assistant: (record, word) => {
    const payload = jsonOf(record.payload);
    return slotIf(payload.role === "assistant" && addToContent(payload, "content", ["output_text"], word), 0);
  },
  call: (record, word) => {
    const payload = jsonOf(record.payload);
    return slotIf(payload.type === "function_call" && addToOutput(payload, "arguments", word), 0);
  },
  result: (record, word) => {
    const payload = jsonOf(record.payload);
    return slotIf(payload.type === "function_call_output" && addToOutput(payload, "output", word), 0);
  },
};

/** Events in which Codex tells a message once more. */
const codexTwins: Readonly<Record<string, string>> = { user: "user_message", assistant: "agent_message" };

const plants = { pi: piPlants, "claude-code": claudeCodePlants, codex: codexPlants };

export type Wire = keyof typeof plants;

const time = "2026-11-30T12:00:00.000Z";

/** Records that begin a new context with a summary, and then name the session. */
const endings: Readonly<Record<Wire, (summary: string, title: string, last: Json) => readonly Json[]>> = {
  pi: (summary, title) => [
    { type: "compaction", id: "planted1", timestamp: time, summary, firstKeptEntryId: "planted1", tokensBefore: 1 },
    { type: "session_info", id: "planted2", parentId: "planted1", timestamp: time, name: title },
  ],
  "claude-code": (summary, title, { sessionId, cwd, version, uuid }) => {
    const shared = { sessionId, cwd, version, timestamp: time, isSidechain: false };
    const boundary = "00000000-0000-4000-8000-00000000b0da";
    return [
      {
        ...shared,
        type: "system",
        subtype: "compact_boundary",
        uuid: boundary,
        parentUuid: null,
        logicalParentUuid: uuid,
        content: "Conversation compacted",
        compactMetadata: { trigger: "manual", preTokens: 1 },
      },
      {
        ...shared,
        type: "user",
        uuid: "00000000-0000-4000-8000-00000000b0db",
        parentUuid: boundary,
        isCompactSummary: true,
        message: { role: "user", content: summary },
      },
      { type: "custom-title", customTitle: title, sessionId },
    ];
  },
  codex: (summary, title) => [
    { timestamp: time, type: "compacted", payload: { message: summary, replacement_history: [] } },
    { timestamp: time, type: "event_msg", payload: { type: "thread_name_updated", thread_name: title } },
  ],
};

/** Of the records of a kind the middle one, so that not only ends are tried. */
const plantOne = (wire: Wire, records: Json[], kind: Planted["kind"], word: string): number | null => {
  const plant = plants[wire][kind];
  if (plant === undefined) return null;
  const fitting = records.filter((record) => plant(structuredClone(record), word) !== null);
  const chosen = fitting[Math.floor(fitting.length / 2)];
  if (chosen === undefined) return null;
  const before = JSON.stringify(chosen);
  const part = plant(chosen, word);
  let index = records.indexOf(chosen);
  const twin = codexTwins[kind];
  if (wire === "codex" && twin !== undefined) {
    const text = String(
      blocksOf(
        jsonOf(JSON.parse(before)).payload === undefined ? [] : jsonOf(jsonOf(JSON.parse(before)).payload).content,
      )[0]?.text,
    );
    records.forEach((record, other) => {
      const payload = jsonOf(record.payload);
      if (payload.type !== twin || payload.message !== text) return;
      payload.message = `${text} ${word}`;
      // Whichever tells it first speaks.
      if (other < index) index = other;
    });
  }
  const first = records.slice(0, index).reduce((sum, record, ordinal) => sum + slotsOf(wire, record, ordinal), 1);
  return part === null ? null : first + part;
};

const lineOf = (record: Json): string => `${JSON.stringify(record)}\n`;

/** A copy of a log with a word in one event of each kind, a context that begins at its end, and a title. */
export const plantWords = (
  wire: Wire,
  log: string,
  stem: string,
): { readonly log: string; readonly planted: readonly Planted[] } => {
  const records = recordsOf(log) as Json[];
  const planted: Planted[] = [];
  for (const kind of ["user", "assistant", "call", "result"] as const) {
    const word = `${stem}${kind}`;
    const seq = plantOne(wire, records, kind, word);
    if (seq !== null) planted.push({ kind, word, seq });
  }
  const last = records.findLast(
    (record) => typeof record.uuid === "string" && typeof record.sessionId === "string" && record.isSidechain !== true,
  );
  const ending = endings[wire](`${stem}summary of what was said`, `${stem}title`, last ?? {});
  const all = [...records, ...ending];
  const slots = all.reduce((sum, record, ordinal) => sum + slotsOf(wire, record, ordinal), 0);
  planted.push(
    { kind: "summary", word: `${stem}summary`, seq: slots - 1 },
    { kind: "title", word: `${stem}title`, seq: slots },
  );
  return { log: all.map(lineOf).join(""), planted };
};

/** A copy of a log whose middle result, or call, grew by `lines` lines of 40 bytes, words at its very end. */
export const plantLarge = (
  wire: Wire,
  log: string,
  kind: "call" | "result",
  lines: number,
  words: string,
): { readonly log: string; readonly seq: number } | null => {
  const records = recordsOf(log) as Json[];
  // Only short outputs are JSON in text.
  for (const { payload } of records) {
    if (isJson(payload) && typeof payload.output === "string") payload.output = "short";
  }
  const filling = "0123456789 abcdefghij klmnopqrst uvwxyz\n".repeat(lines);
  const seq = plantOne(wire, records, kind, `${filling}${words}`);
  return seq === null ? null : { log: records.map(lineOf).join(""), seq };
};

/** A copy of a log that goes on from an early point, so that a word near its end is on a branch that was left. */
export const plantBranch = (
  wire: Wire,
  log: string,
  word: string,
): { readonly log: string; readonly seq: number } | null => {
  const records = recordsOf(log) as Json[];
  const plant = plants[wire][wire === "codex" ? "user" : "assistant"];
  const index = records.findLastIndex((record) => plant?.(structuredClone(record), word) != null);
  const record = records[index];
  if (record === undefined || plant === undefined) return null;
  const text = String(blocksOf(jsonOf(record.payload).content)[0]?.text);
  const part = plant(record, word);
  let at = index;
  if (wire === "codex") {
    records.forEach((other, position) => {
      const payload = jsonOf(other.payload);
      if (payload.type !== "user_message" || payload.message !== text) return;
      payload.message = `${text} ${word}`;
      at = Math.min(at, position);
    });
  }
  const seq =
    records.slice(0, at).reduce((sum, other, ordinal) => sum + slotsOf(wire, other, ordinal), 1) + (part ?? 0);
  if (wire === "pi") {
    const root = records.find(({ type, id }) => type !== "session" && typeof id === "string");
    if (root === undefined) return null;
    records.push({
      type: "message",
      id: "planted3",
      parentId: root.id,
      timestamp: time,
      message: { role: "user", content: "Another way" },
    });
  } else if (wire === "claude-code") {
    const root = records.find(({ type, uuid }) => type === "user" && typeof uuid === "string");
    if (root === undefined) return null;
    const { sessionId, cwd, version } = root;
    records.push({
      sessionId,
      cwd,
      version,
      isSidechain: false,
      type: "user",
      uuid: "00000000-0000-4000-8000-00000000b0dc",
      parentUuid: root.uuid,
      timestamp: time,
      message: { role: "user", content: "Another way" },
    });
  } else {
    records.push({ timestamp: time, type: "event_msg", payload: { type: "thread_rolled_back", num_turns: 1 } });
  }
  return { log: records.map(lineOf).join(""), seq };
};
