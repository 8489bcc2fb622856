/** Owns what Codex rollouts are known to be got wrong by programs of this kind: twins, replays, arguments, archives. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { at, writeLines } from "./sample-logs.ts";
import { makeHome, type TemporaryHome } from "./temporary-home.ts";

// Ids of version 7 begin with the time of their making; the child's is the youngest but for its own turn.
const parent = "019d0000-0000-7000-8000-000000000001";
const child = "019e0000-0000-7000-8000-000000000002";
const archived = "019c0000-0000-7000-8000-000000000003";
const turns = ["019d0000-0001-7000-8000-000000000001", "019d0000-0002-7000-8000-000000000002"];
const ownTurn = "019e0000-0001-7000-8000-000000000003";

type Payload = Record<string, unknown>;

const line = (type: string, second: number, payload: Payload) => ({ timestamp: at(second), type, payload });
const meta = (id: string, more: Payload = {}) =>
  line("session_meta", 0, { id, timestamp: at(0), cwd: "/p", cli_version: "0.60.0", source: "cli", ...more });
const turn = (second: number, id: string) => line("event_msg", second, { type: "task_started", turn_id: id });
const said = (second: number, role: string, text: string) =>
  line("response_item", second, {
    type: "message",
    role,
    content: [{ type: role === "user" ? "input_text" : "output_text", text }],
  });
const told = (second: number, type: string, message: string) => line("event_msg", second, { type, message });
const item = (second: number, payload: Payload) => line("response_item", second, payload);

/** A turn as Codex writes it: each message as an item and as an event. */
const wholeTurn = (second: number, id: string, word: string) => [
  turn(second, id),
  said(second + 1, "user", `question of the ${word}`),
  told(second + 1, "user_message", `question of the ${word}`),
  said(second + 2, "assistant", `answer of the ${word}`),
  told(second + 2, "agent_message", `answer of the ${word}`),
];

let home: TemporaryHome;
beforeAll(() => {
  home = makeHome();
  const path = (folder: string, id: string) => `${home.path}/.codex/${folder}/rollout-2026-11-01T10-00-00-${id}.jsonl`;
  const history = [...wholeTurn(1, turns[0] ?? "", "zebra"), ...wholeTurn(10, turns[1] ?? "", "heron")];
  writeLines(path("sessions/2026/11/01", parent), [
    meta(parent),
    ...history,
    item(20, { type: "function_call", name: "shell", call_id: "c1", arguments: { command: ["grep", "wolverine"] } }),
    item(21, { type: "function_call_output", call_id: "c1", output: "nothing" }),
    item(22, { type: "custom_tool_call", name: "apply_patch", call_id: "c2", input: "*** Begin Patch\n+a marmot" }),
    item(23, { type: "custom_tool_call_output", call_id: "c2", output: "done" }),
  ]);
  writeLines(path("sessions/2026/11/02", child), [
    meta(child, { forked_from_id: parent }),
    meta(parent),
    ...history,
    ...wholeTurn(30, ownTurn, "ibex"),
  ]);
  writeLines(path("archived_sessions", archived), [meta(archived), said(1, "user", "an archived lynx")]);
});
afterAll(() => home.remove());

interface Hit {
  readonly session: string;
  readonly role: string;
  readonly type: string;
}

const hits = async (...words: readonly string[]): Promise<readonly string[]> => {
  const { output } = await home.run(["search", "--all", "--json", ...words]);
  return (JSON.parse(output).hits as Hit[]).map(({ session, role }) => `${session} ${role}`).sort();
};

it("a message that is logged in two shapes is one", async () => {
  expect(await hits("zebra")).toEqual([`codex:${parent} assistant`, `codex:${parent} user`]);
  const { output } = await home.run(["show", `codex:${parent}`]);
  expect(output.match(/answer of the zebra/g)?.length).toBe(1);
});

it("turns that a fork replays are its parent's; what follows is its own", async () => {
  expect(await hits("heron")).toEqual([`codex:${parent} assistant`, `codex:${parent} user`]);
  expect(await hits("ibex")).toEqual([`codex:${child} assistant`, `codex:${child} user`]);
  expect((await home.run(["show", `codex:${child}`])).output).toContain("question of the heron");
  expect((await home.run(["trace", `codex:${child}`])).output).toContain(`codex:${parent}`);
});

it("arguments are found and read, as an object and as a text", async () => {
  expect(await hits("wolverine")).toEqual([`codex:${parent} tool`]);
  expect(await hits("marmot")).toEqual([`codex:${parent} tool`]);
});

it("archived rollouts are found", async () => {
  expect(await hits("lynx")).toEqual([`codex:${archived} user`]);
});
