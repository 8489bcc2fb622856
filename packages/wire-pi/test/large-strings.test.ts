import { decodeSource, documentOf, expandLarge, fromBytes, textPieces } from "@backscroll/wire";
import { describe, expect, test } from "vitest";
import { piDecoder } from "../src/index.ts";
import { header, type Line, logPath, message, result, textOf, user } from "./pi-log.ts";

const identity = { path: logPath, place: "/logs" };
const open = (lines: readonly Line[]) => {
  const source = fromBytes(Buffer.from(textOf(lines)));
  const session = decodeSource(piDecoder, source, identity).sessions[0];
  if (session === undefined) throw new Error("no session");
  return { source, ...session };
};

describe("records of many megabytes", () => {
  test("a 20 MB result between two messages is decoded, and its end can be read", () => {
    const text = `${"filler line\n".repeat(1_750_000)}needle`;
    const { events, source } = open([
      header(),
      user("a", null, 1, "before"),
      result("b", "a", 2, "c", { content: [{ type: "text", text }], details: { truncation: { content: text } } }),
      user("d", "b", 3, "after"),
    ]);
    expect(events.map(({ seq, key }) => [seq, key])).toEqual([
      [1, "a"],
      [2, "b"],
      [3, "d"],
    ]);
    const slot = events[1];
    expect(slot?.text.length).toBeLessThan(200);
    let length = 0;
    let last = "";
    for (const piece of textPieces(slot === undefined ? "" : documentOf(slot), source)) {
      length += piece.length;
      last = piece;
    }
    expect(last.endsWith("needle")).toBe(true);
    expect(length).toBe("bash (call not recorded here)\n--- output ---\n".length + text.length);
  });

  test("large arguments stay readable", () => {
    const content = "x".repeat(5_000_000);
    const call = { type: "toolCall", id: "c", name: "write", arguments: { path: "a", content } };
    const { events, source } = open([header(), message("a", null, 1, { role: "assistant", content: [call] })]);
    const slot = events[1];
    expect(slot?.tool?.arguments?.length).toBeLessThan(200);
    expect(expandLarge(slot?.tool?.arguments ?? "", source)).toBe(JSON.stringify({ path: "a", content }));
  });

  test("a large prompt gives no mark as first prompt", () => {
    const { facts } = open([header(), user("a", null, 1, "y".repeat(5_000_000)), user("b", "a", 2, "short")]);
    expect(facts.firstPrompt).toBe("short");
  });

  test("the key of a large record without id is the same at each decoding", () => {
    const lines: Line[] = [
      { type: "session", id: "old", timestamp: "2025-11-01T10:00:00.000Z", cwd: "/w" },
      {
        type: "message",
        timestamp: "2025-11-01T10:00:01.000Z",
        message: { role: "user", content: "z".repeat(5_000_000) },
      },
    ];
    // Behind a longer header the text lies elsewhere, so its mark differs.
    const moved = [{ ...lines[0], cwd: "/home/dev/elsewhere" }, ...lines.slice(1)];
    expect(open(moved).events[0]?.key).toBe(open(lines).events[0]?.key);
  });
});
