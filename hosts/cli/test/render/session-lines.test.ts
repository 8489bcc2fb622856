import { describe, expect, it } from "vitest";
import { sessionLines } from "../../src/render/session-lines.ts";
import { layoutOf } from "../sample-layout.ts";
import { sampleNow, sampleSession } from "../sample-records.ts";

describe("sessionLines", () => {
  it("prints name, agent, times, size, folder and id", () => {
    const session = sampleSession({ lastEventAt: sampleNow - 3_600_000 });
    expect(sessionLines(session, layoutOf(100))).toEqual([
      "Tidy the parser",
      "  Pi · started 3 days ago · last event 1 hour ago · 12 events · ~/parser",
      "  pi:4b1f2c00",
    ]);
  });

  it("prints unknown times and folders as such, and parents that are missing", () => {
    const session = sampleSession({
      createdAt: null,
      lastEventAt: null,
      cwd: null,
      events: 1,
      parent: { kind: "subagent", session: "pi:gone", missing: true },
      availability: ["live", "persisted"],
      flags: ["cycle"],
    });
    expect(sessionLines(session, layoutOf(100))).toEqual([
      "Tidy the parser",
      "  Pi · started time unknown · 1 event · no folder recorded",
      "  pi:4b1f2c00",
      "  [live] [subagent of pi:gone (not found)] [cycle]",
    ]);
  });
});
