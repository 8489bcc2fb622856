import { slotText } from "@backscroll/wire";
import { describe, expect, test } from "vitest";
import { call, completed, decode, event, item, type Line, meta, output, said } from "./rollout.ts";

const first = (...lines: Line[]) => {
  const [found] = decode([meta(), ...lines]).events;
  if (found === undefined) throw new Error("no event");
  return found;
};

describe("calls keep their arguments", () => {
  test.each<[string, Line, string]>([
    ["as JSON text", call(1, "c1", "shell", '{"command":["ls"]}'), 'shell {"command":["ls"]}'],
    ["as an object", call(1, "c1", "shell", { command: ["ls", "-la"] }), 'shell {"command":["ls","-la"]}'],
    ["as text that was cut", call(1, "c1", "exec_command", '{"cmd":"ec'), 'exec_command {"cmd":"ec'],
    ["as null", call(1, "c1", "wait", null), "wait (arguments not recorded)"],
    [
      "as a custom tool's input",
      item(1, { type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch\n+hello", call_id: "c1" }),
      "apply_patch *** Begin Patch\n+hello",
    ],
    [
      "as a local shell's action",
      item(1, { type: "local_shell_call", id: "ls_1", action: { type: "exec", command: ["ls"] } }),
      'local_shell {"type":"exec","command":["ls"]}',
    ],
    [
      "as a web search's action",
      item(1, { type: "web_search_call", id: "ws_1", action: { type: "search", query: "zebra" } }),
      'web_search {"type":"search","query":"zebra"}',
    ],
    [
      "as a tool search's",
      item(1, { type: "tool_search_call", call_id: "c1", arguments: { query: "zebra" } }),
      'tool_search {"query":"zebra"}',
    ],
    ["with the server of an MCP tool", call(1, "c1", "find", "{}", { namespace: "mcp__zoo__" }), "mcp__zoo__find {}"],
    [
      "without the group of a built-in tool",
      call(1, "c1", "spawn_agent", "{}", { namespace: "multi_agent_v1" }),
      "spawn_agent {}",
    ],
    [
      "of an image, the picture told by its hash",
      item(1, {
        type: "image_generation_call",
        id: "ig_1",
        status: "completed",
        revised_prompt: "a cat",
        result: "aGVsbG8=",
      }),
      'image_generation {"revised_prompt":"a cat","status":"completed","result":"[image image/*, 5 bytes, sha256:2cf24dba5fb0a30e]"}',
    ],
  ])("%s", (_, line, text) => {
    const event = first(line);
    expect(event).toMatchObject({ type: "tool/call", role: "tool" });
    expect(slotText(event)).toBe(text);
  });
});

describe("outputs are text in every form", () => {
  test.each<[string, Line["x"], string]>([
    ["text", "plain", "plain"],
    ["nothing", null, ""],
    [
      "a list",
      [
        { type: "input_text", text: "one" },
        { type: "input_text", text: "two" },
      ],
      "one\ntwo",
    ],
    [
      "a list with a picture",
      [
        { type: "input_text", text: "one" },
        { type: "input_image", image_url: "data:image/png;base64,aGVsbG8=" },
      ],
      "one\n[image image/png, 5 bytes, sha256:2cf24dba5fb0a30e]",
    ],
    ["one part", { type: "input_text", text: "one" }, "one"],
    ["content with success", { content: "done", success: true }, "done"],
    ["JSON text with metadata", '{"output":"a\\nb","metadata":{"exit_code":0,"duration_seconds":0.1}}', "a\nb"],
    ["other JSON text", '{"output":"a"}', '{"output":"a"}'],
    ["an unknown object", { left: 1 }, '{"left":1}'],
    ["streams", { stdout: "out", stderr: "err", exitCode: 0 }, "out\nerr"],
  ])("%s", (_, value, text) => {
    expect(first(output(1, "c1", value ?? null)).text).toBe(text);
  });
});

describe("how a run ended", () => {
  test.each<[string, Line["x"], string | undefined]>([
    ["JSON exit code 0", '{"output":"","metadata":{"exit_code":0}}', "ok"],
    ["JSON exit code 1", '{"output":"","metadata":{"exit_code":1}}', "error"],
    ["a header of 2025", "Exit code: 2\nWall time: 0.1 seconds\nOutput:\nx", "error"],
    [
      "a header of 2026",
      "Chunk ID: a\nWall time: 1.0 seconds\nProcess exited with code 0\nOriginal token count: 1\nOutput:\nx",
      "ok",
    ],
    [
      "a process that runs on",
      "Chunk ID: a\nWall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\nx",
      "unfinished",
    ],
    ["a code inside the output", "Wall time: 1.0 seconds\nOutput:\nExit code: 1", undefined],
    ["success false", { content: "no", success: false }, "error"],
    ["success true", { content: "yes", success: true }, "ok"],
    ["arguments that did not parse", "failed to parse function arguments: EOF while parsing", "error"],
    ["an unknown tool", "unsupported call: nonexistent", "error"],
    ["an abort", "Wall time: 0.2 seconds\naborted by user", "error"],
    ["a sandbox", "failed in sandbox MacosSeatbelt with execution error: sandbox denied", "error"],
    ["words only", "Plan updated", undefined],
  ])("%s", (_, value, status) => {
    expect(first(output(1, "c1", value ?? null)).tool?.status).toBe(status);
  });
});

test.each([
  ["a\n[... omitted 5 of 200 lines ...]\n\nb", true],
  ["a…17 tokens truncated…b", true],
  ["a …120 chars truncated… b", true],
  ["Output:\nWarning: truncated output (original token count: 7224)\nTotal output lines: 6000\n\n1", true],
  ["Total output lines: 400\n\n1", true],
  ["nothing was cut, 3 tokens truncated", false],
])("%j was cut by the tool: %s", (text, expected) => {
  expect(first(output(1, "c1", text)).tool?.outputTruncated).toBe(expected ? true : undefined);
});

describe("pairs", () => {
  test("outputs in another order than their calls", () => {
    const { events } = decode([
      meta(),
      call(1, "a", "exec_command", "{}"),
      item(1, { type: "custom_tool_call", call_id: "b", name: "apply_patch", input: "x" }),
      item(2, { type: "custom_tool_call_output", call_id: "b", output: "patched" }),
      output(3, "a", "ran"),
      item(4, { type: "tool_search_call", call_id: "c", arguments: {} }),
      item(4, {
        type: "tool_search_output",
        call_id: "c",
        tools: [{ name: "zoo", description: "animals", tools: [{ name: "feed", description: "them" }] }],
      }),
    ]);
    expect(events.map(({ type, callSeq, tool, text }) => [type, callSeq, tool?.name, text])).toEqual([
      ["tool/call", null, "exec_command", ""],
      ["tool/call", null, "apply_patch", ""],
      ["tool/result", 2, "apply_patch", "patched"],
      ["tool/result", 1, "exec_command", "ran"],
      ["tool/call", null, "tool_search", ""],
      ["tool/result", 5, "tool_search", "zoo: animals\nfeed: them"],
    ]);
  });

  test("a local shell call that has only an id", () => {
    const { events } = decode([
      meta(),
      item(1, { type: "local_shell_call", id: "ls_1", call_id: null, action: {} }),
      output(2, "ls_1", "x"),
    ]);
    expect(events[1]).toMatchObject({ callSeq: 1, tool: { name: "local_shell" } });
  });

  test("call ids that a model counts anew each turn", () => {
    const turn = (second: number): Line[] => [
      said(second, "user", "again"),
      call(second, "call_0", "ls", "{}"),
      output(second, "call_0", "x"),
    ];
    const { events } = decode([meta(), ...turn(1), ...turn(2)]);
    expect(events.map(({ callSeq }) => callSeq)).toEqual([null, null, 2, null, null, 5]);
    expect(events.map(({ repeats }) => repeats)).toEqual([null, null, null, null, null, null]);
  });

  test("results of Backscroll's own tools are echoes", () => {
    const { events } = decode([
      meta(),
      call(1, "a", "mcp__backscroll__session_search", "{}"),
      call(1, "b", "history_read", "{}", { namespace: "mcp__backscroll" }),
      call(1, "c", "exec_command", "{}"),
      output(2, "a", "hit"),
      output(2, "b", "page"),
      output(2, "c", "x"),
    ]);
    expect(events.map(({ echo }) => echo)).toEqual([undefined, undefined, undefined, true, true, undefined]);
  });
});

test("the fuller output of one of Backscroll's own tools is an echo too", () => {
  const run = completed(2, {
    type: "McpToolCall",
    id: "a",
    server: "backscroll",
    tool: "session_search",
    arguments: {},
    result: { content: [{ type: "text", text: "hit ".repeat(4000) }] },
  });
  const { events } = decode([
    meta(),
    call(1, "a", "session_search", "{}", { namespace: "mcp__backscroll" }),
    run,
    output(3, "a", "cut"),
  ]);
  expect(events.map(({ type, echo }) => [type, echo])).toEqual([
    ["tool/call", undefined],
    ["codex/McpToolCall", true],
    ["tool/result", true],
  ]);
});

describe("events of runs", () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index}`).join("\n");
  const shown =
    "Process exited with code 0\nOutput:\nWarning: truncated output (original token count: 7000)\nTotal output lines: 3000\n\nline 0…6000 tokens truncated…line 2999";
  const ran = (second: number, text: string): Line =>
    completed(second, {
      type: "CommandExecution",
      id: "call_1",
      command: ["/bin/bash", "-lc", "count"],
      aggregated_output: text,
      exit_code: 0,
    });
  const texts = (...all: Line[]): [string, string, boolean][] =>
    decode([meta(), ...all]).events.map(({ type, text, logOnly }) => [type, text, logOnly === true]);

  test.each([
    ["before", [ran(2, lines), output(3, "call_1", shown)], [1, 2]],
    ["after", [output(2, "call_1", shown), ran(3, lines)], [2, 1]],
  ] as const)(
    "the fuller output that comes %s the cut one is there once, and never was context",
    (_, events, [fuller, cut]) => {
      const all = texts(call(1, "call_1", "exec_command", '{"cmd":"count"}'), ...events);
      expect(all[fuller]).toEqual(["codex/CommandExecution", lines, true]);
      expect(all[cut]).toEqual(["tool/result", shown, false]);
    },
  );

  test("less than the model asked for counts as cut", () => {
    const some = lines.slice(0, 2000);
    const asked = call(1, "call_1", "exec_command", '{"cmd":"count","max_output_tokens":200}');
    expect(texts(asked, ran(2, some))[1]?.[1]).toBe(some);
    expect(texts(call(1, "call_1", "exec_command", '{"cmd":"count"}'), ran(2, some))[1]?.[1]).toBe("");
  });

  test("an output that came whole is not told again, however long", () => {
    expect(texts(call(1, "call_1", "exec_command", "{}"), output(2, "call_1", lines), ran(3, lines))[2]).toEqual([
      "codex/CommandExecution",
      "",
      true,
    ]);
  });

  test.each<[string, Line, string]>([
    [
      "a command",
      event(1, {
        type: "exec_command_end",
        call_id: "x",
        command: ["bash", "-lc", "ls -la"],
        stdout: "a",
        stderr: "b",
      }),
      "ls -la\na\nb",
    ],
    [
      "a command of plain words",
      event(1, { type: "exec_command_end", call_id: "x", command: ["ls", "-la"], aggregated_output: "a" }),
      "ls -la\na",
    ],
    [
      "an MCP call",
      event(1, {
        type: "mcp_tool_call_end",
        call_id: "x",
        invocation: { server: "zoo", tool: "feed", arguments: { who: "zebra" } },
        result: { Ok: { content: [{ type: "text", text: "fed" }] } },
      }),
      'zoo__feed {"who":"zebra"}\nfed',
    ],
    [
      "an MCP call that failed",
      completed(1, {
        type: "McpToolCall",
        id: "x",
        server: "zoo",
        tool: "feed",
        arguments: {},
        error: { message: "no hay" },
      }),
      "zoo__feed {}\nno hay",
    ],
    [
      "a patch",
      event(1, {
        type: "patch_apply_end",
        call_id: "x",
        stdout: "Success.",
        stderr: "",
        changes: { "/w/a.txt": { type: "update", unified_diff: "-a\n+b" } },
      }),
      "Success.\n/w/a.txt\n-a\n+b",
    ],
    ["a plan", completed(1, { type: "Plan", id: "x", text: "first paint" }), "first paint"],
    [
      "a review's request",
      event(1, { type: "entered_review_mode", prompt: "check it", user_facing_hint: "changes" }),
      "check it\nchanges",
    ],
  ])("%s that no item tells is read from its event", (_, told, text) => {
    expect(first(told)).toMatchObject({ role: "tool", text, type: expect.stringMatching(/^codex\//) });
    expect(first(told).logOnly).toBeUndefined();
  });

  test("pages that a search found are found, whether or not its call is there", () => {
    const search = event(2, {
      type: "web_search_end",
      call_id: "ws_1",
      query: "zebra",
      results: [{ title: "Zebras", url: "https://zoo.invalid", snippet: "striped" }],
    });
    expect(first(search).text).toBe("zebra\nZebras\nhttps://zoo.invalid\nstriped");
    const asked = item(1, { type: "web_search_call", id: "ws_1", action: { type: "search", query: "zebra" } });
    expect(texts(asked, search)[1]).toEqual(["codex/web_search_end", "Zebras\nhttps://zoo.invalid\nstriped", true]);
  });

  test("a command that the person ran is told by the message that the model got", () => {
    const message = said(
      2,
      "user",
      "<user_shell_command>\n<command>\nls\n</command>\n<result>\na\n</result>\n</user_shell_command>",
    );
    const run = completed(1, {
      type: "CommandExecution",
      id: "x",
      source: "user_shell",
      command: ["bash", "-lc", "ls"],
      aggregated_output: "a",
    });
    expect(texts(said(0, "user", "hello"), run, message).map(([type]) => type)).toEqual([
      "user/message",
      "codex/CommandExecution",
      "context/injected",
    ]);
    expect(texts(said(0, "user", "hello"), run, message)[1]?.[1]).toBe("");
  });
});

test("messages between agents are context with their author", () => {
  const told = item(1, {
    type: "agent_message",
    id: "amsg_1",
    author: "root",
    recipient: "child",
    content: [
      { type: "input_text", text: "count them" },
      { type: "encrypted_content", encrypted_content: "abc" },
    ],
  });
  expect(first(told)).toMatchObject({ type: "context/injected", role: "context", text: "count them", author: "root" });
});

test("errors that the person saw are found, and never were context", () => {
  expect(first(event(1, { type: "error", message: "usage limit reached" }))).toMatchObject({
    type: "codex/error",
    logOnly: true,
    text: "usage limit reached",
  });
});
