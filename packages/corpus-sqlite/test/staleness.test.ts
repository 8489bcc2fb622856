import { appendFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Stream from "effect/Stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claudeRecords, claudeUser, linesOf, piEntries, piUser } from "./log-records.ts";
import { claudePath, piPath, testHome } from "./open-test-corpus.ts";
import { type TestEngine, testEngine } from "./open-test-engine.ts";

const first = "11111111-1111-4111-8111-111111111111";

describe("a log that changes between two looks", () => {
  let engine: TestEngine;
  const home = testHome(afterAll);
  beforeAll(() => {
    engine = testEngine(home);
  });
  afterAll(() => engine.close());

  const appended = (session: string, number: number, text: string): string =>
    linesOf([
      {
        ...piUser(text),
        id: `${session}-${number}`,
        parentId: `${session}-${number - 1}`,
        timestamp: "2026-10-02T10:00:00.000Z",
      },
    ]);

  it("is taken up where it was left, again and again", () => {
    const path = home.write(piPath("grows"), piEntries("grows", [piUser("otter 1"), piUser("otter 2")]));
    engine.refresh();
    for (let number = 3; number < 8; number++) {
      appendFileSync(path, appended("grows", number, `otter ${number}`));
      engine.refresh();
      expect(engine.search("otter")).toHaveLength(number);
    }
  });

  it("is never put aside for a half line, wherever that is cut, also inside a character", () => {
    const path = home.write(piPath("torn"), piEntries("torn", [piUser("whole badger")]));
    engine.refresh();
    const line = Buffer.from(appended("torn", 2, "昨晚的獾 badger"));
    for (let at = 0; at < line.byteLength; at++) {
      appendFileSync(path, line.subarray(at, at + 1));
      if (at % 7 === 0 || at > line.byteLength - 4) engine.refresh();
      expect(engine.skipped()).toEqual({});
    }
    expect([...engine.search("badger")].sort()).toEqual(["pi:torn:1", "pi:torn:2"]);
    expect(engine.search("昨晚")).toEqual(["pi:torn:2"]);
  });

  it("forgets what was cut off its end, and takes what is written there then", () => {
    const text = piEntries("cut", [piUser("heron stays")]);
    const path = home.write(piPath("cut"), text + appended("cut", 2, "heron goes"));
    engine.refresh();
    truncateSync(path, Buffer.byteLength(text));
    engine.refresh();
    expect(engine.search("heron")).toEqual(["pi:cut:1"]);
    appendFileSync(path, appended("cut", 2, "heron comes"));
    engine.refresh();
    expect(engine.search('"heron comes"')).toHaveLength(1);
    expect(engine.search('"heron goes"')).toEqual([]);
  });

  it("is found when a program writes it anew beside and renames it into place", () => {
    const path = home.write(claudePath(first), claudeRecords(first, [claudeUser("an ibex")]));
    engine.refresh();
    writeFileSync(`${path}.tmp`, claudeRecords(first, [claudeUser("an ibex"), claudeUser("a lynx")]));
    renameSync(`${path}.tmp`, path);
    engine.refresh();
    expect(engine.search("ibex")).toEqual([`claude-code:${first}:1`]);
    expect(engine.search("lynx")).toEqual([`claude-code:${first}:2`]);
  });

  it("does not make the next opening build the index anew", () => {
    const again = testEngine(home);
    try {
      const outcome = again.refresh();
      expect([outcome.decodedBytes, outcome.changes]).toEqual([0, []]);
      expect(again.search("otter")).toHaveLength(7);
    } finally {
      again.close();
    }
  });
});

describe("a corpus that is closed", () => {
  it("looks no more, though someone still listens, and answers nothing", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const home = testHome();
    home.write(piPath("one"), piEntries("one", [piUser("a walrus")]));
    const corpus = await home.open();
    const seen: string[] = [];
    const listener = Effect.runFork(
      Stream.runForEach(corpus.service.changes, (change) => Effect.sync(() => seen.push(change.session))),
    );
    await expect.poll(() => seen, { timeout: 10_000 }).toContain("pi:one");
    await corpus.close();
    const before = timers();
    await expect(corpus.query.searchCorpus({ query: "walrus" })).rejects.toMatchObject({ _tag: "Aborted" });
    await Effect.runPromise(Fiber.interrupt(listener));
    expect(timers()).toBeLessThanOrEqual(before);
    await corpus.close();
  });
});
