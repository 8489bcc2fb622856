import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { makeTerminal } from "../../src/terminal/terminal.ts";

const open = (variables: Record<string, string>, columns?: number) => {
  const output = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
  const error = new PassThrough();
  const terminal = makeTerminal(variables, { input: { isTTY: columns !== undefined }, output, error });
  return { terminal, printed: () => String(output.read() ?? ""), noted: () => String(error.read() ?? "") };
};

describe("makeTerminal", () => {
  it("takes the width from COLUMNS, then from the terminal, and none from a file", () => {
    expect(open({ COLUMNS: "60" }, 120).terminal.width).toBe(60);
    expect(open({}, 120).terminal.width).toBe(120);
    expect(open({ COLUMNS: "nonsense" }, 120).terminal.width).toBe(120);
    expect(open({}).terminal.width).toBe(Number.POSITIVE_INFINITY);
  });

  it("is interactive only with a terminal at both ends", () => {
    expect(open({}, 80).terminal.interactive).toBe(true);
    expect(open({}).terminal.interactive).toBe(false);
  });

  it("prints lines, JSON and notes", async () => {
    const { terminal, printed, noted } = open({});
    await terminal.line("a");
    await terminal.json({ b: "\u001b" });
    terminal.note("c");
    expect(printed()).toBe('a\n{\n  "b": "\\u001b"\n}\n');
    expect(noted()).toBe("c\n");
  });
});
