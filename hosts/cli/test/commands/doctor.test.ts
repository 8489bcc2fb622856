import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { piUser, writePiSession } from "../sample-logs.ts";
import { makeHome, type TemporaryHome } from "../temporary-home.ts";

let home: TemporaryHome;
beforeAll(() => {
  home = makeHome();
  writePiSession(home.path, "aaaaaaaa-1", home.folder("work"), [{ id: "e1", line: piUser("zebra") }]);
});
afterAll(() => home.remove());

describe("backscroll doctor", () => {
  it("lists every place with what was found, and the index", async () => {
    const { exitCode, output } = await home.run(["doctor"]);
    expect(exitCode).toBe(0);
    expect(output).toContain("Pi\n  ~/.pi/agent/sessions: 1 file, 1 session\n  not there: ~/.pi/sessions, ");
    expect(output).toContain("Claude Code\n  not there: ~/.claude/projects, ");
    expect(output).toContain("Skipped: 0\n");
    expect(output).toContain("  holds      1 session, 1 event of ");
    expect(output).toContain("  integrity  ok\n");
  });

  it("prints JSON", async () => {
    const report = JSON.parse((await home.run(["doctor", "--json"])).output);
    expect(Object.keys(report)).toEqual(["healthy", "places", "skipped", "index"]);
    expect(report.healthy).toBe(true);
    expect(report.places).toContainEqual({
      wire: "pi",
      path: join(home.path, ".pi", "agent", "sessions"),
      origin: "default",
      state: "present",
      files: 1,
      sessions: 1,
    });
    expect(report.index).toMatchObject({ sessions: 1, events: 1, behind: 0, integrity: "ok", ledger_sessions: 0 });
  });
});
