/**
 * Owns counting what each line of a native log should give, from the rules of addressing alone: no decoder is asked.
 */
import { readFileSync } from "node:fs";

type Value = { readonly [name: string]: unknown };

const isObject = (value: unknown): value is Value =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const objectOf = (value: unknown): Value => (isObject(value) ? value : {});

const blocksOf = (content: unknown, type: string): number =>
  Array.isArray(content) ? content.filter((block) => objectOf(block).type === type).length : 0;

const piSlots = (record: Value): number => {
  if (record.type === "session") return 0;
  const message = objectOf(record.message);
  return record.type === "message" && message.role === "assistant" ? 1 + blocksOf(message.content, "toolCall") : 1;
};

const claudeCodeSlots = (record: Value): number => {
  const { content } = objectOf(record.message);
  const results = blocksOf(content, "tool_result");
  if (record.type === "user") return Math.max(1, results);
  return record.type === "assistant" ? 1 + blocksOf(content, "tool_use") + results : 1;
};

const codexThinking: ReadonlySet<unknown> = new Set([
  "reasoning",
  "agent_reasoning",
  "agent_reasoning_raw_content",
  "agent_reasoning_section_break",
  "Reasoning",
]);

const codexSlots = (record: Value, ordinal: number): number => {
  const payload = objectOf(record.payload);
  if (ordinal === 0 && (record.type === "session_meta" || (record.type === undefined && record.id !== undefined)))
    return 0;
  const isThinking = [record.type, payload.type, objectOf(payload.item).type].some((type) => codexThinking.has(type));
  return isThinking ? 0 : 1;
};

const counters: Readonly<Record<string, (record: Value, ordinal: number) => number>> = {
  pi: piSlots,
  "claude-code": claudeCodeSlots,
  codex: codexSlots,
};

const parsed = (text: string): Value | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

/** The objects on a line: one, or several that were written without a break between them; none on a damaged line. */
const objectsOn = (line: string): Value[] => {
  const whole = parsed(line);
  if (whole !== null) return [whole];
  for (let border = line.indexOf("}{"); border !== -1; border = line.indexOf("}{", border + 1)) {
    const first = parsed(line.slice(0, border + 1));
    if (first !== null) return [first, ...objectsOn(line.slice(border + 1))];
  }
  return [];
};

/** The records of a log; damaged lines are left out. */
export const recordsOf = (text: string): Value[] =>
  text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap(objectsOn);

/** Number of slots that a record takes, by its ordinal in its log. */
export const slotsOf = (wire: string, record: Value, ordinal: number): number => counters[wire]?.(record, ordinal) ?? 0;

/** Number of slots that a log takes. */
export const countSlots = (wire: string, path: string): number =>
  recordsOf(readFileSync(path, "utf8")).reduce((sum, record, ordinal) => sum + slotsOf(wire, record, ordinal), 0);
