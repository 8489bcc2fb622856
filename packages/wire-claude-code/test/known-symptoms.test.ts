import { decodeSource, decodeStream, expandLarge, fromBytes, type LinkedEvent } from "@backscroll/wire";
import { describe, expect, it } from "vitest";
import { claudeCodeDecoder } from "../src/index.ts";
import {
  assistant,
  call,
  decode,
  decodeOwn,
  jsonLines,
  otherSession,
  ownPath,
  ownSession,
  pathOf,
  placeOfPath,
  result,
  text,
  user,
} from "./decode-lines.ts";

describe("symptoms seen in programs of this kind", () => {
  it("one oversized line costs no other line, and its end is readable", () => {
    const output = `${"x".repeat(20_000_000)} zebra at the end`;
    const content = jsonLines([
      assistant("a1", null, "m1", [call("t1")]),
      user("r1", "a1", [result("t1", output)], { toolUseResult: { stdout: output, stderr: "" } }),
      user("u2", "r1", "thanks"),
    ]);
    const source = fromBytes(content);
    const [session] = decodeSource(claudeCodeDecoder, source, { path: ownPath, place: placeOfPath(ownPath) }).sessions;
    expect(session?.events.map(({ key }) => key)).toEqual(["a1", "a1/t1", "r1", "u2"]);
    const stored = session?.events[2]?.text ?? "";
    expect(stored.length).toBeLessThan(1000);
    // The twin holds the same text, which is there once.
    expect(expandLarge(stored, source)).toBe(output);
  });

  it("a half-written last line is taken once it is whole", () => {
    const content = Buffer.from(jsonLines([user("u1", null, "first"), user("u2", "u1", "昨晚的问题")]));
    const identity = { path: ownPath, place: placeOfPath(ownPath) };
    const events: LinkedEvent[] = [];
    const problems: unknown[] = [];
    const options = {
      onEvents: (linked: readonly LinkedEvent[]) => {
        events.push(...linked);
      },
      onProblem: (problem: unknown) => {
        problems.push(problem);
      },
    };
    const half = decodeStream(claudeCodeDecoder, fromBytes(content.subarray(0, -12)), identity, options);
    expect([events.length, half.pending > 0]).toEqual([1, true]);
    const resume = { state: half.state, from: half.consumed };
    expect(decodeStream(claudeCodeDecoder, fromBytes(content), identity, { ...options, resume }).pending).toBe(0);
    expect(events.map(({ seq, text: words }) => [seq, words])).toEqual([
      [1, "first"],
      [2, "昨晚的问题"],
    ]);
    expect(problems).toEqual([]);
  });

  it("two records glued on one line are both there", () => {
    const glued = `${JSON.stringify(user("u1", null, "one"))}${JSON.stringify(user("u2", "u1", "two"))}\n`;
    expect(decodeOwn(glued).events.map(({ text: words }) => words)).toEqual(["one", "two"]);
  });

  it("a turn split over three lines of one message keeps its three pieces, as one group", () => {
    const { events } = decodeOwn([
      assistant("a1", null, "m1", [{ type: "thinking", thinking: "…" }]),
      assistant("a2", "a1", "m1", [text("Let me look.")]),
      assistant("a3", "a2", "m1", [call("t1")]),
    ]);
    expect(events.map(({ type, group }) => [type, group])).toEqual([
      ["assistant/message", "m1"],
      ["assistant/message", "m1"],
      ["assistant/message", "m1"],
      ["tool/call", "m1"],
    ]);
  });

  it("a copied transcript has the keys of the original, with or without request ids", () => {
    const lines = [
      user("6f0d2a34-0000-4000-8000-000000000001", null, "a"),
      assistant("6f0d2a34-0000-4000-8000-000000000002", "6f0d2a34-0000-4000-8000-000000000001", "m1", [
        text("b"),
        call("t1"),
      ]),
    ];
    const copies = lines.map((value) => ({ ...value, sessionId: otherSession, sessionKind: "bg" }));
    const original = decodeOwn(lines);
    const copy = decodeOwn([...copies, user("u9", "x", "new", { sessionId: otherSession })], pathOf(otherSession));
    expect(copy.events.slice(0, 3).map(({ key }) => key)).toEqual(original.events.map(({ key }) => key));
    expect(copy.facts).toMatchObject({ nativeId: otherSession, parent: { kind: "resume" } });
    expect(claudeCodeDecoder.globalKeys).toBe(true);
  });

  it("text that only the structured twin holds is found, and text that both hold is there once", () => {
    const own = decodeOwn([
      assistant("a1", null, "m1", [call("t1")]),
      user("r1", "a1", [result("t1", "command finished")], {
        toolUseResult: { stdout: "command finished\nzebra", stderr: "" },
      }),
    ]);
    expect(own.events[2]?.text).toBe("command finished\nzebra");
  });

  it("line separators inside a string and carriage returns split nothing", () => {
    const content = `${JSON.stringify(user("u1", null, "a\u2028b"))}\r\n${JSON.stringify(user("u2", "u1", "c"))}\r\n`;
    expect(decodeOwn(content).events.map(({ text: words }) => words)).toEqual(["a\u2028b", "c"]);
  });

  it("half of a surrogate pair is kept as it is", () => {
    const content = `{"type":"user","uuid":"u1","sessionId":"${ownSession}","message":{"content":"cut \\ud83d"}}\n`;
    expect(decodeOwn(content).events[0]?.text).toBe("cut \ud83d");
  });

  it("a shrunk file decoded anew keeps the keys of the lines that stayed", () => {
    const lines = [user("u1", null, "a"), user("u2", "u1", "removed"), user("u3", "u1", "c")];
    const before = decodeOwn(lines);
    const after = decodeOwn([lines[0], lines[2]]);
    expect(after.events.map(({ key }) => key)).toEqual([before.events[0]?.key, before.events[2]?.key]);
  });

  it("a session whose agent's own file is missing keeps the call and its result", () => {
    const { sessions } = decode([
      assistant("a1", null, "m1", [call("t1", "Agent", { prompt: "look" }), call("t2", "Agent", { prompt: "test" })]),
      user("r1", "a1", [result("t1", "found it")], { toolUseResult: { agentId: "gone", content: [text("found it")] } }),
    ]);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.events[3]).toMatchObject({
      text: "found it",
      callSeq: 2,
      tool: { name: "Agent", status: "ok" },
    });
  });
});
