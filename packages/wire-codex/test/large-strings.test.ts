import { createHash } from "node:crypto";
import { decodeSource, expandLarge, fromBytes, longLineBytes } from "@backscroll/wire";
import { describe, expect, test } from "vitest";
import { codexDecoder } from "../src/index.ts";
import {
  agentEvent,
  call,
  completed,
  item,
  type Line,
  meta,
  output,
  rolloutPath,
  said,
  textOf,
  userEvent,
} from "./rollout.ts";

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");
const huge = `${words(longLineBytes / 8)} the very end`;

const decode = (lines: readonly Line[]) => {
  const source = fromBytes(textOf(lines));
  const session = decodeSource(codexDecoder, source, { path: rolloutPath, place: "/codex/sessions" }).sessions[0];
  if (session === undefined) throw new Error("no session");
  return { ...session, texts: session.events.map(({ text }) => expandLarge(text, source)) };
};

describe("strings too large to hold", () => {
  test("an output is whole, and its neighbours are read", () => {
    const { texts, events } = decode([
      meta(),
      said(1, "user", "go"),
      call(2, "c1", "shell", "{}"),
      output(3, "c1", huge),
      said(4, "assistant", "done"),
    ]);
    expect(texts).toEqual(["go", "", huge, "done"]);
    expect(events[2]?.text.length).toBeLessThan(200);
    expect(events[2]?.callSeq).toBe(2);
  });

  test("a message told twice is one message", () => {
    const { texts, events } = decode([
      meta(),
      said(1, "user", huge),
      userEvent(1, huge),
      agentEvent(2, `${huge}!`),
      said(2, "assistant", `${huge}!`),
    ]);
    expect(texts).toEqual([huge, "", `${huge}!`, ""]);
    expect(events.map(({ logOnly }) => logOnly === true)).toEqual([false, true, false, true]);
  });

  test("the fuller output of a run is there once", () => {
    const run = completed(2, { type: "CommandExecution", id: "c1", command: ["ls"], aggregated_output: huge });
    expect(decode([meta(), call(1, "c1", "exec_command", "{}"), run, output(3, "c1", "cut")]).texts).toEqual([
      "",
      huge,
      "cut",
    ]);
  });

  test("a picture is told by type, size and hash", () => {
    const bytes = Buffer.alloc(longLineBytes, "picture");
    const message = item(1, {
      type: "message",
      role: "user",
      content: [
        { type: "input_text", text: "look" },
        { type: "input_image", image_url: `data:image/jpeg;base64,${bytes.toString("base64")}` },
      ],
    });
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    const { texts, facts } = decode([meta(), message]);
    expect(texts).toEqual([`look\n[image image/jpeg, ${bytes.byteLength} bytes, sha256:${hash}]`]);
    expect(facts.firstPrompt).toBe("look");
  });

  test("keys are the same in every run, though marks are not", () => {
    const lines = [meta(), said(1, "user", huge)];
    const moved = [meta({ originator: "a longer header" }), said(1, "user", huge)];
    expect(decode(lines).events[0]?.key).toBe(decode(moved).events[0]?.key);
  });
});
