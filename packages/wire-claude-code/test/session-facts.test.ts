import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject } from "@backscroll/wire";
import { afterEach, describe, expect, it } from "vitest";
import {
  assistant,
  boundary,
  byKey,
  decode,
  decodeOwn,
  line,
  otherSession,
  ownPath,
  ownSession,
  pathOf,
  summary,
  text,
  user,
} from "./decode-lines.ts";

const reply = (uuid: string, parent: string | null, fields: JsonObject = {}) =>
  assistant(uuid, parent, `m-${uuid}`, [text(`reply ${uuid}`)], fields);

const row = (type: string, fields: JsonObject): JsonObject => ({ type, sessionId: ownSession, ...fields });

describe("identity", () => {
  it("is the file's name below a projects folder, else the first line's session", () => {
    const lines = [user("u1", null, "a", { sessionId: otherSession })];
    expect(decodeOwn(lines).facts.nativeId).toBe(ownSession);
    expect(decodeOwn(lines, `/elsewhere/${ownSession}.jsonl`).facts.nativeId).toBe(otherSession);
    expect(decodeOwn(lines, pathOf("notes")).facts.nativeId).toBe(otherSession);
    expect(
      decodeOwn([{ type: "user", timestamp: "2026-01-01T00:00:00Z", message: {} }], "/x/notes.jsonl").facts.nativeId,
    ).toBe("notes");
  });

  it("takes the directory of the first conversation line, and a relocation before it", () => {
    const lines = [user("u1", null, "a"), user("u2", "u1", "b", { cwd: "/home/u/app/src" })];
    expect(decodeOwn(lines).facts.cwd).toBe("/home/u/app");
    expect(decodeOwn([...lines, row("relocated", { relocatedCwd: "/moved" }), user("u3", "u2", "c")]).facts.cwd).toBe(
      "/moved",
    );
  });

  it("takes the first time in the log and the version that wrote last", () => {
    const { facts } = decodeOwn([
      user("u1", null, "a", { version: "2.1.1" }),
      user("u2", "u1", "b", { version: "2.1.2", timestamp: "2026-03-02T00:00:00.000Z" }),
    ]);
    expect([facts.createdAt, facts.programVersion]).toEqual([Date.UTC(2026, 2, 1, 10), "2.1.2"]);
  });
});

describe("titles", () => {
  it("ranks a person's above a program's above a summary, the latest of each", () => {
    const titles = [
      row("custom-title", { customTitle: "zebra one" }),
      row("ai-title", { aiTitle: "generated" }),
      row("custom-title", { customTitle: "zebra two" }),
      row("ai-title", { aiTitle: "generated later" }),
    ];
    const { facts, events } = decodeOwn([user("u1", null, "a"), ...titles]);
    expect([facts.title, facts.titleOrigin]).toEqual(["zebra two", "recorded"]);
    expect(events.slice(1).map(({ type, logOnly, text: words }) => [type, logOnly, words])).toEqual([
      ["session/title", true, "zebra one"],
      ["session/title", true, "generated"],
      ["session/title", true, "zebra two"],
      ["session/title", true, "generated later"],
    ]);
  });

  it("finds an agent's name, and the generated title once a person takes theirs back", () => {
    const { facts, events } = decodeOwn([
      row("ai-title", { aiTitle: "generated" }),
      row("agent-name", { agentName: "builder" }),
      row("custom-title", { customTitle: "mine" }),
      row("custom-title", { customTitle: "" }),
      row("agent-name", { agentName: "" }),
    ]);
    expect([facts.title, facts.titleOrigin]).toEqual(["generated", "generated"]);
    expect(events[1]).toMatchObject({ type: "session/title", text: "builder" });
  });

  it("gives a summary to the session that holds its line, this one or another", () => {
    const head = { type: "summary", summary: "Other work", leafUuid: "elsewhere" };
    const other = decodeOwn([head, user("u1", null, "a")]);
    expect([other.facts.title, other.facts.titlesFor]).toEqual([null, [{ key: "elsewhere", title: "Other work" }]]);
    expect(other.events[0]).toMatchObject({ type: "session/title", text: "Other work" });
    const before = decodeOwn([{ type: "summary", summary: "This work", leafUuid: "u1" }, user("u1", null, "a")]);
    expect([before.facts.title, before.facts.titleOrigin]).toEqual(["This work", "generated"]);
    const after = decodeOwn([user("u1", null, "a"), { type: "summary", summary: "This work", leafUuid: "u1" }]);
    expect(after.facts.title).toBe("This work");
  });

  it("is not a row's message id or the last prompt", () => {
    const { facts, events } = decodeOwn([
      row("last-prompt", { lastPrompt: "a", leafUuid: "u1" }),
      {
        type: "file-history-snapshot",
        messageId: "u1",
        snapshot: { messageId: "u1", timestamp: "2026-03-01T09:00:00Z" },
      },
      user("u1", null, "a"),
    ]);
    expect(facts.title).toBeNull();
    expect(events.map(({ key }) => key === "u1")).toEqual([false, false, true]);
  });
});

describe("copies and continuations", () => {
  it("keeps the keys of an old resume's copied lines and names the session they came from", () => {
    const lines = [user("u1", null, "a", { sessionId: otherSession }), reply("a1", "u1", { sessionId: otherSession })];
    const { facts, events } = decodeOwn([...lines, user("u2", "a1", "b"), reply("a2", "u2")]);
    expect(events.map(({ key }) => key)).toEqual(["u1", "a1", "u2", "a2"]);
    expect(facts).toMatchObject({ parent: { kind: "resume", nativeId: otherSession }, aliases: [otherSession] });
  });

  it("keeps a later session id on a file without a name of its own as another name", () => {
    const { facts } = decodeOwn(
      [user("u1", null, "a"), user("u2", "u1", "b", { sessionId: otherSession })],
      "/x/log.jsonl",
    );
    expect(facts).toMatchObject({ nativeId: ownSession, parent: null, aliases: [otherSession] });
  });

  it("calls a session that was put in the background a resumed one", () => {
    const background = { sessionId: otherSession, sessionKind: "bg" };
    const { facts, events } = decodeOwn(
      [user("u1", null, "a", background), reply("a1", "u1", background), user("u2", "a1", "new", background)],
      pathOf(otherSession),
    );
    expect(facts.parent).toEqual({ kind: "resume" });
    expect(events.map(({ key }) => key)).toEqual(["u1", "a1", "u2"]);
  });

  it("names the origin of each line of a fork", () => {
    const from = (messageUuid: string) => ({ forkedFrom: { sessionId: otherSession, messageUuid } });
    const session = decodeOwn([
      user("u1", null, "a", from("o1")),
      assistant("a1", "u1", "m1", [{ type: "tool_use", id: "t1", name: "Bash", input: {} }], from("o2")),
      user("u2", "a1", "new"),
    ]);
    expect(session.facts.parent).toEqual({ kind: "fork", nativeId: otherSession });
    expect(session.events.map(({ copiedFrom }) => copiedFrom)).toEqual([
      { session: otherSession, key: "o1" },
      { session: otherSession, key: "o2" },
      { session: otherSession, key: "o2/t1" },
      undefined,
    ]);
  });

  it("ignores a session that names itself as its origin", () => {
    const session = decodeOwn([user("u1", null, "a", { forkedFrom: { sessionId: ownSession, messageUuid: "x" } })]);
    expect(session.facts).toMatchObject({ parent: null, flags: ["self-parent"] });
    expect(session.events[0]?.copiedFrom).toBeUndefined();
  });

  it("shows a file that a compaction rolled over into as a continuation by the shared title", () => {
    const titles = [row("custom-title", { customTitle: "Zebra" }), row("agent-name", { agentName: "Zebra" })];
    const rolled = decodeOwn([...titles, summary("s1", null, "Before."), reply("a1", "s1")]);
    expect(rolled.facts.continues).toEqual({ title: "Zebra" });
    const renamed = [...titles, boundary("c1", "gone"), summary("s1", "c1", "Before."), reply("a1", "s1")];
    expect(decodeOwn([...renamed, row("custom-title", { customTitle: "Lion" })]).facts).toMatchObject({
      title: "Lion",
      continues: { title: "Zebra" },
    });
    expect(decodeOwn([...titles, user("u1", null, "a")]).facts.continues).toBeUndefined();
  });
});

describe("inline sidechains", () => {
  const side = (fields: JsonObject = {}): JsonObject => ({ isSidechain: true, ...fields });
  const lines = [
    user("u1", null, "main prompt"),
    assistant("a1", "u1", "m1", [{ type: "tool_use", id: "t1", name: "Task", input: { prompt: "one" } }]),
    user("x1", null, "task one", side()),
    user("y1", null, "task two", side()),
    reply("x2", "x1", side()),
    reply("y2", "y1", side()),
    user("r1", "a1", [{ type: "tool_result", tool_use_id: "t1", content: "done" }]),
  ];

  it("are sessions of their own, named by their first line, and leave the main one whole", () => {
    const { sessions } = decode(lines);
    expect(sessions.map(({ facts }) => facts.nativeId)).toEqual([ownSession, `${ownSession}.x1`, `${ownSession}.y1`]);
    expect(sessions.map(({ events }) => events.map(({ seq, key }) => `${seq}:${key}`))).toEqual([
      ["1:u1", "2:a1", "3:a1/t1", "4:r1"],
      ["1:x1", "2:x2"],
      ["1:y1", "2:y2"],
    ]);
    expect(sessions[1]?.facts).toMatchObject({
      parent: { kind: "subagent", nativeId: ownSession },
      firstPrompt: "task one",
      cwd: "/home/u/app",
    });
    expect(sessions.map(({ fold }) => fold.inactive)).toEqual([[], [], []]);
  });

  it("are named by their agent where the lines name it", () => {
    const { sessions } = decode([user("u1", null, "a"), user("x1", null, "b", side({ agentId: "abc123" }))]);
    expect(sessions[1]?.facts.nativeId).toBe(`${ownSession}.abc123`);
  });

  it("name the call that they hang below", () => {
    const { sessions } = decode([lines[0], lines[1], reply("x1", "a1", side()), reply("x2", "x1", side())]);
    expect(sessions[1]?.facts).toMatchObject({ parent: { kind: "subagent", nativeId: ownSession, callId: "t1" } });
    expect(sessions[1]?.events.map(({ parentSeq }) => parentSeq)).toEqual([0, 1]);
  });

  it("keep a line whose parent is missing with the last sidechain", () => {
    const { sessions } = decode([...lines.slice(0, 3), reply("x9", "gone", side())]);
    expect(sessions[1]?.events.map(({ key }) => key)).toEqual(["x1", "x9"]);
  });
});

describe("agents with a file of their own", () => {
  const agent = (fields: JsonObject = {}): JsonObject => ({ isSidechain: true, agentId: "abc123", ...fields });
  const lines = [user("x1", null, "task", agent()), reply("x2", "x1", agent())];
  let folder: string | undefined;

  afterEach(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true });
    folder = undefined;
  });

  const write = (files: Record<string, string>): string => {
    folder = mkdtempSync(join(tmpdir(), "claude-code-agents-"));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return folder;
  };

  it("lie flat beside their session in older versions", () => {
    const { facts, events } = decodeOwn(lines, pathOf("agent-abc123"));
    expect(facts).toMatchObject({
      nativeId: `${ownSession}.abc123`,
      parent: { kind: "subagent", nativeId: ownSession },
      firstPrompt: "task",
    });
    expect(events).toHaveLength(2);
  });

  it("lie in their session's folder in newer ones, whatever session their lines name", () => {
    const named = lines.map((value) => ({ ...value, sessionId: "agent-abc123" }));
    const path = `/home/u/.claude/projects/-home-u-app/${ownSession}/subagents/workflows/wf_1/agent-abc123.jsonl`;
    expect(decodeOwn(named, path).facts).toMatchObject({
      nativeId: `${ownSession}.abc123`,
      parent: { kind: "subagent", nativeId: ownSession },
    });
  });

  it("are known by their lines where the name says nothing", () => {
    expect(decodeOwn(lines, "/x/copy.jsonl").facts.nativeId).toBe(`${ownSession}.abc123`);
    expect(decodeOwn(lines, ownPath).facts.nativeId).toBe(ownSession);
  });

  it("belong to the agent that spawned them and name its call, as the file beside them records", () => {
    const subagents = `projects/-p/${ownSession}/subagents`;
    const meta = { agentType: "Explore", toolUseId: "toolu_7", parentAgentId: "spawner1" };
    const root = write({ [`${subagents}/agent-abc123.meta.json`]: JSON.stringify(meta) });
    const path = join(root, subagents, "agent-abc123.jsonl");
    expect(decode(lines, path, join(root, "projects")).sessions[0]?.facts.parent).toEqual({
      kind: "subagent",
      nativeId: `${ownSession}.spawner1`,
      callId: "toolu_7",
    });
  });

  it("belong to their session where the file beside them names themselves", () => {
    const root = write({ "agent-abc123.meta.json": JSON.stringify({ parentAgentId: "abc123" }) });
    expect(decode(lines, join(root, "agent-abc123.jsonl"), root).sessions[0]?.facts).toMatchObject({
      parent: { kind: "subagent", nativeId: ownSession },
      flags: ["self-parent"],
    });
  });

  it("are decoded where the file beside them is broken", () => {
    const root = write({ "agent-abc123.meta.json": '{"parentAgentId":' });
    expect(decode(lines, join(root, "agent-abc123.jsonl"), root).sessions[0]?.facts.parent).toEqual({
      kind: "subagent",
      nativeId: ownSession,
    });
  });

  it("are hidden where they only wrote a compaction's summary", () => {
    const worker = [user("x1", "gone", "summarize", agent({ agentId: "acompact-f4" }))];
    expect(decodeOwn(worker, pathOf("agent-acompact-f4")).facts.hidden).toBe(
      "a compaction worker's log, mostly copies of its session",
    );
    expect(decodeOwn(lines, pathOf("agent-abc123")).facts.hidden).toBeUndefined();
  });
});

describe("rows and lines without any of the usual fields", () => {
  it("leave facts null", () => {
    expect(
      decode([{}, { type: "user" }, line("assistant", "", null, { message: null })], "/x/y.jsonl").sessions[0]?.facts,
    ).toEqual({
      lane: "",
      nativeId: ownSession,
      cwd: "/home/u/app",
      title: null,
      titleOrigin: null,
      firstPrompt: null,
      createdAt: Date.UTC(2026, 2, 1, 10),
      parent: null,
      programVersion: "2.1.114",
      flags: [],
    });
    expect(decode("", "/x/y.jsonl").sessions[0]?.facts).toMatchObject({ nativeId: "y", cwd: null, createdAt: null });
  });

  it("have the same key in each decoding of the file, and another one in another file", () => {
    const rows = [row("mode", { mode: "normal" })];
    const [one] = decodeOwn(rows).events;
    expect(decodeOwn(rows).events[0]?.key).toBe(one?.key);
    expect(decodeOwn(rows, pathOf(otherSession)).events[0]?.key).not.toBe(one?.key);
    expect(byKey(decodeOwn(rows), one?.key ?? "").type).toBe("claude-code/mode");
  });
});
