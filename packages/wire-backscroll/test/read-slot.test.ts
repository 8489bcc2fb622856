import { describe, expect, it } from "vitest";
import { decode, decodeText, header, linesOf, record } from "./write-records.ts";

describe("slots", () => {
  it("are one a record, seqs counting from the first record after the header", () => {
    const { events } = decode(
      ["turn/start"],
      ["user/message", { text: "hello", author: "Ada" }],
      ["step/start"],
      ["assistant/message", { text: "hi", thinking: "a secret thought" }],
      ["context/injected", { text: "environment" }],
      ["step/end"],
      ["turn/end", { reason: "end_turn" }],
    );
    expect(
      events.map(({ seq, key, type, role, text, logOnly }) => [seq, key, type, role, text, logOnly === true]),
    ).toEqual([
      [1, "1", "turn/start", null, "", true],
      [2, "2", "user/message", "user", "hello", false],
      [3, "3", "step/start", null, "", true],
      [4, "4", "assistant/message", "assistant", "hi", false],
      [5, "5", "context/injected", "context", "environment", false],
      [6, "6", "step/end", null, "", true],
      [7, "7", "turn/end", null, "", true],
    ]);
    expect(events[1]).toMatchObject({
      author: "Ada",
      createdAt: Date.UTC(2026, 2, 1, 10, 0, 2),
      pointer: "",
      parentSeq: 1,
    });
    expect(JSON.stringify(events)).not.toContain("secret");
  });

  it("pair calls with results, in any order, and keep arguments verbatim", () => {
    const { events } = decode(
      ["tool/call", { call_id: "a", name: "bash", arguments: '{"command":  "ls"}' }],
      ["tool/call", { call_id: "b", name: "read", arguments: null }],
      [
        "tool/result",
        { call_id: "b", output: "text", status: "error", truncated: true, full_output_path: "/outputs/b" },
      ],
      ["tool/result", { call_id: "a", output: "", status: "ok" }],
      ["tool/result", { call_id: "c", output: "late", status: "unfinished" }],
    );
    expect(events.map(({ role, callSeq }) => [role, callSeq])).toEqual([
      ["tool", null],
      ["tool", null],
      ["tool", 2],
      ["tool", 1],
      ["tool", null],
    ]);
    expect(events.map(({ tool }) => tool)).toEqual([
      { name: "bash", arguments: '{"command":  "ls"}' },
      { name: "read", arguments: null },
      { name: "read", status: "error", outputTruncated: true, fullOutputPath: "/outputs/b" },
      { name: "bash", status: "ok" },
      { name: null, status: "unfinished" },
    ]);
    expect(events[2]?.text).toBe("text");
  });

  it("carry nested calls, which take no slot of their own", () => {
    const nested = {
      id: "a/1",
      name: "grep",
      status: "ok",
      duration_ms: 5,
      error: null,
      arguments: "{}",
      arguments_bytes: null,
    };
    const { events } = decode([
      "tool/result",
      { call_id: "a", name: "code", output: "done", status: "ok", nested_calls: { calls: [nested], complete: true } },
    ]);
    expect(events).toHaveLength(1);
    expect(events[0]?.tool?.nestedCalls).toEqual({
      calls: [
        { id: "a/1", name: "grep", status: "ok", durationMs: 5, error: null, arguments: "{}", argumentsBytes: null },
      ],
      complete: true,
    });
  });

  it("mark results of Backscroll's own tools as echoes, not their calls", () => {
    const { events } = decode(
      ["tool/call", { call_id: "a", name: "mcp__backscroll__session_search", arguments: "{}" }],
      ["tool/result", { call_id: "a", output: "hits", status: "ok" }],
      ["tool/result", { call_id: "b", name: "bash", output: "x", status: "ok" }],
    );
    expect(events.map(({ echo }) => echo)).toEqual([undefined, true, undefined]);
  });

  it("put a placeholder for media", () => {
    const { events } = decode([
      "user/message",
      { text: "look", media: [{ kind: "image", media_type: "image/png", data: "aGVsbG8=" }] },
    ]);
    expect(events[0]?.text).toBe("look\n[image image/png, 5 bytes, sha256:2cf24dba5fb0a30e]");
  });

  it("are log-only for types that are not known, whose later meaning moves no address", () => {
    const { events } = decode(["plan/update", { text: "a plan" }], ["user/message", { text: "x" }]);
    expect(events[0]).toMatchObject({ seq: 1, type: "backscroll/plan/update", role: null, logOnly: true, text: "" });
    expect(events[1]?.seq).toBe(2);
  });

  it("name what they directly came from", () => {
    const { events } = decode(
      ["user/message", { text: "a" }],
      ["user/message", { text: "b" }],
      ["context/compaction", { text: "s", first_retained_seq: null }, { replaces: [1, 2], sources: [2, 1] }],
    );
    expect(events[2]?.sourceSeqs).toEqual([2, 1]);
  });
});

describe("damage", () => {
  it("costs only the broken line, and takes no seq", () => {
    const { events, problems } = decodeText(
      linesOf([
        header,
        record(1, "user/message", { text: "a" }),
        '{"seq_key":2,"type":"us',
        record(2, "user/message", { text: "b" }),
      ]),
    );
    expect(events.map(({ seq, text }) => [seq, text])).toEqual([
      [1, "a"],
      [2, "b"],
    ]);
    expect(problems).toHaveLength(1);
  });

  it("keeps a record without time, number or data", () => {
    const { events } = decodeText(
      linesOf([header, { seq_key: null, type: "user/message", time: null, data: null }, { type: "user/message" }, {}]),
    );
    expect(events.map(({ seq, type, createdAt, text }) => [seq, type, createdAt, text])).toEqual([
      [1, "user/message", null, ""],
      [2, "user/message", null, ""],
      [3, "backscroll/untyped", null, ""],
    ]);
    expect(new Set(events.map(({ key }) => key)).size).toBe(3);
  });

  it("keeps the neighbours of a record of 20 MB, which is read to its end", () => {
    const output = `${"x".repeat(20_000_000)} needle`;
    const { events, problems } = decodeText(
      linesOf([
        header,
        record(1, "user/message", { text: "before" }),
        record(2, "tool/result", { call_id: "a", output, status: "ok" }),
        record(3, "user/message", { text: "after" }),
      ]),
    );
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(events[1]?.text.length).toBeLessThan(100);
    expect(problems).toEqual([]);
  });
});
