import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { piUser, writePiSession } from "../sample-logs.ts";
import { makeHome, type TemporaryHome } from "../temporary-home.ts";

let home: TemporaryHome;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

describe("backscroll index", () => {
  it("prints JSON of the fixed shape, and reads only what is new", async () => {
    writePiSession(home.path, "aaaaaaaa-1", home.folder("work"), [{ id: "e1", line: piUser("zebra") }]);
    const first = JSON.parse((await home.run(["index", "--json"])).output);
    expect(Object.keys(first)).toEqual(["sessions", "events", "bytes", "decoded_bytes", "skipped", "elapsed_ms"]);
    expect(first).toMatchObject({ sessions: 1, events: 1, skipped: [] });
    expect(first.decoded_bytes).toBe(first.bytes);
    const second = JSON.parse((await home.run(["index", "--json"])).output);
    expect(second).toMatchObject({ sessions: 1, bytes: first.bytes, decoded_bytes: 0 });
    const rebuilt = JSON.parse((await home.run(["index", "--json", "--rebuild"])).output);
    expect(rebuilt.decoded_bytes).toBe(first.bytes);
  });

  it("takes relative and symlinked paths and remembers them; a missing one is named", async () => {
    const other = join(home.path, "old");
    mkdirSync(other);
    renameSync(
      writePiSession(home.path, "bbbbbbbb-2", "/p", [{ id: "e1", line: piUser("heron") }]),
      join(other, "x.jsonl"),
    );
    symlinkSync(join(other, "x.jsonl"), join(home.path, "link.jsonl"));
    const { exitCode, output, error } = await home.run(["index", "./link.jsonl", "./gone"]);
    expect(exitCode).toBe(1);
    expect(output).toContain("1 session, 1 event in");
    expect(error).toBe("warning: not found: ./gone\n");
    expect((await home.run(["search", "--all", "heron"])).exitCode).toBe(0);
  });

  it("says what it skipped and what it could not find at all", async () => {
    expect((await home.run(["index"])).output).toContain("No agent's sessions were found");
    const folder = home.folder(".pi/agent/sessions/--p--");
    writeFileSync(join(folder, "x.jsonl"), "not a session\n");
    const { output } = await home.run(["index"]);
    expect(output).toMatch(/1 source was skipped \(1 unknown\); backscroll doctor lists it\./);
    const doctor = JSON.parse((await home.run(["doctor", "--json"])).output);
    expect(doctor.skipped).toMatchObject([{ source: join(folder, "x.jsonl"), reason: "unknown" }]);
  });
});
