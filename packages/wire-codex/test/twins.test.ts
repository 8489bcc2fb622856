import { describe, expect, test } from "vitest";
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
  readable,
  said,
  userEvent,
} from "./rollout.ts";

const agentItem = (second: number, id: string, text: string): Line =>
  completed(second, { type: "AgentMessage", id, content: [{ type: "Text", text }] });
const userItem = (second: number, id: string, text: string): Line =>
  completed(second, { type: "UserMessage", id, content: [{ type: "text", text, text_elements: [] }] });

describe("a message that is told as an item and as an event is one message", () => {
  const prompt: [string, string] = ["user/message", "hello"];
  const answer: [string, string] = ["assistant/message", "hi there"];

  test.each<[string, Line[]]>([
    [
      "the order of 2025",
      [said(1, "user", "hello"), userEvent(1, "hello"), agentEvent(2, "hi there"), said(2, "assistant", "hi there")],
    ],
    [
      "events last",
      [said(1, "user", "hello"), userEvent(1, "hello"), said(2, "assistant", "hi there"), agentEvent(2, "hi there")],
    ],
    [
      "events first",
      [userEvent(1, "hello"), said(1, "user", "hello"), agentEvent(2, "hi there"), said(2, "assistant", "hi there")],
    ],
    ["items only", [said(1, "user", "hello"), said(2, "assistant", "hi there")]],
    ["events only", [userEvent(1, "hello"), agentEvent(2, "hi there")]],
    ["one of each", [userEvent(1, "hello"), said(2, "assistant", "hi there")]],
    [
      "completed items",
      [
        said(1, "user", "hello", { id: "msg_1" }),
        userItem(1, "019f-user", "hello"),
        agentItem(2, "msg_2", "hi there"),
        said(2, "assistant", "hi there", { id: "msg_2" }),
      ],
    ],
    ["completed items only", [userItem(1, "019f-user", "hello"), agentItem(2, "msg_2", "hi there")]],
    [
      "a turn's bookkeeping between the two",
      [
        userEvent(1, "hello"),
        event(1, { type: "task_started" }),
        line("turn_context", 1, {}),
        said(1, "user", "hello"),
        agentEvent(2, "hi there"),
        event(2, { type: "token_count", info: null }),
        said(2, "assistant", "hi there"),
      ],
    ],
  ])("%s", (_, lines) => {
    const session = decode([meta(), ...lines]);
    expect(readable(session)).toEqual([prompt, answer]);
    const silent = session.events
      .filter(({ type }) => /message$|Message$/.test(type))
      .filter(({ logOnly }) => logOnly === true);
    for (const { role, text, key } of silent) {
      expect([role, text]).toEqual([null, ""]);
      expect(key).toMatch(/\/twin$/);
    }
  });

  test("the event of an answer whose turn was aborted before its item is not lost", () => {
    const lines = [
      said(1, "user", "first"),
      userEvent(1, "first"),
      agentEvent(2, "done"),
      said(2, "assistant", "done"),
      said(3, "user", "second"),
      userEvent(3, "second"),
      agentEvent(4, "I will look."),
      event(5, { type: "turn_aborted", reason: "interrupted" }),
      said(6, "user", "third"),
      userEvent(6, "third"),
      agentEvent(7, "done"),
      said(7, "assistant", "done"),
    ];
    expect(readable(decode([meta(), ...lines]))).toEqual([
      ["user/message", "first"],
      ["assistant/message", "done"],
      ["user/message", "second"],
      ["assistant/message", "I will look."],
      ["user/message", "third"],
      ["assistant/message", "done"],
    ]);
  });

  test("the same words said again are said again", () => {
    const turn = (second: number): Line[] => [
      said(second, "user", "continue"),
      userEvent(second, "continue"),
      agentEvent(second, "ok"),
      said(second, "assistant", "ok"),
    ];
    const { events } = decode([meta(), ...turn(1), ...turn(2), ...turn(3)]);
    const prompts = events.filter(({ role }) => role === "user");
    expect(prompts.map(({ seq, text }) => [seq, text])).toEqual([
      [1, "continue"],
      [5, "continue"],
      [9, "continue"],
    ]);
    expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
  });

  test("an unpaired item does not silence a later event of the same words", () => {
    const lines = [said(1, "user", "go"), said(2, "assistant", "ok"), userEvent(3, "go"), agentEvent(4, "ok")];
    expect(readable(decode([meta(), ...lines]))).toHaveLength(4);
  });

  test("an item that says more than its event is read whole", () => {
    const lines = [
      agentItem(1, "msg_1", "The plan:"),
      said(1, "assistant", "The plan:\n<proposed_plan>paint it</proposed_plan>", { id: "msg_1" }),
    ];
    const { events } = decode([meta(), ...lines]);
    expect(events.map(({ text }) => text)).toEqual(["The plan:", "The plan:\n<proposed_plan>paint it</proposed_plan>"]);
    expect(events[0]?.key).toBe("msg_1");
    expect(events[1]?.key).not.toBe("msg_1");
  });

  test("citations, which the program takes out of what it shows, make no second message", () => {
    const cited = "See the notes.<oai-mem-citation><rollout_ids>1</rollout_ids></oai-mem-citation>";
    expect(readable(decode([meta(), agentEvent(1, "See the notes."), said(1, "assistant", cited)]))).toEqual([
      ["assistant/message", "See the notes."],
    ]);
  });

  test("a message of two parts, each with an event", () => {
    const two = item(2, {
      type: "message",
      role: "assistant",
      content: [
        { type: "output_text", text: "one" },
        { type: "output_text", text: "two" },
      ],
    });
    expect(readable(decode([meta(), agentEvent(1, "one"), agentEvent(1, "two"), two])).map(([, text]) => text)).toEqual(
      ["one", "two"],
    );
  });

  test("a prompt with a picture, whose event names the words alone", () => {
    const message = item(1, {
      type: "message",
      role: "user",
      content: [
        { type: "input_text", text: "what is this?" },
        { type: "input_image", image_url: "data:image/png;base64,aGVsbG8=" },
      ],
    });
    expect(
      readable(
        decode([meta(), message, userEvent(1, "what is this?", { images: ["data:image/png;base64,aGVsbG8="] })]),
      ),
    ).toEqual([
      // sha256 of "hello" begins 2cf24dba5fb0a30e.
      ["user/message", "what is this?\n[image image/png, 5 bytes, sha256:2cf24dba5fb0a30e]"],
    ]);
  });
});

test("the spoken one keeps its key whichever form tells it", () => {
  const key = (lines: Line[]): string | undefined =>
    decode([meta(), ...lines]).events.find(({ logOnly }) => logOnly !== true)?.key;
  const asItem = key([said(1, "assistant", "hello  there")]);
  expect(key([agentEvent(1, "hello there"), said(1, "assistant", "hello there")])).toBe(asItem);
  // A migration gives events that it rewrites counted ids.
  expect(key([agentItem(1, "item-3", "hello there")])).toBe(asItem);
  expect(key([agentItem(1, "msg_0a1b2c", "hello there")])).toBe("msg_0a1b2c");
  expect(key([userEvent(1, "x")])).toBe(key([said(1, "user", "x")]));
});

test("events about a call that is there are silent, whatever their order", () => {
  const session = decode([
    meta(),
    call(1, "call_1", "exec_command", '{"cmd":"ls"}'),
    completed(2, {
      type: "CommandExecution",
      id: "call_1",
      command: ["/bin/bash", "-lc", "ls"],
      aggregated_output: "a.txt\n",
      exit_code: 0,
    }),
    output(2, "call_1", "a.txt\n"),
    event(3, {
      type: "exec_command_end",
      call_id: "call_1",
      command: ["bash", "-lc", "ls"],
      aggregated_output: "a.txt\n",
    }),
  ]);
  expect(session.events.map(({ type, logOnly, text }) => [type, logOnly === true, text])).toEqual([
    ["tool/call", false, ""],
    ["codex/CommandExecution", true, ""],
    ["tool/result", false, "a.txt\n"],
    ["codex/exec_command_end", true, ""],
  ]);
});
