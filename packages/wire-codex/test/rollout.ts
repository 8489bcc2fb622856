/** Builds small rollouts and decodes them. */
import { type DecodedSession, decodeSource, fromBytes, type Json } from "@backscroll/wire";
import { codexDecoder } from "../src/index.ts";

export type Line = { readonly [key: string]: Json };

export const thread = "019f0000-0000-7000-8000-000000000001";
export const rolloutPath = `/codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-${thread}.jsonl`;

const time = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, "0")}.000Z`;
/** The time of the line at `second` of the rollout. */
export const at = (second: number): number => Date.parse(time(second));

export const line = (type: string, second: number, payload: Line, more: Line = {}): Line => ({
  timestamp: time(second),
  type,
  payload,
  ...more,
});
export const meta = (more: Line = {}): Line =>
  line("session_meta", 0, {
    id: thread,
    timestamp: time(0),
    cwd: "/home/dev/project",
    cli_version: "0.171.0",
    source: "cli",
    ...more,
  });
export const item = (second: number, payload: Line, more: Line = {}): Line =>
  line("response_item", second, payload, more);
export const event = (second: number, payload: Line, more: Line = {}): Line => line("event_msg", second, payload, more);
export const completed = (second: number, inner: Line): Line => event(second, { type: "item_completed", item: inner });

export const said = (second: number, role: string, text: string, more: Line = {}): Line =>
  item(second, {
    type: "message",
    role,
    content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
    ...more,
  });
export const userEvent = (second: number, message: string, more: Line = {}): Line =>
  event(second, { type: "user_message", message, ...more });
export const agentEvent = (second: number, message: string): Line => event(second, { type: "agent_message", message });
export const call = (second: number, id: string, name: string, input: Json, more: Line = {}): Line =>
  item(second, { type: "function_call", name, arguments: input, call_id: id, ...more });
export const output = (second: number, id: string, value: Json, more: Line = {}): Line =>
  item(second, { type: "function_call_output", call_id: id, output: value, ...more });

export const textOf = (lines: readonly Line[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join("");

export const decodeText = (text: string, path = rolloutPath) =>
  decodeSource(codexDecoder, fromBytes(Buffer.from(text)), { path, place: "/codex/sessions" });

/** The session of a rollout with these lines. */
export const decode = (lines: readonly Line[], path = rolloutPath): DecodedSession => {
  const session = decodeText(textOf(lines), path).sessions[0];
  if (session === undefined) throw new Error("no session");
  return session;
};

/** What can be read: type and text of each event that is not log-only. */
export const readable = ({ events }: DecodedSession): [string, string][] =>
  events.filter(({ logOnly }) => logOnly !== true).map(({ type, text }) => [type, text]);
