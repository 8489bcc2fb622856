import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, piUser, writePiSession } from "../sample-logs.ts";
import { makeHome, type TemporaryHome } from "../temporary-home.ts";

let home: TemporaryHome;
let alpha = "";

beforeAll(() => {
  home = makeHome();
  alpha = home.folder("work/alpha");
  writePiSession(home.path, "aaaaaaaa-1", alpha, [{ id: "e1", line: piUser("First prompt of a") }]);
  writePiSession(home.path, "bbbbbbbb-2", home.folder("work/beta"), [
    { id: "f1", line: piUser("First prompt of b") },
    { id: "f2", line: { type: "session_info", name: "Beta work" } },
  ]);
});
afterAll(() => home.remove());

const sessions = (...words: readonly string[]) => home.run(["sessions", ...words], { cwd: alpha });

describe("backscroll sessions", () => {
  it("lists this folder's, marks a first prompt, and says how many are elsewhere", async () => {
    const { exitCode, output } = await sessions();
    expect(exitCode).toBe(0);
    expect(output).toContain("“First prompt of a” (first prompt)");
    expect(output).toContain("pi:aaaaaaaa-1");
    expect(output).toContain("1 session: sessions in ~/work/alpha or below\n1 session in other folders: add --all\n");
    expect(output).not.toContain("Beta work");
  });

  it("prints JSON of the fixed shape, a title only where one is recorded", async () => {
    const { output } = await sessions("--all", "--json");
    const answer = JSON.parse(output);
    expect(Object.keys(answer)).toEqual(["sessions", "skipped"]);
    expect(answer.skipped).toEqual([]);
    expect(answer.sessions).toEqual([
      {
        session: "pi:aaaaaaaa-1",
        wire: "pi",
        title: null,
        cwd: alpha,
        created_at: at(0),
        last_event_at: at(1),
        events: 1,
        parent: null,
        availability: ["persisted"],
      },
      {
        session: "pi:bbbbbbbb-2",
        wire: "pi",
        title: "Beta work",
        cwd: `${home.path}/work/beta`,
        created_at: at(0),
        last_event_at: at(2),
        events: 2,
        parent: null,
        availability: ["persisted"],
      },
    ]);
  });

  it("filters by title, first prompt, agent and time", async () => {
    const ids = async (...words: readonly string[]) => {
      const { output } = await sessions("--all", "--json", ...words);
      return JSON.parse(output).sessions.map(({ session }: { session: string }) => session);
    };
    expect(await ids("--title", "beta")).toEqual(["pi:bbbbbbbb-2"]);
    expect(await ids("--title", "prompt of a")).toEqual(["pi:aaaaaaaa-1"]);
    expect(await ids("--wire", "codex")).toEqual([]);
    expect(await ids("--since", at(2))).toEqual(["pi:bbbbbbbb-2"]);
    expect(await ids("--until", "2026-10-31")).toEqual([]);
    expect(await ids("--limit", "1")).toEqual(["pi:aaaaaaaa-1"]);
  });

  it("says how many it does not show", async () => {
    const { output } = await sessions("--all", "--limit", "1");
    expect(output).toContain("2 sessions: every session\n1 older ones are not shown: --limit 2\n");
  });

  it("ends with 1 where there is none", async () => {
    const { exitCode, output } = await sessions("--project", "/nowhere");
    expect(exitCode).toBe(1);
    expect(output).toBe("No session: sessions in /nowhere or below\n2 sessions in other folders: add --all\n");
  });
});
