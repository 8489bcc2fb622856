/** Owns the faults that programs of this kind are known for, as far as a command line can have them. */
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { textWidth } from "../src/terminal/text-width.ts";
import { at, piAssistant, piUser, writeClaudeCodeSession, writePiSession } from "./sample-logs.ts";
import { makeHome, type TemporaryHome } from "./temporary-home.ts";

let home: TemporaryHome;
const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = "UTC";
  home = makeHome();
});
afterEach(async () => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  await home.remove();
});

interface Hit {
  readonly session: string;
  readonly seq: number;
  readonly created_at: string | null;
}

const hits = async (...words: readonly string[]): Promise<readonly Hit[]> => {
  const { output, error } = await home.run(["search", "--all", "--json", ...words]);
  if (output === "") throw new Error(error);
  return JSON.parse(output).hits;
};
const addresses = async (...words: readonly string[]) =>
  (await hits(...words)).map(({ session, seq }) => `${session}:${seq}`);

describe("time", () => {
  it("date bounds were read in another zone than the reader's", async () => {
    writePiSession(home.path, "late", "/p", [{ id: "e1", line: piUser("zebra"), time: "2026-07-23T02:00:00.000Z" }]);
    process.env.TZ = "America/New_York";
    expect(await addresses("zebra", "--since", "2026-07-22", "--until", "2026-07-22")).toEqual(["pi:late:1"]);
    expect(await addresses("zebra", "--since", "2026-07-23", "--until", "2026-07-23")).toEqual([]);
  });

  it("--since -7d became an empty window in the future", async () => {
    writePiSession(home.path, "recent", "/p", [{ id: "e1", line: piUser("zebra") }]);
    const now = Date.parse(at(0)) + 6 * 86_400_000;
    for (const since of [["--since", "-7d"], ["--since=-7d"], ["--since", "7d"]]) {
      const { exitCode } = await home.run(["search", "--all", "zebra", ...since], { now });
      expect(exitCode).toBe(0);
    }
    expect((await home.run(["search", "--all", "zebra", "--since", "-5d"], { now })).exitCode).toBe(1);
    const inverted = await home.run(["search", "--all", "zebra", "--since", "1d", "--until", "7d"], { now });
    expect(inverted.exitCode).toBe(2);
    expect(inverted.error).toContain('--since "1d" lies after --until "7d"');
  });

  it("date filters were accepted and ignored", async () => {
    writePiSession(home.path, "two", "/p", [
      { id: "e1", line: piUser("zebra one"), time: "2026-10-01T00:00:00.000Z" },
      { id: "e2", line: piUser("zebra two"), time: "2026-10-20T00:00:00.000Z" },
    ]);
    expect(await addresses("zebra", "--since", "2026-10-10")).toEqual(["pi:two:2"]);
  });

  it("old messages were shown with the time of viewing, hits with the time of their session", async () => {
    writePiSession(home.path, "long", "/p", [
      { id: "e1", line: piUser("march"), time: "2026-03-01T00:00:00.000Z" },
      { id: "e2", line: piUser("zebra in september"), time: "2026-09-01T12:30:00.000Z" },
    ]);
    expect(await hits("zebra")).toMatchObject([{ created_at: "2026-09-01T12:30:00.000Z" }]);
    expect((await home.run(["show", "pi:long"])).output).toContain("2  user · 2026-09-01 12:30");
  });

  it("one event without a time made everything fail", async () => {
    writePiSession(home.path, "untimed", "/p", [{ id: "e1", line: piUser("zebra one") }]);
    appendFileSync(
      join(home.path, ".pi/agent/sessions/--project--/2026-11-01T10-00-00-000Z_untimed.jsonl"),
      `${JSON.stringify({ ...piUser("zebra two"), id: "e2", parentId: "e1" })}\n`,
    );
    expect((await addresses("zebra")).sort()).toEqual(["pi:untimed:1", "pi:untimed:2"]);
    const { output } = await home.run(["search", "--all", "zebra", "--since", "2026-11-01"]);
    expect(output).toContain("1 match without a time left out by --since or --until");
    expect((await home.run(["show", "pi:untimed"])).output).toContain("2  user · time unknown");
  });
});

describe("filters", () => {
  beforeEach(() => {
    writePiSession(home.path, "kinds", "/p", [
      { id: "e1", line: piUser("zebra") },
      { id: "e2", line: piAssistant("zebra") },
    ]);
  });

  it("an unknown type switched every collection off without an error", async () => {
    const { exitCode, error } = await home.run(["search", "--all", "--type", "bugfix", "zebra"]);
    expect(exitCode).toBe(2);
    expect(error).toContain('--type "bugfix": there is no such event type.');
  });

  it("the type filter was case-sensitive", async () => {
    expect(await addresses("zebra", "--type", "USER/message")).toEqual(["pi:kinds:1"]);
  });

  it("asking for no neighbours gave everything", async () => {
    const { output } = await home.run(["show", "pi:kinds:2", "--context", "0", "--json"]);
    expect(JSON.parse(output)).toMatchObject({ seq: 2, before: [], after: [] });
  });
});

describe("projects", () => {
  it("a session that ran through a symlinked folder could not be shown by either path", async () => {
    const real = home.folder("real");
    symlinkSync(real, join(home.path, "link"));
    writePiSession(home.path, "through-link", join(home.path, "link"), [{ id: "e1", line: piUser("zebra") }]);
    for (const project of ["real", "link"]) {
      expect((await home.run(["sessions", "--project", project])).exitCode).toBe(0);
      expect((await home.run(["search", "zebra"], { cwd: join(home.path, project) })).exitCode).toBe(0);
    }
  });

  it("each linked git work tree was a project of its own, or all were mixed without a word", async () => {
    const main = home.folder("main");
    const linked = home.folder("linked");
    mkdirSync(join(main, ".git", "worktrees", "linked"), { recursive: true });
    writeFileSync(join(linked, ".git"), `gitdir: ${main}/.git/worktrees/linked\n`);
    writeFileSync(join(main, ".git", "worktrees", "linked", "gitdir"), `${linked}/.git\n`);
    writeFileSync(join(main, ".git", "worktrees", "linked", "commondir"), "../..\n");
    writePiSession(home.path, "in-main", main, [{ id: "e1", line: piUser("zebra") }]);
    const apart = await home.run(["search", "zebra"], { cwd: linked });
    expect(apart.exitCode).toBe(1);
    expect(apart.output).toContain("sessions in ~/linked or below");
    expect(apart.output).toContain("1 match in other sessions: backscroll search --all zebra");
    const together = await home.run(["search", "--same-repository", "zebra"], { cwd: linked });
    expect(together.exitCode).toBe(0);
    expect(together.output).toContain("sessions in the repository of ~/linked");
  });

  it("the list used the folder of the process instead of the session's", async () => {
    writePiSession(home.path, "elsewhere", home.folder("x"), [
      { id: "e1", line: { type: "session_info", name: "Only a title" } },
      { id: "e2", line: piAssistant("No prompt") },
    ]);
    const { output } = await home.run(["sessions", "--project", join(home.path, "x")], { cwd: home.folder("y") });
    expect(output).toContain("Only a title");
  });

  it("the list of everything left sessions out that open by id", async () => {
    for (let number = 100; number < 140; number += 1) {
      writePiSession(home.path, `session-${number}`, "/p", [{ id: "e1", line: piUser(`zebra ${number}`) }]);
    }
    const { output } = await home.run(["sessions", "--all"]);
    expect(output).toContain("40 sessions: every session\n10 older ones are not shown: --limit 40\n");
    expect(JSON.parse((await home.run(["sessions", "--all", "--json"])).output).sessions).toHaveLength(40);
  });
});

describe("titles", () => {
  it("cutting a Chinese title by bytes broke it", async () => {
    const title = "修改服务端的搜索计划".repeat(6);
    writePiSession(home.path, "chinese", "/p", [
      { id: "e1", line: piUser("hello") },
      { id: "e2", line: { type: "session_info", name: title } },
    ]);
    const { output } = await home.run(["sessions", "--all"], { variables: { COLUMNS: "60" } });
    const [line = ""] = output.split("\n");
    expect(line).toBe(`${title.slice(0, 29)}…`);
    expect(textWidth(line)).toBe(59);
    expect(output).not.toContain("\ufffd");
  });

  it("names of sessions could not be searched", async () => {
    writePiSession(home.path, "named", "/p", [
      { id: "e1", line: piUser("hello") },
      { id: "e2", line: { type: "session_info", name: "Zebra crossing" } },
    ]);
    expect(await addresses("zebra")).toEqual(["pi:named:2"]);
  });
});

describe("queries", () => {
  it("operators and signs of the engine raised its errors", async () => {
    writePiSession(home.path, "signs", "/p", [{ id: "e1", line: piUser("see Downloads/transcripts AND NEAR x OR y") }]);
    for (const query of ["AND", "NEAR(", "x OR", "Downloads/transcripts", "x*", "-x", "body:x", "(", "*", '"', "^x"]) {
      const { exitCode, error } = await home.run(["search", "--all", "--", query]);
      expect({ query, exitCode: exitCode === 0 || exitCode === 1 || error.includes("invalid_query") }).toEqual({
        query,
        exitCode: true,
      });
    }
    expect(await addresses("Downloads/transcripts")).toEqual(["pi:signs:1"]);
    expect(await addresses("x OR")).toEqual(["pi:signs:1"]);
  });

  it("a question of many words found nothing and did not say why", async () => {
    writePiSession(home.path, "lambda", "/p", [{ id: "e1", line: piUser("the lambda timeout") }]);
    const { exitCode, output } = await home.run(["search", "--all", "lambda", "timeout", "giraffe"]);
    expect(exitCode).toBe(1);
    expect(output).toContain("Found nowhere here: giraffe");
    expect(output).toContain("1 event holds lambda timeout: backscroll search --all lambda timeout");
  });

  it("Chinese text inside a sentence, and a Latin word in it, were not found", async () => {
    writePiSession(home.path, "mixed", "/p", [{ id: "e1", line: piUser("修改youer服务端的计划，包括搜索功能") }]);
    for (const query of ["搜索功能", "youer", "服务端"]) expect(await addresses(query)).toEqual(["pi:mixed:1"]);
  });
});

describe("freshness", () => {
  it("a log that grew after its first indexing was never looked at again", async () => {
    const path = writePiSession(home.path, "grows", "/p", [{ id: "e1", line: piUser("zebra") }]);
    expect(await addresses("heron")).toEqual([]);
    appendFileSync(path, `${JSON.stringify({ ...piUser("a heron"), id: "e2", parentId: "e1", timestamp: at(9) })}\n`);
    expect(await addresses("heron")).toEqual(["pi:grows:2"]);
  });

  it("parallel searches on a stale index each failed or indexed for themselves", async () => {
    writePiSession(home.path, "shared", "/p", [{ id: "e1", line: piUser("zebra") }]);
    const finished = await Promise.all([1, 2, 3].map(() => home.runBinary(["search", "--all", "zebra"])));
    expect(finished.map(({ exitCode, error }) => ({ exitCode, error }))).toEqual(
      finished.map(() => ({ exitCode: 0, error: "" })),
    );
  });
});

describe("discovery", () => {
  it("one agent's missing folder took the others along", async () => {
    writeClaudeCodeSession(home.path, "11111111-2222-4333-8444-555555555555", "/p", "a heron", "indeed");
    expect(await hits("heron")).toMatchObject([{ session: "claude-code:11111111-2222-4333-8444-555555555555" }]);
  });
});
