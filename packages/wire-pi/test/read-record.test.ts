import { describe, expect, test } from "vitest";
import { assistant, decode, decodeText, entry, header, type Line, message, result, textOf, user } from "./pi-log.ts";

const summaryOf = (lines: readonly Line[]) =>
  decode([header(), ...lines]).events.map(({ seq, key, type, role, text }) => [seq, key, type, role, text]);

describe("slots", () => {
  test("a header takes none, a record one, an assistant record one more for each call", () => {
    const { events } = decode([
      header(),
      user("a", null, 1, "list it"),
      assistant("b", "a", 2, "on it", ["c1", "c2"]),
      result("c", "b", 3, "c2"),
      result("d", "c", 4, "c1"),
    ]);
    expect(events.map(({ seq, key, part, type, role, pointer }) => [seq, key, part, type, role, pointer])).toEqual([
      [1, "a", 0, "user/message", "user", ""],
      [2, "b", 0, "assistant/message", "assistant", ""],
      [3, "b/1", 1, "tool/call", "tool", "/message/content/1"],
      [4, "b/2", 2, "tool/call", "tool", "/message/content/2"],
      [5, "c", 0, "tool/result", "tool", ""],
      [6, "d", 0, "tool/result", "tool", ""],
    ]);
    expect(events[2]?.tool).toEqual({ name: "bash", arguments: '{"command":"c1"}' });
    expect(events.map(({ callSeq }) => callSeq)).toEqual([null, null, null, null, 4, 3]);
    expect(events.map(({ parentSeq }) => parentSeq)).toEqual([0, 1, 2, 2, 2, 5]);
  });

  test("a record without text and a message slot without text exist all the same", () => {
    const content: Line = { role: "assistant", content: [{ type: "toolCall", id: "c", name: "ls", arguments: {} }] };
    expect(summaryOf([message("a", null, 1, content)])).toEqual([
      [1, "a", "assistant/message", "assistant", ""],
      [2, "a/1", "tool/call", "tool", ""],
    ]);
  });

  test("bookkeeping and unknown records are log-only", () => {
    const kinds = ["model_change", "thinking_level_change", "custom", "usage", "compact"];
    const { events } = decode([header(), ...kinds.map((kind, index) => entry(kind, kind, null, index + 1))]);
    expect(events.map(({ type, role, text, logOnly }) => [type, role, text, logOnly])).toEqual(
      kinds.map((kind) => [`pi/${kind}`, null, "", true]),
    );
  });

  test("a label is log-only and is found by its name", () => {
    expect(summaryOf([entry("label", "a", null, 1, { targetId: "x", label: "before the rewrite" })])).toEqual([
      [1, "a", "pi/label", null, "before the rewrite"],
    ]);
  });

  test("a label names what it marks as its source", () => {
    const lines = [header(), user("a", null, 1, "x"), entry("label", "l", "a", 2, { targetId: "a", label: "here" })];
    expect(decode(lines).events[1]?.sourceSeqs).toEqual([1]);
  });

  test("times come from the record, else from the message, in any unit", () => {
    const { events } = decode([
      header(),
      { ...user("a", null, 1, "x"), timestamp: 1785000000 },
      { type: "message", id: "b", parentId: "a", message: { role: "user", content: "y", timestamp: 1785000001000 } },
      { type: "message", id: "c", parentId: "b", timestamp: null, message: { role: "user", content: "z" } },
    ]);
    expect(events.map(({ createdAt }) => createdAt)).toEqual([1785000000000, 1785000001000, null]);
  });
});

describe("texts", () => {
  test("text blocks are joined by a line break; thinking is in no text", () => {
    const content = [
      { type: "thinking", thinking: "secret plan", thinkingSignature: "s" },
      { type: "text", text: "one" },
      { type: "thinking", thinking: "", redacted: true },
      { type: "text", text: "two" },
    ];
    expect(summaryOf([message("a", null, 1, { role: "assistant", content })])[0]).toEqual([
      1,
      "a",
      "assistant/message",
      "assistant",
      "one\ntwo",
    ]);
  });

  test("an image is its type, size and hash", () => {
    const content = [
      { type: "text", text: "look" },
      { type: "image", data: Buffer.from("pixels").toString("base64"), mimeType: "image/png" },
    ];
    expect(decode([header(), message("a", null, 1, { role: "user", content })]).events[0]?.text).toBe(
      "look\n[image image/png, 6 bytes, sha256:6ec9c2b0eb140107]",
    );
  });

  test("an image that oh-my-pi stores apart is named by its recorded hash", () => {
    const content = [{ type: "image", data: `blob:sha256:${"ab".repeat(32)}`, mimeType: "image/png" }];
    expect(decode([header(), message("a", null, 1, { role: "user", content })]).events[0]?.text).toBe(
      "[image image/png, stored apart, sha256:abababababababab]",
    );
  });

  test("attachments of 2025 are part of the message", () => {
    const attachments = [
      { type: "document", mimeType: "application/pdf", content: "AAAA", extractedText: "chapter one" },
    ];
    const text = decode([header(), message("a", null, 1, { role: "user", content: "read", attachments })]).events[0]
      ?.text;
    expect(text).toMatch(/^read\n\[document application\/pdf, 3 bytes, sha256:[0-9a-f]{16}\]\nchapter one$/);
  });

  test("the error of a failed turn is in the text; an abort is none", () => {
    const failed = { role: "assistant", content: [], stopReason: "error", errorMessage: "overloaded" };
    const aborted = {
      role: "assistant",
      content: [{ type: "text", text: "part" }],
      stopReason: "aborted",
      errorMessage: "x",
    };
    expect(summaryOf([message("a", null, 1, failed), message("b", "a", 2, aborted)]).map((slot) => slot[4])).toEqual([
      "overloaded",
      "part",
    ]);
  });

  test("a status code in an assistant's text is kept as it is", () => {
    expect(summaryOf([assistant("a", null, 1, "it answered status:500")])[0]?.[4]).toBe("it answered status:500");
  });

  test("U+2028 in a text splits nothing", () => {
    expect(summaryOf([user("a", null, 1, "one\u2028two")])).toEqual([[1, "a", "user/message", "user", "one\u2028two"]]);
  });
});

describe("context that a program wrote", () => {
  test("system prompts, with their sections", () => {
    const content: Line = { role: "system", content: "", sections: { preamble: "You are pi.", cwd: "/work" } };
    expect(summaryOf([message("a", null, 1, content)])).toEqual([
      [1, "a", "context/injected", "context", "You are pi.\n/work"],
    ]);
  });

  test("messages of extensions, under their three spellings", () => {
    expect(
      summaryOf([
        entry("custom_message", "a", null, 1, { customType: "note", content: "one", display: false }),
        message("b", "a", 2, { role: "custom", customType: "note", content: [{ type: "text", text: "two" }] }),
        message("c", "b", 3, { role: "hookMessage", customType: "note", content: "three" }),
      ]),
    ).toEqual([
      [1, "a", "context/injected", "context", "one"],
      [2, "b", "context/injected", "context", "two"],
      [3, "c", "context/injected", "context", "three"],
    ]);
  });

  test("an expanded skill is context where nothing was typed with it", () => {
    const skill = '<skill name="review" location="/s/SKILL.md">\nReferences are relative to /s.\n\nRead it.\n</skill>';
    expect(summaryOf([user("a", null, 1, skill), user("b", "a", 2, `${skill}\n\nonly src`)])).toEqual([
      [1, "a", "context/injected", "context", skill],
      [2, "b", "user/message", "user", `${skill}\n\nonly src`],
    ]);
  });

  test("files that oh-my-pi read for a mention", () => {
    const files = [{ path: "src/a.ts", content: "export {}", lineCount: 1 }];
    expect(summaryOf([message("a", null, 1, { role: "fileMention", files })])).toEqual([
      [1, "a", "context/injected", "context", "src/a.ts\nexport {}"],
    ]);
  });

  test("a branch summary is context; only its text is used", () => {
    const { events } = decode([
      header(),
      user("a", null, 1, "x"),
      entry("branch_summary", "b", "a", 2, { fromId: "gone", summary: "tried the other way" }),
    ]);
    expect(events[1]).toMatchObject({ type: "pi/branch_summary", role: "context", text: "tried the other way" });
    expect(events[1]?.sourceSeqs).toEqual([]);
  });
});

describe("commands that the person ran", () => {
  const run = (more: Line) =>
    decode([header(), message("a", null, 1, { role: "bashExecution", command: "ls", ...more })]);

  test("take one slot with command and output", () => {
    const [event, ...rest] = run({ output: "a.ts\n", exitCode: 0, cancelled: false, truncated: false }).events;
    expect(rest).toEqual([]);
    expect(event).toMatchObject({ type: "pi/bashExecution", role: "tool", text: "$ ls\na.ts\n" });
    expect(event?.tool).toEqual({ name: "bash", arguments: "ls", status: "ok" });
  });

  test("say what was cut, and where the rest is", () => {
    const [event] = run({ output: "…", exitCode: 2, truncated: true, fullOutputPath: "/tmp/out.log" }).events;
    expect(event?.tool).toEqual({
      name: "bash",
      arguments: "ls",
      status: "error",
      outputTruncated: true,
      fullOutputPath: "/tmp/out.log",
    });
  });

  test("a cancelled one is unfinished, one without exit code has no status", () => {
    expect(run({ output: "", cancelled: true }).events[0]?.tool?.status).toBe("unfinished");
    expect(run({ output: "" }).events[0]?.tool?.status).toBeUndefined();
  });

  test("one that is kept from the model is log-only and still readable", () => {
    expect(run({ output: "x", excludeFromContext: true }).events[0]).toMatchObject({
      role: null,
      logOnly: true,
      text: "$ ls\nx",
    });
  });
});

describe("values of any type", () => {
  test("null content, null arguments and missing messages are decoded", () => {
    const lines = [
      message("a", null, 1, { role: "user", content: null }),
      message("b", "a", 2, { role: "assistant" }),
      message("c", "b", 3, {
        role: "assistant",
        content: [null, 5, "plain", { type: "toolCall", name: null, arguments: null }],
      }),
      message("d", "c", 4, { role: "toolResult", content: null }),
      entry("message", "e", "d", 5, { message: null }),
      message("f", "e", 6, { role: "narrator", content: "aside" }),
    ];
    expect(summaryOf(lines)).toEqual([
      [1, "a", "user/message", "user", ""],
      [2, "b", "assistant/message", "assistant", ""],
      [3, "c", "assistant/message", "assistant", "plain"],
      [4, "c/1", "tool/call", "tool", ""],
      [5, "d", "tool/result", "tool", ""],
      [6, "e", "pi/message", null, ""],
      [7, "f", "pi/narrator", null, "aside"],
    ]);
    expect(decode([header(), ...lines]).events[3]?.tool).toEqual({ name: null, arguments: null });
  });

  test("a malformed line takes no slot and is told", () => {
    const text = `${textOf([header(), user("a", null, 1, "one")])}not json\n${textOf([user("b", "a", 2, "two")])}`;
    const decoded = decodeText(text);
    expect(decoded.sessions[0]?.events.map(({ seq, key }) => [seq, key])).toEqual([
      [1, "a"],
      [2, "b"],
    ]);
    expect(decoded.problems).toHaveLength(1);
  });

  test("a record that is glued to a torn one is decoded", () => {
    const torn = JSON.stringify(user("a", null, 1, "one two three")).slice(0, -20);
    const text = `${textOf([header()])}${torn}${textOf([user("b", null, 2, "glued")])}`;
    expect(decodeText(text).sessions[0]?.events.map(({ key, text }) => [key, text])).toEqual([["b", "glued"]]);
  });

  test("a torn last line is pending, not malformed", () => {
    const whole = textOf([header(), user("a", null, 1, "one")]);
    const decoded = decodeText(`${whole}{"type":"message","id":"b","par`);
    expect(decoded.problems).toEqual([]);
    expect(decoded.progress).toMatchObject({ consumed: Buffer.byteLength(whole), pending: 31 });
  });
});
