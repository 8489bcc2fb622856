import { describe, expect, it } from "vitest";
import { assistant, byKey, call, decode, decodeOwn, line, ownSession, result, text, user } from "./decode-lines.ts";

describe("slots of a line", () => {
  it("counts one for a message and one more for each call, in order", () => {
    const { events } = decodeOwn([
      user("u1", null, "list and read"),
      assistant("a1", "u1", "m1", [
        { type: "thinking", thinking: "secret" },
        text("Both."),
        call("t1"),
        call("t2", "Read"),
      ]),
      assistant("a2", "a1", "m1", [call("t3")]),
    ]);
    expect(
      events.map(({ seq, key, type, role, text: words, pointer }) => [seq, key, type, role, words, pointer]),
    ).toEqual([
      [1, "u1", "user/message", "user", "list and read", ""],
      [2, "a1", "assistant/message", "assistant", "Both.", ""],
      [3, "a1/t1", "tool/call", "tool", "", "/message/content/2"],
      [4, "a1/t2", "tool/call", "tool", "", "/message/content/3"],
      [5, "a2", "assistant/message", "assistant", "", ""],
      [6, "a2/t3", "tool/call", "tool", "", "/message/content/0"],
    ]);
    expect(events[2]?.tool).toEqual({ name: "Bash", arguments: '{"command":"t1"}' });
    expect(JSON.stringify(events)).not.toContain("secret");
  });

  it("counts one for each result and pairs it with its call", () => {
    const { events } = decodeOwn([
      assistant("a1", null, "m1", [call("t1"), call("t2", "mcp__x__history_search")]),
      user("r1", "a1", [result("t1", "one"), result("t2", [text("two"), text("three")], { is_error: true })]),
    ]);
    expect(events.slice(3).map((event) => [event.seq, event.key, event.role, event.text, event.callSeq])).toEqual([
      [4, "r1", "tool", "one", 2],
      [5, "r1/1", "tool", "two\nthree", 3],
    ]);
    expect(events[3]?.tool).toEqual({ name: "Bash", status: "ok" });
    expect(events[4]?.tool).toEqual({ name: "mcp__x__history_search", status: "error" });
    expect([events[3]?.echo, events[4]?.echo]).toEqual([undefined, true]);
    expect(events[4]?.pointer).toBe("/message/content/1");
  });

  it("gives calls with the same or no id keys of their own", () => {
    const { events } = decodeOwn([
      assistant("a1", null, "m1", [call("t"), call("t"), { type: "tool_use", name: "Task" }]),
    ]);
    expect(events.map(({ key }) => key)).toEqual(["a1", "a1/t", "a1/1", "a1/2"]);
  });

  it("keeps a result whose call is not in the file, with no name", () => {
    const event = byKey(decodeOwn([user("r1", null, [result("gone", "found it")])]), "r1");
    expect([event.type, event.text, event.callSeq, event.tool]).toEqual([
      "tool/result",
      "found it",
      null,
      { name: null, status: "ok" },
    ]);
  });

  it("reads lines that are themselves a call and a result", () => {
    const { events } = decodeOwn([
      { type: "tool_use", sessionId: "s", uuid: "t1", name: "bash", input: { command: "ls" } },
      { type: "tool_result", sessionId: "s", uuid: "r1", name: "bash", output: "README" },
    ]);
    expect(events.map(({ type, text: words, tool }) => [type, words, tool?.name])).toEqual([
      ["tool/call", "", "bash"],
      ["tool/result", "README", "bash"],
    ]);
  });

  it("reads calls that ran on the server inside one assistant line", () => {
    const { events } = decodeOwn([
      assistant("a1", null, "m1", [
        { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } },
        {
          type: "web_search_tool_result",
          tool_use_id: "s1",
          content: [{ type: "web_search_result", title: "Found", url: "https://x.example" }],
        },
      ]),
    ]);
    expect(events.map(({ type, text: words, callSeq }) => [type, words, callSeq])).toEqual([
      ["assistant/message", "", null],
      ["tool/call", "", null],
      ["tool/result", "Found\nhttps://x.example", 2],
    ]);
  });

  it("puts placeholders in place of pictures and documents", () => {
    // "hello" in base64; its SHA-256 begins with 2cf24dba5fb0a30e.
    const source = { type: "base64", media_type: "image/png", data: "aGVsbG8=" };
    const event = byKey(decodeOwn([user("u1", null, [{ type: "image", source }, text("What is this?")])]), "u1");
    expect(event.text).toBe("[image image/png, 5 bytes, sha256:2cf24dba5fb0a30e]\nWhat is this?");
  });

  it("keeps a picture in a result", () => {
    const source = { type: "base64", media_type: "image/png", data: "aGVsbG8=" };
    const event = byKey(decodeOwn([user("r1", null, [result("t", [{ type: "image", source }])])]), "r1");
    expect(event.text).toBe("[image image/png, 5 bytes, sha256:2cf24dba5fb0a30e]");
  });

  it("reads content that stands beside the message, and blocks that are bare strings", () => {
    const session = decodeOwn([line("user", "u1", null, { content: "beside" }), user("u2", "u1", ["wow"] as never)]);
    expect(session.events.map(({ text: words }) => words)).toEqual(["beside", "wow"]);
  });

  it("gives unknown families one slot, never model context", () => {
    const { events } = decodeOwn([
      line("frame-link", "f1", null, { note: "not text" }),
      { type: "tools-used", sessionId: ownSession, tools: ["Bash"] },
      { silly: "this" },
    ]);
    expect(events.map(({ type, role, logOnly, text: words }) => [type, role, logOnly, words])).toEqual([
      ["claude-code/frame-link", null, true, ""],
      ["claude-code/tools-used", null, true, ""],
      ["claude-code/unknown", null, true, ""],
    ]);
  });

  it("keeps the words of system lines, as no part of the model's context", () => {
    const { events } = decodeOwn([
      line("system", "s1", null, { subtype: "away_summary", content: "While you were away" }),
      line("system", "s2", "s1", { subtype: "api_error", error: { message: "overloaded" } }),
      line("system", "s3", "s2", { content: "Running hook" }),
      line("system", "s4", "s3", { subtype: "voice_call_talk", content: "please go on" }),
      line("system", "s5", "s4", {
        subtype: "local_command",
        content: "<local-command-stdout>ok</local-command-stdout>",
      }),
    ]);
    expect(events.map(({ type, role, text: words }) => [type, role, words])).toEqual([
      ["claude-code/away_summary", null, "While you were away"],
      ["claude-code/api_error", null, "overloaded"],
      ["claude-code/system", null, "Running hook"],
      ["user/message", "user", "please go on"],
      ["context/injected", "context", "<local-command-stdout>ok</local-command-stdout>"],
    ]);
  });

  it("keeps progress lines as bookkeeping without text", () => {
    const [event] = decodeOwn([
      line("progress", "p1", null, { data: { type: "bash_progress", output: "half" } }),
    ]).events;
    expect([event?.type, event?.logOnly, event?.text]).toEqual(["claude-code/progress", true, ""]);
  });

  it("names the teammate who wrote", () => {
    const session = decodeOwn([
      user("u1", null, '<teammate-message teammate_id="alice" color="blue">\nDone.\n</teammate-message>'),
      assistant("a1", "u1", "m1", [text("Noted")], { teamName: "team", agentName: "bob" }),
    ]);
    expect(session.events.map(({ role, author }) => [role, author])).toEqual([
      ["context", "alice"],
      ["assistant", "bob"],
    ]);
  });

  it("gives one event without time among three its place and no time", () => {
    const { events } = decodeOwn([
      user("u1", null, "a"),
      user("u2", "u1", "b", { timestamp: null }),
      user("u3", "u2", "c", { timestamp: 1_785_000_000 }),
    ]);
    expect(events.map(({ createdAt }) => createdAt)).toEqual([Date.UTC(2026, 2, 1, 10), null, 1_785_000_000_000]);
  });

  it("decodes lines that carry both session_id and sessionId, and lines that carry only the former", () => {
    const own = decodeOwn(
      '{"type":"user","uuid":"u1","session_id":"a","sessionId":"b","message":{"content":"hi"}}\n',
      "/x/y.jsonl",
    );
    expect([own.facts.nativeId, own.events[0]?.text]).toEqual(["b", "hi"]);
    const other = decodeOwn('{"type":"user","uuid":"u1","session_id":"a","message":{"content":"hi"}}\n', "/x/y.jsonl");
    expect(other.facts.nativeId).toBe("a");
  });

  it("reads a web export and pretty-printed lines", () => {
    const lines = [
      { type: "user", timestamp: "2025-12-24T10:00:00.000Z", message: { role: "user", content: "add" } },
      {
        type: "assistant",
        timestamp: "2025-12-24T10:00:05.000Z",
        message: { role: "assistant", content: [text("done"), call("t")] },
      },
    ];
    const expected = ["user/message", "assistant/message", "tool/call"];
    const wrapped = decodeOwn(JSON.stringify({ title: "x", loglines: lines }, null, 2), "/x/export.json");
    expect(wrapped.events.map(({ type }) => type)).toEqual(expected);
    const pretty = decodeOwn(lines.map((value) => JSON.stringify(value, null, 2)).join("\n"), "/x/export.jsonl");
    expect(pretty.events.map(({ type }) => type)).toEqual(expected);
    expect(wrapped.fold.inactive).toEqual([]);
  });

  it("goes past a broken line and a byte order mark", () => {
    const good = JSON.stringify(user("u1", null, "before"));
    const source = decode(`\uFEFF${good}\n{broken\n${JSON.stringify(user("u2", "u1", "after"))}\n`);
    expect(source.problems).toHaveLength(1);
    expect(source.sessions[0]?.events.map(({ text: words }) => words)).toEqual(["before", "after"]);
  });
});
