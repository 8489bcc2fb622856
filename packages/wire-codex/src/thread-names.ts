/** Owns the file in which Codex keeps the names of its threads: appended to, the newest name counts. */
import { asText, type JsonObject } from "@backscroll/wire";

/** More names than this are not kept; the oldest go first. */
const mostNames = 5000;

/** Thread ids to names, in the order in which they were last given. */
export type ThreadNames = { [thread: string]: string };

/** Whether an object is a line of that file. */
export const isThreadName = (value: JsonObject): boolean =>
  value.type === undefined &&
  asText(value.id) !== undefined &&
  asText(value.thread_name) !== undefined &&
  value.updated_at !== undefined;

/** Takes one line in. */
export const noteThreadName = (names: ThreadNames, value: JsonObject): void => {
  const id = asText(value.id);
  const name = asText(value.thread_name);
  if (id === undefined || name === undefined) return;
  delete names[id];
  names[id] = name;
  const [oldest] = Object.keys(names);
  if (oldest !== undefined && Object.keys(names).length > mostNames) delete names[oldest];
};
