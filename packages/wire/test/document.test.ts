import { describe, expect, it } from "vitest";
import { documentOf, resultText, slotText } from "../src/document.ts";
import type { Slot, ToolFacts } from "../src/event.ts";

const slot = (type: string, text: string, tool?: ToolFacts): Slot => ({
  key: "k",
  type,
  role: "tool",
  createdAt: null,
  text,
  pointer: "",
  ...(tool === undefined ? {} : { tool }),
});

const call = slot("tool/call", "", { name: "bash", arguments: '{"command":"ls  -a"}' });

describe("documentOf", () => {
  it("is the text of a message", () => {
    expect(documentOf(slot("user/message", "hello\nthere"))).toBe("hello\nthere");
  });

  it("is the call's line with its arguments verbatim, then the output", () => {
    expect(documentOf(call)).toBe('bash {"command":"ls  -a"}');
    expect(documentOf(call, slot("tool/result", "a\nb", { name: "bash" }))).toBe(
      'bash {"command":"ls  -a"}\n--- output ---\na\nb',
    );
    expect(documentOf(call, slot("tool/result", ""))).toBe('bash {"command":"ls  -a"}\n--- output ---\n');
  });

  it("marks arguments and names that were not recorded", () => {
    expect(documentOf(slot("tool/call", "", { name: "bash", arguments: null }))).toBe("bash (arguments not recorded)");
    expect(documentOf(slot("tool/call", "", { name: null, arguments: "" }))).toBe("(unnamed tool) ");
    expect(documentOf(slot("tool/call", ""))).toBe("(unnamed tool) (arguments not recorded)");
  });

  it("marks a result without its call", () => {
    expect(documentOf(slot("tool/result", "out", { name: "bash" }))).toBe(
      "bash (call not recorded here)\n--- output ---\nout",
    );
  });

  it("lists nested calls after the output, never their results", () => {
    const nested = slot("tool/result", "out", {
      name: "code",
      nestedCalls: {
        complete: false,
        calls: [
          {
            id: "c/1",
            name: "read",
            status: "ok",
            durationMs: 12,
            error: null,
            arguments: '{"p":1}',
            argumentsBytes: null,
          },
          {
            id: "c/2",
            name: "write",
            status: "error",
            durationMs: null,
            error: "denied",
            arguments: null,
            argumentsBytes: 9000,
          },
          {
            id: "c/3",
            name: "run",
            status: null,
            durationMs: null,
            error: null,
            arguments: null,
            argumentsBytes: null,
          },
        ],
      },
    });
    const list = [
      "--- nested calls (incomplete, 3) ---",
      'c/1 read ok 12 ms {"p":1}',
      "c/2 write error error: denied (arguments of 9000 bytes not recorded)",
      "c/3 run status not recorded (arguments not recorded)",
    ].join("\n");
    expect(resultText(nested)).toBe(`out\n${list}`);
    expect(resultText({ ...nested, text: "" })).toBe(list);
    expect(documentOf(call, nested)).toBe(`bash {"command":"ls  -a"}\n--- output ---\nout\n${list}`);
  });
});

describe("slotText", () => {
  it("is what one slot alone adds to a document", () => {
    expect(slotText(call)).toBe('bash {"command":"ls  -a"}');
    expect(slotText(slot("tool/result", "out"))).toBe("out");
    expect(slotText(slot("session/title", "A title"))).toBe("A title");
  });
});

describe("slotText of a call", () => {
  const callWith = (recorded: string) => slotText(slot("tool/call", "", { name: "run", arguments: recorded }));

  it("reads the escapes of JSON arguments, so that the word after a line break begins a word", () => {
    expect(callWith(String.raw`{"text":"one\ntwo\tthree \"four\" C:\\new \u4e2d"}`)).toBe(
      'run {"text":"one\ntwo\tthree "four" C:\\new 中"}',
    );
    expect(callWith(String.raw`["a\nb"]`)).toBe('run ["a\nb"]');
  });

  it("reads those of arguments that were cut off", () => {
    expect(callWith(String.raw`{"text":"one\ntw`)).toBe('run {"text":"one\ntw');
  });

  it("leaves a tool's own text as it is", () => {
    for (const text of [String.raw`cd C:\new`, String.raw`[ -f C:\new ]`, String.raw`{ echo C:\new; }`]) {
      expect(callWith(text)).toBe(`run ${text}`);
    }
  });
});
