import { describe, expect, test } from "vitest";
import { decode, item, type Line, meta, said, userEvent } from "./rollout.ts";

const roleOf = (lines: Line[]): [string, string | null][] =>
  decode([meta(), ...lines])
    .events.filter(({ logOnly }) => logOnly !== true)
    .map(({ type, role }) => [type, role]);

describe("what the program wrote into user messages is context", () => {
  test.each([
    "<environment_context>\n  <cwd>/w</cwd>\n</environment_context>",
    "<user_instructions>\nbe brief\n</user_instructions>",
    "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nbe brief\n</INSTRUCTIONS>",
    "<skill>\n<name>x</name>\n</skill>",
    "<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>",
    "<user_shell_command>\n<command>ls</command>\n</user_shell_command>",
    '<subagent_notification>\n{"status":{"completed":"x"}}\n</subagent_notification>',
    '<some_new_block kind="a">\nx\n</some_new_block>',
    "Another language model started to solve this problem and produced a summary of its thinking process.\nSo far",
  ])("%s", (text) => {
    const { events, facts } = decode([meta(), said(1, "user", text), said(2, "user", "the real question")]);
    expect(events[0]).toMatchObject({ type: "context/injected", role: "context", text });
    expect(facts.firstPrompt).toBe("the real question");
  });

  test("developer and system messages too", () => {
    expect(roleOf([said(1, "developer", "be careful"), said(2, "system", "be kind")])).toEqual([
      ["context/injected", "context"],
      ["context/injected", "context"],
    ]);
  });
});

describe("what current versions record of each part counts more than its looks", () => {
  const typed = (kinds: string[], provenance: string[], texts: string[]): Line =>
    item(1, {
      type: "message",
      role: "user",
      content: texts.map((text) => ({ type: "input_text", text })),
      internal_chat_message_metadata_passthrough: {
        content_item_kinds: kinds,
        content_item_metadata: provenance.map((type) => ({ provenance: { type } })),
      },
    });

  test("typed text that looks injected", () => {
    expect(
      roleOf([typed(["user.text"], ["user"], ["<environment_context>what is this?</environment_context>"])]),
    ).toEqual([["user/message", "user"]]);
  });

  test("injected text that looks typed", () => {
    expect(roleOf([typed(["generic.note"], ["harness"], ["Please go on."])])).toEqual([
      ["context/injected", "context"],
    ]);
  });

  test("a prompt behind an injected part gives the session its name", () => {
    const mixed = typed(
      ["host_skills.instructions", "user.text"],
      ["skills", "user"],
      ["long skill text", "draw a cat"],
    );
    const { events, facts } = decode([meta(), mixed]);
    expect(events[0]).toMatchObject({ type: "user/message", text: "long skill text\ndraw a cat" });
    expect(facts.firstPrompt).toBe("draw a cat");
  });
});

describe("events tell what was typed", () => {
  test("text that looks injected and has an event was typed", () => {
    const text = "<my_tag>what does this tag mean?</my_tag>";
    const { events, fold, facts } = decode([meta(), said(1, "user", text), userEvent(1, text)]);
    expect(events[0]).toMatchObject({ type: "context/injected" });
    expect(fold.retyped).toEqual([{ seq: 1, type: "user/message", role: "user" }]);
    expect(facts.firstPrompt).toBe(text);
  });

  test("early events say themselves that they are injected", () => {
    const text = "<environment_context>/w</environment_context>";
    expect(
      roleOf([userEvent(1, text, { kind: "environment_context" }), userEvent(2, "hi", { kind: "plain" })]),
    ).toEqual([
      ["context/injected", "context"],
      ["user/message", "user"],
    ]);
  });
});

describe("the first prompt", () => {
  test("is what was typed under an editor's context, white space collapsed", () => {
    const text = "# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nfix\n  the bug\n";
    expect(decode([meta(), said(1, "user", text)]).facts.firstPrompt).toBe("fix the bug");
  });

  test("has at most 500 code points, cut between them", () => {
    expect(decode([meta(), said(1, "user", "字😀".repeat(400))]).facts.firstPrompt).toBe("字😀".repeat(250));
  });

  test("of a session without any is null", () => {
    expect(decode([meta(), said(1, "assistant", "hi")]).facts.firstPrompt).toBeNull();
  });

  test("passes over a message of a picture alone", () => {
    const picture = item(1, {
      type: "message",
      role: "user",
      content: [{ type: "input_image", image_url: "https://example.invalid/a.png" }],
    });
    const { events, facts } = decode([meta(), picture, said(2, "user", "and this?")]);
    expect(events[0]).toMatchObject({ type: "user/message", text: "[image https://example.invalid/a.png]" });
    expect(facts.firstPrompt).toBe("and this?");
  });
});
