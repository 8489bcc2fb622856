import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { piUser, writePiSession } from "../sample-logs.ts";
import { makeHome, type TemporaryHome } from "../temporary-home.ts";

let home: TemporaryHome;
let work = "";
beforeAll(() => {
  home = makeHome();
  work = home.folder("work");
  writePiSession(home.path, "aaaaaaaa-1", work, [
    { id: "e1", line: piUser("the zebra crossing") },
    { id: "e2", line: piUser("a second zebra") },
  ]);
});
afterAll(() => home.remove());

describe("backscroll without a command", () => {
  it("says how to search where there is no terminal", async () => {
    const { exitCode, output } = await home.run([], { cwd: work });
    expect(exitCode).toBe(0);
    expect(output).toBe(
      [
        "1 session with 2 events can be searched.",
        "How to search:",
        "  backscroll search WORDS        in this folder's sessions",
        "  backscroll search --all WORDS  in every session",
        "  backscroll sessions --all      the list of sessions",
        "  backscroll help                all commands",
        "",
      ].join("\n"),
    );
  });

  it("says that there are no sessions before it shows the demonstration", async () => {
    const empty = makeHome();
    const { exitCode, output } = await empty.run([]);
    await empty.remove();
    expect(exitCode).toBe(0);
    expect(output).toMatch(
      /^No agent's sessions were found on this machine; backscroll doctor lists where was looked\.\n/,
    );
    expect(output).toContain("backscroll search WORDS --demo");
  });
});

describe("the prompt", () => {
  const type = async (...lines: readonly string[]) =>
    (await home.run([], { cwd: work, typed: lines.map((line) => `${line}\n`).join("") })).output;

  it("searches this folder, opens a hit by number and ends with an empty line", async () => {
    const output = await type("crossing", "1", "", "never searched");
    expect(output).toContain("Searching sessions in ~/work or below.");
    expect(output).toContain("1.  “the zebra crossing” (first prompt)");
    expect(output).toContain("A number opens a hit.");
    expect(output).toContain("pi:aaaaaaaa-1:1  user · ");
    expect(output).not.toContain("never searched");
  });

  it("takes filters as options of search, says them, and takes them away", async () => {
    const output = await type("/filters --all --role assistant", "zebra", "/filters", "/filters none");
    expect(output).toContain("Searching every session; role assistant.");
    expect(output).toContain("No match for zebra");
    expect(output).toMatch(/Searching sessions in ~\/work or below\.\n.*Searching sessions in ~\/work or below\.\n/s);
  });

  it("goes on after what it cannot do", async () => {
    const output = await type('"', "/filters --rol user", "/filters --role asistant", "zebra");
    expect(output).toContain("error: invalid_query:");
    expect(output).toContain("error: bad_usage: unknown option '--rol'\n  Did you mean --role?");
    expect(output).toContain('Did you mean "assistant"?');
    expect(output).toContain("A number opens a hit.");
  });

  it("searches for a number that is no hit", async () => {
    expect(await type("12345")).toContain("No match for 12345");
  });

  it("searches everywhere where no session ran in the folder, and says so", async () => {
    const { output } = await home.run([], { cwd: home.folder("empty"), typed: "zebra\n" });
    expect(output).toContain("No session ran in this folder, so every session is searched.");
    expect(output).toContain("2.  ");
  });
});
