import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nestTrace } from "../src/flat-trace.ts";
import { at, claudeRecords, claudeReply, claudeUser, piEntries, piUser } from "./log-records.ts";
import { addresses, claudePath, piPath, testHome } from "./open-test-corpus.ts";
import { nothingLive, type TestEngine, testEngine } from "./open-test-engine.ts";

const top = "11111111-1111-4111-8111-111111111111";
const lost = "22222222-2222-4222-8222-222222222222";

let engine: TestEngine;
const home = testHome(afterAll);

const spawn = (id: string, prompt: string) => ({
  type: "tool_use",
  id,
  name: "Agent",
  input: { description: prompt, prompt, subagent_type: "general-purpose" },
});

/** An agent's own log in the one flat folder of its session, and the file beside it that says who spawned it. */
const writeAgent = (session: string, agent: string, words: string, spawner: object, spawned: readonly object[]) => {
  const folder = `.claude/projects/-home-u-app/${session}/subagents`;
  home.write(
    `${folder}/agent-${agent}.jsonl`,
    claudeRecords(
      session,
      [
        { ...claudeUser(words), isSidechain: true, agentId: agent },
        { ...claudeReply(`m-${agent}`, spawned as never), isSidechain: true, agentId: agent },
      ],
      agent,
    ),
  );
  home.write(
    `${folder}/agent-${agent}.meta.json`,
    JSON.stringify({ agentType: "general-purpose", description: words, ...spawner }),
  );
};

beforeAll(() => {
  home.write(
    claudePath(top),
    claudeRecords(top, [
      claudeUser("a top marmot"),
      claudeReply("m1", [spawn("call-a", "look"), spawn("call-c", "test")]),
    ]),
  );
  writeAgent(top, "aaaa", "agent marmot one", { toolUseId: "call-a" }, [spawn("call-b", "look deeper")]);
  writeAgent(top, "bbbb", "agent marmot two", { toolUseId: "call-b", parentAgentId: "aaaa" }, [
    { type: "text", text: "found" },
  ]);
  writeAgent(top, "cccc", "agent marmot three", { toolUseId: "call-c" }, [{ type: "text", text: "tested" }]);
  writeAgent(lost, "dddd", "orphan marmot", { toolUseId: "call-x" }, [{ type: "text", text: "alone" }]);
  home.write(piPath("root"), piEntries("root", [piUser("root lynx")]));
  const after = { timestamp: at(100) };
  home.write(
    piPath("by-id"),
    piEntries("by-id", [{ ...piUser("child by id ibex"), timestamp: at(101) }], { ...after, parentSession: "root" }),
  );
  home.write(
    piPath("by-path"),
    piEntries("by-path", [{ ...piUser("child by path ibex"), timestamp: at(102) }], {
      ...after,
      branchedFrom: `/elsewhere/2026-10-01T10-00-00-000Z_root.jsonl`,
    }),
  );
  home.write(
    piPath("grandchild"),
    piEntries("grandchild", [{ ...piUser("grandchild ibex"), timestamp: at(201) }], {
      timestamp: at(200),
      parentSession: "by-id",
    }),
  );
  home.write(piPath("narcissus"), piEntries("narcissus", [piUser("own parent ibex")], { parentSession: "narcissus" }));
  home.write(piPath("stray"), piEntries("stray", [piUser("stray ibex")], { parentSession: "never-seen" }));
  engine = testEngine(home);
  expect(engine.refresh().failure).toBe(null);
});
afterAll(() => engine.close());

const trace = (id: string) => nestTrace(engine.reader.traceSession(nothingLive, id));
const ancestors = (id: string) => trace(id).ancestors.map((one) => one.session);

describe("agents that agents spawned", () => {
  it("belong to the one that spawned them, though all lie in one folder", () => {
    expect(ancestors(`claude-code:${top}.bbbb`)).toEqual([`claude-code:${top}.aaaa`, `claude-code:${top}`]);
    expect(ancestors(`claude-code:${top}.aaaa`)).toEqual([`claude-code:${top}`]);
    expect(ancestors(`claude-code:${top}.cccc`)).toEqual([`claude-code:${top}`]);
  });

  it("are found as their own words, marked with whose they are", () => {
    const page = engine.ask({
      query: "marmot",
      sessions: { parents: { ids: [`claude-code:${top}`], includeRoots: false } },
    });
    expect([...addresses(page)].sort()).toEqual([`claude-code:${top}.aaaa:1`, `claude-code:${top}.cccc:1`]);
    expect(page.hits.map(({ event }) => event.subagentOf)).toEqual([`claude-code:${top}`, `claude-code:${top}`]);
  });
});

describe("a parent that is not there", () => {
  it("leaves its agents listed, marked, and their trace incomplete", () => {
    const orphan = trace(`claude-code:${lost}.dddd`);
    expect(orphan).toMatchObject({ complete: false, missingParent: `claude-code:${lost}`, ancestors: [] });
    expect(orphan.target.parent).toEqual({ kind: "subagent", session: `claude-code:${lost}`, missing: true });
    expect(engine.search('"orphan marmot"')).toEqual([`claude-code:${lost}.dddd:1`]);
  });

  it("leaves its forks listed", () => {
    expect(trace("pi:stray")).toMatchObject({ complete: false, missingParent: "pi:never-seen" });
    const listed = engine.reader.listSessions(nothingLive, {}).sessions.map((one) => one.session);
    expect(listed).toEqual(expect.arrayContaining(["pi:stray", `claude-code:${lost}.dddd`]));
  });
});

describe("a parent", () => {
  it("is found by id and by path", () => {
    expect(ancestors("pi:by-id")).toEqual(["pi:root"]);
    expect(ancestors("pi:by-path")).toEqual(["pi:root"]);
    expect(ancestors("pi:grandchild")).toEqual(["pi:by-id", "pi:root"]);
    expect(trace("pi:root").descendants.map((node) => [node.session.session, node.children.length])).toEqual([
      ["pi:by-id", 1],
      ["pi:by-path", 0],
    ]);
  });

  it("is never the session itself", () => {
    expect(trace("pi:narcissus")).toMatchObject({ complete: true, ancestors: [], missingParent: null });
    expect(trace("pi:narcissus").target.parent).toBe(null);
    expect(trace("pi:narcissus").target.flags.length).toBeGreaterThan(0);
    const roots = engine.ask({ query: '"own parent ibex"', sessions: { parents: { ids: [], includeRoots: true } } });
    expect(addresses(roots)).toEqual(["pi:narcissus:1"]);
  });
});

describe("a hit in a child", () => {
  it("is the child's event, never its root's", () => {
    const { hits } = engine.reader.searchSessions(nothingLive, { query: "grandchild" });
    expect(hits.map(({ session, event }) => [session.session, event.seq])).toEqual([["pi:grandchild", 1]]);
    expect(hits[0]?.event.excerpt.text).toBe("grandchild ibex");
  });

  it("is not hidden because the caller has the same root", () => {
    const page = engine.ask({
      query: "ibex",
      caller: { session: "pi:grandchild" },
      sessions: { excludeIds: ["pi:grandchild"] },
    });
    expect([...addresses(page)].sort()).toEqual(["pi:by-id:1", "pi:by-path:1", "pi:narcissus:1", "pi:stray:1"]);
    expect(page.hits.every(({ event }) => event.inContext === false)).toBe(true);
  });
});
