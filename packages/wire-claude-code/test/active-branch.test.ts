import type { JsonObject } from "@backscroll/wire";
import { foldEventOf } from "@backscroll/wire";
import { describe, expect, it } from "vitest";
import { claudeCodeDecoder } from "../src/index.ts";
import { activeKeys, assistant, call, decodeOwn, line, ownSession, result, text, user } from "./decode-lines.ts";

const reply = (uuid: string, parent: string | null, message = `m-${uuid}`, fields: JsonObject = {}) =>
  assistant(uuid, parent, message, [text(`reply ${uuid}`)], fields);

const calling = (uuid: string, parent: string, message: string, id: string) =>
  assistant(uuid, parent, message, [call(id)]);

const answer = (uuid: string, parent: string, id: string) => user(uuid, parent, [result(id, `output of ${id}`)]);

describe("the active branch", () => {
  it("is the latest tip's ancestors; a rewound prompt stays, off the branch", () => {
    const session = decodeOwn([
      user("u1", null, "a"),
      reply("a1", "u1"),
      user("u2", "a1", "first try"),
      reply("a2", "u2"),
      user("u3", "a1", "second try"),
      reply("a3", "u3"),
    ]);
    expect(activeKeys(session)).toEqual(["u1", "a1", "u3", "a3"]);
    expect(session.fold).toMatchObject({ inactive: [[3, 4]], shadowed: [], boundary: null, head: 6, flags: [] });
  });

  it("is decided by place in the file and not by time", () => {
    const session = decodeOwn([
      user("u1", null, "a"),
      reply("a1", "u1", "m1", { timestamp: "2026-03-02T00:00:00.000Z" }),
      reply("b1", "u1", "m2", { timestamp: "2026-02-01T00:00:00.000Z" }),
    ]);
    expect(activeKeys(session)).toEqual(["u1", "b1"]);
  });

  it("holds both results of parallel calls, whichever the next message follows", () => {
    const calls = [user("u1", null, "go"), calling("a1", "u1", "m1", "t1"), calling("a2", "a1", "m1", "t2")];
    const viaSecond = decodeOwn([...calls, answer("r1", "a1", "t1"), answer("r2", "a2", "t2"), reply("a3", "r2")]);
    expect(viaSecond.fold.inactive).toEqual([]);
    const viaFirst = decodeOwn([...calls, answer("r2", "a2", "t2"), answer("r1", "a1", "t1"), reply("a3", "r1")]);
    expect(viaFirst.fold.inactive).toEqual([]);
    expect(viaFirst.fold.head).toBe(8);
  });

  it("takes no line for a piece of a message because a gateway numbers all messages alike", () => {
    const rewound = decodeOwn([
      user("u1", null, "a"),
      reply("a1", "u1", "m"),
      user("u2", "a1", "first"),
      reply("a2", "u2", "m"),
      user("u3", "a1", "second"),
      reply("a3", "u3", "m"),
    ]);
    expect(activeKeys(rewound)).toEqual(["u1", "a1", "u3", "a3"]);
    const retried = decodeOwn([user("u1", null, "a"), reply("a1", "u1", "m"), reply("b1", "u1", "m")]);
    expect(activeKeys(retried)).toEqual(["u1", "b1"]);
  });

  it("goes on over a missing parent with the line before it", () => {
    const session = decodeOwn([user("u1", null, "a"), reply("a1", "u1"), user("u2", "gone", "b"), reply("a2", "u2")]);
    expect(session.fold).toMatchObject({ inactive: [], flags: ["missing-parent"] });
    expect(session.events[2]?.parentSeq).toBe(-1);
  });

  it("finds a parent that was written after its child", () => {
    const session = decodeOwn([
      user("u1", null, "a"),
      line("attachment", "x2", "x1", { attachment: { type: "task_reminder", content: "late" } }),
      line("attachment", "x1", "u1", { attachment: { type: "hook_success", stdout: "early" } }),
      reply("a1", "x2"),
    ]);
    expect(session.fold).toMatchObject({ inactive: [], flags: [] });
  });

  it("ends in a cycle without losing a line", () => {
    const session = decodeOwn([user("u1", "a1", "a"), reply("a1", "u1")]);
    expect(session.fold).toMatchObject({ inactive: [], flags: ["cycle"] });
  });

  it("survives a line that is its own parent", () => {
    const session = decodeOwn([user("u1", "u1", "a"), reply("a1", "u1")]);
    expect(session.fold).toMatchObject({ inactive: [], flags: [] });
  });

  it("passes through progress lines and never ends in one", () => {
    const progress = (uuid: string, parent: string) =>
      line("progress", uuid, parent, { data: { type: "bash_progress" } });
    const session = decodeOwn([
      user("u1", null, "a"),
      progress("p1", "u1"),
      reply("a1", "p1"),
      user("u2", "a1", "b"),
      reply("a2", "u2"),
      progress("p2", "a1"),
      progress("p3", "p2"),
    ]);
    expect(activeKeys(session)).toEqual(["u1", "p1", "a1", "u2", "a2", "p2", "p3"]);
    expect(session.fold.head).toBe(5);
  });

  it("keeps a live tip whose last lines are progress", () => {
    const session = decodeOwn([
      user("u0", null, "old"),
      user("u1", null, "new"),
      calling("a1", "u1", "m1", "t1"),
      line("progress", "p1", "a1", { data: { type: "bash_progress" } }),
    ]);
    expect(activeKeys(session)).toEqual(["u1", "a1", "a1/t1", "p1"]);
  });

  it("leaves attachments beside the chain off the branch", () => {
    const session = decodeOwn([
      user("u1", null, "a"),
      line("attachment", "h1", "u1", { attachment: { type: "hook_success", stdout: "x" } }),
      reply("a1", "u1"),
    ]);
    expect(activeKeys(session)).toEqual(["u1", "a1"]);
  });

  it("ends in no teammate's line while another tip is there", () => {
    const teammate = { teamName: "team", agentName: "alice" };
    const session = decodeOwn([user("u1", null, "a"), reply("a1", "u1"), reply("x1", "u1", "mx", teammate)]);
    expect(activeKeys(session)).toEqual(["u1", "a1"]);
    expect(activeKeys(decodeOwn([user("u1", null, "a", teammate), reply("a1", "u1", "m", teammate)]))).toEqual([
      "u1",
      "a1",
    ]);
  });

  it("appends trailing queued prompts and does not let a stale parent decide the branch", () => {
    const queued = (uuid: string, parent: string) =>
      line("attachment", uuid, parent, { attachment: { type: "queued_command", prompt: uuid } });
    const session = decodeOwn([
      user("u1", null, "a"),
      reply("a1", "u1"),
      queued("q0", "u1"),
      reply("a2", "a1"),
      queued("q1", "a1"),
      queued("q2", "a1"),
    ]);
    expect(activeKeys(session)).toEqual(["u1", "a1", "a2", "q1", "q2"]);
    expect(session.fold.head).toBe(6);
    expect(decodeOwn([user("u1", null, "a"), queued("q1", "u1"), reply("a1", "q1")]).fold.inactive).toEqual([]);
  });

  it("is not drawn to a line that repeats an earlier one", () => {
    const session = decodeOwn([
      user("u1", null, "a"),
      reply("a1", "u1"),
      user("u2", "a1", "b"),
      reply("a2", "u2"),
      reply("a1", "u1"),
    ]);
    expect(session.fold).toMatchObject({ inactive: [[5, 5]], head: 4 });
    expect(session.events[4]?.repeats).toBe(2);
  });

  it("is the whole file where lines never name a parent", () => {
    const session = decodeOwn([user("u1", null, "a"), reply("a1", null), user("u2", null, "b")]);
    expect(session.fold).toMatchObject({ inactive: [], flags: ["several-roots"] });
    const bare = { type: "user", sessionId: ownSession, timestamp: "2026-03-01T10:00:00Z", message: { content: "x" } };
    expect(decodeOwn([bare, { ...bare, message: { content: "y" } }]).fold).toMatchObject({ inactive: [], flags: [] });
  });

  it("never holds rows about the session off the branch", () => {
    const session = decodeOwn([
      user("u0", null, "abandoned"),
      { type: "custom-title", customTitle: "Work", sessionId: ownSession },
      user("u1", null, "a"),
      reply("a1", "u1"),
    ]);
    expect(session.fold.inactive).toEqual([[1, 1]]);
  });

  it("ends where the running program stands, where that is known", () => {
    const session = decodeOwn([user("u1", null, "a"), reply("a1", "u1"), reply("b1", "u1")]);
    expect(claudeCodeDecoder.fold(session.events.map(foldEventOf), 2)).toMatchObject({ inactive: [[3, 3]], head: 2 });
  });

  it("ends in a session that has no lines", () => {
    expect(claudeCodeDecoder.fold([])).toMatchObject({ head: null, inactive: [] });
  });
});
