/** Owns lists, titles, selectors and families of sessions. */
import { expect, it } from "vitest";
import type { SessionNode } from "../results.ts";
import { codeOf, type OpenCorpus } from "./open-corpus.ts";
import { type SampleLog, user } from "./sample-log.ts";

const child = (id: string, parent: string, created: number | null = 1000): SampleLog => ({
  id,
  created,
  parent: { kind: "fork", id: parent },
  records: [user(id)],
});

/** `a(b(d)c)` for a tree. */
const drawTree = (nodes: readonly SessionNode[]): string =>
  nodes
    .map(({ session, children }) => session.nativeId + (children.length > 0 ? `(${drawTree(children)})` : ""))
    .join("");

export const sessionCases = (open: OpenCorpus): void => {
  it("lists sessions newest first, unknown creation last, equal ones by id", async () => {
    const corpus = await open(
      { id: "c", created: 2000, records: [user("x")] },
      { id: "b", created: 2000, records: [user("x")] },
      { id: "d", created: null, records: [user("x", { time: null })] },
      { id: "a", created: 1000, records: [user("x")] },
      { id: "e", created: 3000, records: [user("x")] },
    );
    const { sessions } = await corpus.query.listSessions();
    expect(sessions.map((session) => session.nativeId)).toEqual(["e", "b", "c", "a", "d"]);
  });

  it("says what is known of a session", async () => {
    const corpus = await open({
      id: "a",
      cwd: "/home/dev/one",
      created: 5000,
      records: [
        user("first words"),
        user("more"),
        { type: "title", text: "Old name" },
        { type: "title", text: "New name" },
      ],
    });
    const { sessions } = await corpus.query.listSessions();
    expect(sessions).toEqual([
      {
        session: "sample:a",
        wire: "sample",
        nativeId: "a",
        cwd: "/home/dev/one",
        title: "New name",
        firstPrompt: "first words",
        createdAt: 5000,
        lastEventAt: 9000,
        events: 4,
        parent: null,
        availability: ["persisted"],
        path: corpus.pathOf("a"),
        programVersion: null,
        resumeCommand: "sample --resume a",
        flags: [],
      },
    ]);
  });

  it("takes the first event's time where the header has none", async () => {
    const corpus = await open({
      id: "a",
      created: null,
      records: [user("x", { time: 7000 }), user("y", { time: 9000 })],
    });
    expect((await corpus.query.listSessions()).sessions[0]).toMatchObject({ createdAt: 7000, lastEventAt: 9000 });
  });

  it("reads the latest title of each session asked for, in order, one failure by itself", async () => {
    const corpus = await open(
      { id: "a", title: "First", records: [user("x"), { type: "title", text: "Latest" }] },
      { id: "b", records: [user("x")] },
    );
    const titles = await corpus.query.readTitles(["sample:b", "sample:nobody", "sample:a"]);
    expect(titles.map((one) => ("code" in one ? one.code : one.title))).toEqual([null, "session_not_found", "Latest"]);
    expect(titles.map((one) => one.session)).toEqual(["sample:b", "sample:nobody", "sample:a"]);
  });

  it("resolves a session by its id, by its native id, and by a prefix where that is allowed", async () => {
    const corpus = await open(
      { id: "abcdef-one", cwd: "/one", created: 1000, records: [user("x")] },
      { id: "abcdef-two", cwd: "/two", created: 2000, records: [user("x")] },
    );
    const resolve = async (selector: string, scope = {}) => {
      const resolution = await corpus.query.resolveSession(selector, scope);
      if (resolution.kind === "found") return resolution.session.nativeId;
      if (resolution.kind === "unknown") return "unknown";
      return `${resolution.total}: ${resolution.candidates.map((one) => one.nativeId).join()}`;
    };
    expect(await resolve("sample:abcdef-one")).toBe("abcdef-one");
    expect(await resolve("abcdef-one")).toBe("abcdef-one");
    expect(await resolve("abcdef-t")).toBe("unknown");
    expect(await resolve("abcdef-t", { prefixes: true })).toBe("abcdef-two");
    expect(await resolve("sample:abcdef-o", { prefixes: true })).toBe("abcdef-one");
    expect(await resolve("abcdef", { prefixes: true })).toBe("2: abcdef-two,abcdef-one");
    expect(await resolve("abcde", { prefixes: true })).toBe("unknown");
    expect(await resolve("abcdef", { prefixes: true, cwds: ["/one"] })).toBe("abcdef-one");
    expect(await resolve("abcdef-two", { cwds: ["/one"] })).toBe("unknown");
    expect(await resolve("%bcdef", { prefixes: true })).toBe("unknown");
  });

  it("traces ancestors nearest first and descendants by creation, then id", async () => {
    const corpus = await open(
      { id: "root", created: 1, records: [user("x")] },
      child("middle", "root", 2),
      child("target", "middle", 3),
      child("late", "target", 9),
      child("early", "target", 4),
      child("also-early", "target", 4),
      child("grandchild", "early", 5),
      child("unknown-time", "target", null),
      child("aunt", "root", 2),
    );
    const trace = await corpus.query.traceSession("sample:target");
    expect(trace.target.nativeId).toBe("target");
    expect(trace.ancestors.map((one) => one.nativeId)).toEqual(["middle", "root"]);
    expect(drawTree(trace.descendants)).toBe("also-earlyearly(grandchild)lateunknown-time");
    expect(trace).toMatchObject({ complete: true, missingParent: null });
    const root = await corpus.query.traceSession("sample:root");
    expect(root).toMatchObject({ ancestors: [], complete: true });
    expect(await codeOf(corpus.query.traceSession("sample:nobody"))).toBe("session_not_found");
  });

  it("lists a child whose parent is missing, and says how far its trace goes", async () => {
    const corpus = await open(child("a", "gone"), child("b", "a", 2000));
    const { sessions } = await corpus.query.listSessions();
    expect(sessions.map((one) => [one.nativeId, one.parent])).toEqual([
      ["b", { kind: "fork", session: "sample:a", missing: false }],
      ["a", { kind: "fork", session: "sample:gone", missing: true }],
    ]);
    const trace = await corpus.query.traceSession("sample:b");
    expect(trace.ancestors.map((one) => one.nativeId)).toEqual(["a"]);
    expect(trace).toMatchObject({ complete: false, missingParent: "sample:gone" });
  });

  it("ignores a session that names itself as parent, and flags it", async () => {
    const corpus = await open(child("a", "a"));
    const trace = await corpus.query.traceSession("sample:a");
    expect(trace).toMatchObject({ ancestors: [], descendants: [], complete: true, target: { parent: null } });
    expect(trace.target.flags).toContain("self-parent");
    expect(await corpus.find("a", { sessions: { parents: { ids: [], includeRoots: true } } })).toEqual(["a:1"]);
  });

  it("calls parents in a circle an invalid lineage, and still lists and finds their sessions", async () => {
    const corpus = await open(child("a", "b"), child("b", "c"), child("c", "a"), child("below", "a"));
    for (const id of ["a", "b", "c", "below"]) {
      expect(await codeOf(corpus.query.traceSession(`sample:${id}`)), id).toBe("invalid_lineage");
      expect(await corpus.find(id)).toEqual([`${id}:1`]);
    }
    expect((await corpus.query.listSessions()).sessions.length).toBe(4);
  });

  it("traces a lineage of ten thousand sessions", { timeout: 120_000 }, async () => {
    const depth = 10_000;
    const lines: string[] = [];
    for (let index = 0; index < depth; index++) {
      const lane = index === 0 ? {} : { lane: `lane${index}` };
      const parent = index === 0 ? {} : { parent: { kind: "subagent", id: `s${index - 1}` } };
      lines.push(JSON.stringify({ type: "session", id: `s${index}`, created: index + 1, ...lane, ...parent }));
      lines.push(JSON.stringify({ type: "user", key: `k${index}`, text: "deep", parent: null, ...lane }));
    }
    const corpus = await open();
    corpus.writeFile(".sample/deep.jsonl", `${lines.join("\n")}\n`);
    await corpus.refresh();
    const last = await corpus.query.traceSession(`sample:s${depth - 1}`);
    expect(last.ancestors.length).toBe(depth - 1);
    expect(last.ancestors.at(-1)?.nativeId).toBe("s0");
    expect(last.complete).toBe(true);
    const first = await corpus.query.traceSession("sample:s0");
    let count = 0;
    for (let node = first.descendants[0]; node !== undefined; node = node.children[0]) count++;
    expect(count).toBe(depth - 1);
  });
};
