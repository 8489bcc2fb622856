import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accepts, places } from "../src/places.ts";

describe("places", () => {
  let home = "";
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "pi-places-"));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const found = (variables: Record<string, string> = {}) => places({ home, variables, platform: "linux" });

  test("every default place is named, existing or not", () => {
    expect(found()).toEqual(
      [
        ".pi/agent/sessions",
        ".pi/sessions",
        ".coding-agent/sessions",
        ".omp/agent/sessions",
        ".openclaw/agents",
        ".clawdbot/agents",
        ".moltbot/agents",
      ].map((path) => ({ path: join(home, path), origin: "default" })),
    );
  });

  test("overrides come before the defaults and name their variable", () => {
    expect(
      found({
        PI_CODING_AGENT_DIR: "/data/agent",
        PI_CODING_AGENT_SESSION_DIR: "~/flat",
        OMP_CODING_AGENT_DIR: "/data/omp",
        OPENCLAW_STATE_DIR: "/data/claw",
      }).slice(0, 5),
    ).toEqual([
      { path: join(home, "flat"), origin: "PI_CODING_AGENT_SESSION_DIR" },
      { path: "/data/agent/sessions", origin: "PI_CODING_AGENT_DIR" },
      { path: "/data/omp/sessions", origin: "OMP_CODING_AGENT_DIR" },
      { path: "/data/claw/agents", origin: "OPENCLAW_STATE_DIR" },
      { path: join(home, ".pi/agent/sessions"), origin: "default" },
    ]);
  });

  test("an override that equals a default is named once, an empty one not at all", () => {
    const paths = found({ PI_CODING_AGENT_DIR: join(home, ".pi/agent"), PI_CODING_AGENT_SESSION_DIR: "" });
    expect(paths.filter(({ path }) => path === join(home, ".pi/agent/sessions"))).toHaveLength(1);
    expect(paths).toHaveLength(7);
  });

  test("the settings file's sessionDir is a place, unless it is relative or the file is broken", () => {
    const agent = join(home, ".pi/agent");
    mkdirSync(agent, { recursive: true });
    const settings = (text: string) => {
      writeFileSync(join(agent, "settings.json"), text);
      return found().filter(({ origin }) => origin === "sessionDir");
    };
    expect(settings('{"sessionDir":"~/pi-sessions"}')).toEqual([
      { path: join(home, "pi-sessions"), origin: "sessionDir" },
    ]);
    expect(settings('{"sessionDir":".pi/sessions"}')).toEqual([]);
    expect(settings('{"sessionDir":7}')).toEqual([]);
    expect(settings("{")).toEqual([]);
  });

  test("logs that were written into the agent folder itself are places of their own", () => {
    const agent = join(home, ".pi/agent");
    mkdirSync(agent, { recursive: true });
    writeFileSync(join(agent, "2025-12-25T00-00-00-000Z_a.jsonl"), "");
    writeFileSync(join(agent, "auth.json"), "");
    expect(found()).toContainEqual({ path: join(agent, "2025-12-25T00-00-00-000Z_a.jsonl"), origin: "default" });
    expect(found()).toHaveLength(8);
  });
});

describe("names of logs", () => {
  test("logs at any depth are accepted, whatever their stem", () => {
    expect(accepts("--work-project--/2026-03-01T10-00-00-000Z_a.jsonl")).toBe(true);
    expect(accepts("any name.jsonl")).toBe(true);
    expect(accepts("main/sessions/a.jsonl.reset.2026-03-01T10-00-00.000Z")).toBe(true);
    expect(accepts("main/sessions/a.jsonl.deleted.1772359200000")).toBe(true);
  });

  test("other files are not", () => {
    for (const name of ["sessions.json", "auth.json", "a.jsonl.lock", "a.trajectory.jsonl", "a.txt"]) {
      expect(accepts(name)).toBe(false);
    }
  });
});
