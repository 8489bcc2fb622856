import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { piAssistant, piResult, piUser, writePiSession } from "../sample-logs.ts";
import { makeHome, type TemporaryHome } from "../temporary-home.ts";

let home: TemporaryHome;
let alpha = "";
const here = "pi:aaaaaaaa-0000-4000-8000-000000000001";
const elsewhere = "pi:bbbbbbbb-0000-4000-8000-000000000002";

beforeAll(() => {
  home = makeHome();
  alpha = home.folder("work/alpha");
  writePiSession(home.path, here.slice(3), alpha, [
    { id: "e1", line: piUser("Please tidy the zebra parser") },
    { id: "e2", line: piAssistant("Looking.", { id: "c1", name: "bash", arguments: { command: "ls" } }) },
    { id: "e3", line: piResult("c1", "bash", "zebra.ts") },
    { id: "e4", line: piAssistant("An abandoned zebra idea") },
    { id: "e5", parentId: "e3", line: piAssistant("parseConfigFile lives there") },
    { id: "e6", line: { type: "session_info", name: "Tidying day" } },
  ]);
  writePiSession(home.path, elsewhere.slice(3), home.folder("work/beta"), [
    { id: "f1", line: piUser("A zebra in another folder"), time: "2026-10-01T00:00:00.000Z" },
  ]);
});
afterAll(() => home.remove());

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = "UTC";
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const search = (...words: readonly string[]) => home.run(["search", ...words], { cwd: alpha });
const json = async (...words: readonly string[]) => {
  const { output, exitCode } = await search("--json", ...words);
  return { exitCode, ...JSON.parse(output) };
};
const seqs = (answer: { hits: { session: string; seq: number }[] }) =>
  answer.hits.map(({ session, seq }) => `${session.slice(0, 5)}:${seq}`).sort();

describe("backscroll search", () => {
  it("finds in this folder and says how many matches are elsewhere and how to see them", async () => {
    const { exitCode, output, error } = await search("zebra");
    expect(exitCode).toBe(0);
    expect(error).toBe("");
    expect(output).toContain(`open: backscroll show ${here}:1`);
    expect(output).toContain("Tidying day");
    expect(output).toContain("[inactive branch]");
    expect(output).toContain("sessions in ~/work/alpha or below");
    expect(output).toContain("1 match in other sessions: backscroll search --all zebra");
    expect(output).not.toContain(elsewhere);
  });

  it("prints JSON of the fixed shape", async () => {
    const answer = await json("zebra", "parser");
    expect(Object.keys(answer).sort()).toEqual(["exitCode", "hits", "index", "more", "scope"]);
    expect(answer.more).toBe(false);
    expect(answer.index).toEqual({ sessions: 1, events: 7, behind: 0, skipped: [] });
    expect(answer.scope).toMatchObject({ project: alpha, folders: [alpha], hidden: 0 });
    const [hit] = answer.hits;
    expect(answer.hits).toHaveLength(1);
    expect({ ...hit, score: typeof hit.score }).toEqual({
      session: here,
      seq: 1,
      key: "e1",
      wire: "pi",
      type: "user/message",
      role: "user",
      surface: "current",
      branch: "active",
      before_compaction: false,
      in_context: null,
      subagent_of: null,
      copy_of: null,
      call_seq: null,
      truncated: false,
      echo: false,
      created_at: "2026-11-01T10:00:01.000Z",
      title: "Tidying day",
      cwd: alpha,
      excerpt: "Please tidy the zebra parser",
      ranges: [
        [16, 21],
        [22, 28],
      ],
      score: "number",
    });
  });

  it("searches everywhere with --all, and another folder with --project", async () => {
    expect(seqs(await json("--all", "zebra"))).toEqual(["pi:aa:1", "pi:aa:4", "pi:aa:5", "pi:bb:1"]);
    expect(seqs(await json("--project", "../beta", "zebra"))).toEqual(["pi:bb:1"]);
    expect(seqs(await json("--project", "..", "zebra"))).toHaveLength(4);
  });

  it("takes a named session from whatever folder", async () => {
    expect(seqs(await json("--session", "bbbbbb", "zebra"))).toEqual(["pi:bb:1"]);
  });

  it("filters by role, type, branch, title and agent", async () => {
    expect(seqs(await json("--role", "tool", "zebra"))).toEqual(["pi:aa:4"]);
    expect(seqs(await json("--type", "User/Message", "zebra"))).toEqual(["pi:aa:1"]);
    expect(seqs(await json("--branch", "inactive", "zebra"))).toEqual(["pi:aa:5"]);
    expect(seqs(await json("--title", "TIDYING", "zebra"))).toHaveLength(3);
    expect(seqs(await json("--title", "nothing", "zebra"))).toEqual([]);
    expect((await json("--wire", "codex", "zebra")).exitCode).toBe(1);
  });

  it("filters by time, in the zone of whoever asks", async () => {
    expect(seqs(await json("--all", "--until", "2026-10-01", "zebra"))).toEqual(["pi:bb:1"]);
    expect(seqs(await json("--all", "--since", "2026-11-01", "--until", "2026-11-01", "zebra"))).toHaveLength(3);
    process.env.TZ = "America/New_York";
    expect(seqs(await json("--all", "--until", "2026-09-30", "zebra"))).toEqual(["pi:bb:1"]);
  });

  it("pages: says that more match, and takes limits above a page", async () => {
    expect(await json("--limit", "1", "zebra")).toMatchObject({ more: true, hits: [{}] });
    expect(await json("--limit", "500", "zebra")).toMatchObject({ more: false, hits: [{}, {}, {}] });
    expect((await search("--limit", "1", "zebra")).output).toContain("More matches follow these 1: --limit 2");
  });

  it("orders by time with --newest", async () => {
    const answer = await json("--all", "--newest", "zebra");
    expect(answer.hits.map((hit: { created_at: string }) => hit.created_at)).toEqual([
      "2026-11-01T10:00:04.000Z",
      "2026-11-01T10:00:03.000Z",
      "2026-11-01T10:00:01.000Z",
      "2026-10-01T00:00:00.000Z",
    ]);
  });

  it("says why nothing was found, and what would be", async () => {
    const { exitCode, output } = await search("zebra", "giraffe");
    expect(exitCode).toBe(1);
    expect(output.split("\n")).toEqual([
      "No match for zebra giraffe",
      "Searched 1 session (7 events): sessions in ~/work/alpha or below",
      "No match in other sessions either.",
      "Found nowhere here: giraffe",
      "3 events hold zebra: backscroll search zebra",
      "",
    ]);
    const hidden = await home.run(["search", "another"], { cwd: alpha });
    expect(hidden.output).toContain("1 match in other sessions: backscroll search --all another");
  });

  it("refuses what it does not know instead of finding nothing", async () => {
    for (const [words, message] of [
      [["--role", "asistant", "x"], 'Did you mean "assistant"?'],
      [["--wire", "claude", "x"], 'Did you mean "claude-code"?'],
      [["--type", "bugfix", "x"], "there is no such event type"],
      [["--since", "soon", "x"], '--since "soon" is not a time.'],
      [["--limit", "0", "x"], "--limit"],
      [["--sesion", "x", "x"], "Did you mean --session?"],
      [['"'], "error: invalid_query:"],
      [[], "missing required argument"],
    ] as const) {
      const { exitCode, output, error } = await search(...words);
      expect({ words, exitCode, output }).toEqual({ words, exitCode: 2, output: "" });
      expect(error).toContain(message);
    }
  });
});
