import { describe, expect, it } from "vitest";
import { decode, decodeText, header, linesOf, record } from "./write-records.ts";

const factsOf = (change: object, ...records: object[]) =>
  decodeText(linesOf([{ ...header, ...change }, ...records])).facts;

describe("session facts", () => {
  it("come from the header", () => {
    expect(factsOf({ parent: "backscroll:zero", kind: "handoff" })).toMatchObject({
      nativeId: "one",
      cwd: "/project",
      createdAt: Date.UTC(2026, 2, 1, 10),
      parent: { kind: "handoff", nativeId: "zero" },
      title: null,
      titleOrigin: null,
      firstPrompt: null,
      flags: [],
    });
  });

  it("come from the file's name and the first time where the header is gone", () => {
    const { facts, events } = decodeText(linesOf([record(1, "user/message", { text: "a" })]));
    expect(facts).toMatchObject({
      nativeId: "one",
      cwd: null,
      createdAt: Date.UTC(2026, 2, 1, 10, 0, 1),
      flags: ["missing-header"],
    });
    expect(events[0]?.seq).toBe(1);
  });

  it("take the latest title and say who gave it", () => {
    const title = (text: string, generated?: boolean) =>
      ["session/title", { title: text, ...(generated === undefined ? {} : { generated }) }] as const;
    const { facts, events } = decode(title("First", true), title("漢".repeat(60)), title(" "));
    expect(facts).toMatchObject({ title: "漢".repeat(60), titleOrigin: "recorded" });
    expect(decode(title("First", true)).facts.titleOrigin).toBe("generated");
    expect(events[0]).toMatchObject({ type: "session/title", text: "First", role: null, logOnly: true });
  });

  it("take the first prompt that a person typed, collapsed and cut at 500 code points", () => {
    const { facts } = decode(
      ["context/injected", { text: "environment" }],
      ["user/message", { text: " \n " }],
      ["user/message", { text: `fix\n  the ${"😀".repeat(600)}` }],
      ["user/message", { text: "later" }],
    );
    expect(facts.firstPrompt).toBe(`fix the ${"😀".repeat(492)}`);
  });

  it("list the downstream agent's own sessions, each once", () => {
    const downstream = (session: string) => ["session/downstream", { agent: "claude-code", session }] as const;
    const { facts, events } = decode(downstream("x"), downstream("y"), downstream("x"));
    expect(facts.aliases).toEqual(["x", "y"]);
    expect(events[0]).toMatchObject({ type: "session/downstream", logOnly: true });
    expect(factsOf({ downstream: { agent: "codex", session: "z" } }).aliases).toEqual(["z"]);
  });

  it("ignore a session that is its own parent", () => {
    expect(factsOf({ parent: "one", kind: "fork" })).toMatchObject({ parent: null, flags: ["self-parent"] });
  });
});
