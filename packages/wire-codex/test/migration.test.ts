import { expect, test } from "vitest";
import {
  agentEvent,
  call,
  completed,
  decode,
  event,
  item,
  type Line,
  line,
  meta,
  output,
  said,
  userEvent,
} from "./rollout.ts";

/** A legacy rollout and what `codex migrate-rollouts` makes of it: ordinals, completed items with counted ids, turns. */
const legacy: Line[] = [
  meta({ cli_version: "0.47.0" }),
  said(1, "user", "build it"),
  userEvent(1, "build it"),
  line("turn_context", 1, { cwd: "/home/dev/project" }),
  event(2, { type: "agent_reasoning", text: "hm" }),
  call(2, "call_Xadcaju55OrZk0cmKRlq1xCw", "shell", '{"command":["ls"]}'),
  output(3, "call_Xadcaju55OrZk0cmKRlq1xCw", "x"),
  agentEvent(4, "done"),
  said(4, "assistant", "done"),
  said(5, "user", "build it"),
  userEvent(5, "build it"),
];
const migrated: Line[] = [
  meta({ cli_version: "0.47.0", history_mode: "paginated", model_provider: "openai" }),
  said(1, "user", "build it"),
  event(1, { type: "task_started", turn_id: "rollout-2" }),
  completed(1, { type: "UserMessage", id: "item-1", content: [{ type: "text", text: "build it" }] }),
  line("turn_context", 1, { cwd: "/home/dev/project", turn_id: "rollout-2" }),
  completed(2, { type: "Reasoning", id: "item-2", summary_text: ["hm"] }),
  call(2, "call_Xadcaju55OrZk0cmKRlq1xCw", "shell", '{"command":["ls"]}'),
  output(3, "call_Xadcaju55OrZk0cmKRlq1xCw", "x"),
  completed(4, { type: "AgentMessage", id: "item-3", content: [{ type: "Text", text: "done" }] }),
  said(4, "assistant", "done"),
  said(5, "user", "build it"),
  completed(5, { type: "UserMessage", id: "item-4", content: [{ type: "text", text: "build it" }] }),
].map((one, ordinal) => ({ ...one, ordinal }));

test("everything that can be read keeps its key", () => {
  const keys = (lines: Line[]): string[] =>
    decode(lines)
      .events.filter(({ logOnly }) => logOnly !== true)
      .map(({ key }) => key);
  expect(keys(migrated)).toEqual(keys(legacy));
  expect(new Set(keys(legacy)).size).toBe(5);
});

test("ids of the log are keys, call ids where items have none", () => {
  const { events } = decode([
    meta(),
    said(1, "user", "x", { id: "msg_0a1b2c3d4e5f6a7b8c9d" }),
    call(2, "call_Xadcaju55OrZk0cmKRlq1xCw", "shell", "{}", { id: "fc_0a1b2c3d4e5f6a7b8c9d" }),
    output(3, "call_Xadcaju55OrZk0cmKRlq1xCw", "x"),
    item(4, { type: "custom_tool_call", call_id: "call_Yadcaju55OrZk0cmKRlq1xCw", name: "apply_patch", input: "" }),
  ]);
  expect(events.map(({ key }) => key)).toEqual([
    "msg_0a1b2c3d4e5f6a7b8c9d",
    "fc_0a1b2c3d4e5f6a7b8c9d",
    "call_Xadcaju55OrZk0cmKRlq1xCw/output",
    "call_Yadcaju55OrZk0cmKRlq1xCw",
  ]);
});
