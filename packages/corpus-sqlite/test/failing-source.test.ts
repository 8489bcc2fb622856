import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Decoder } from "@backscroll/wire";
import { piDecoder } from "@backscroll/wire-pi";
import { describe, expect, it, onTestFinished } from "vitest";
import { claudeLines, claudePath, piLog, piMessage, piPath, type TestHome, testHome } from "./open-test-corpus.ts";
import { type TestEngine, testDecoders, testEngine } from "./open-test-engine.ts";

const open = (home: TestHome, decoders: readonly Decoder[] = testDecoders): TestEngine => {
  const engine = testEngine(home, decoders);
  onTestFinished(() => engine.close());
  return engine;
};

const generationOf = (engine: TestEngine): unknown =>
  engine.inspect((database) => database.prepare("SELECT value FROM meta WHERE name = 'generation'").pluck().get());

/** Pi's decoder, which calls back for each record that it decodes. */
const watchedPi = (onRecord: (text: string) => void, version = piDecoder.version): Decoder => ({
  ...(piDecoder as Decoder),
  version,
  decode: (state, record, context) => {
    onRecord(JSON.stringify(record.value));
    return (piDecoder as Decoder).decode(state, record, context);
  },
});

const failsAt = (word: string, version?: number): Decoder =>
  watchedPi((text) => {
    if (text.includes(word)) throw new TypeError(`cannot take ${word}`);
  }, version);

describe("a decoder that fails", () => {
  it("costs its file alone, names it, and leaves nothing of it behind", () => {
    const home = testHome();
    home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra", "zebra poison", "zebra"]));
    home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["zebra"]));
    home.write(piPath("cccccccc-3"), piLog("cccccccc-3", ["zebra"]));
    const engine = open(home, [failsAt("poison")]);
    engine.refresh();
    expect([...engine.search("zebra")].sort()).toEqual(["pi:bbbbbbbb-2:1", "pi:cccccccc-3:1"]);
    expect(engine.skipped()).toEqual({ "2026-10-01T10-00-00-000Z_aaaaaaaa-1.jsonl": "failed" });
    expect(engine.inspect((database) => database.prepare("SELECT count(*) FROM event").pluck().get())).toBe(2);
    // Not tried again until the file or the decoder changes.
    const before = generationOf(engine);
    expect(engine.refresh().decodedBytes).toBe(0);
    expect(generationOf(engine)).toBe(before);
    const mended = open(home, [watchedPi(() => {}, piDecoder.version + 1)]);
    mended.refresh();
    expect(mended.search("zebra")).toHaveLength(5);
    expect(mended.skipped()).toEqual({});
  });

  it("keeps what was indexed of the file before", () => {
    const home = testHome();
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    const engine = open(home, [failsAt("poison")]);
    engine.refresh();
    appendFileSync(file, `${JSON.stringify(piMessage(2, "zebra two"))}\n${JSON.stringify(piMessage(3, "poison"))}\n`);
    engine.refresh();
    expect(engine.search("zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
    expect(engine.skipped()).toEqual({ "2026-10-01T10-00-00-000Z_aaaaaaaa-1.jsonl": "failed" });
    const before = generationOf(engine);
    engine.refresh();
    expect(generationOf(engine)).toBe(before);
  });
});

describe("a file that changes while it is looked at", () => {
  it("is left out without a word where it went before it was opened", () => {
    const home = testHome();
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    utimesSync(file, 100, 100);
    home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["zebra"]));
    const engine = open(home);
    engine.refresh({ onProgress: ({ phase }) => phase === "indexing" && rmSync(file, { force: true }) });
    expect(engine.search("zebra")).toEqual(["pi:bbbbbbbb-2:1"]);
    expect(engine.skipped()).toEqual({});
  });

  it("is named where a pipe took its place", () => {
    const home = testHome();
    home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["zebra"]));
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    const engine = open(home, [
      watchedPi((text) => {
        if (!text.includes("bbbbbbbb-2") || !statSync(file).isFile()) return;
        rmSync(file);
        execFileSync("mkfifo", [file]);
      }),
    ]);
    utimesSync(file, 200, 200);
    utimesSync(join(home.path, piPath("bbbbbbbb-2")), 100, 100);
    engine.refresh();
    expect(engine.search("zebra")).toEqual(["pi:bbbbbbbb-2:1"]);
    expect(engine.skipped()).toEqual({ "2026-10-01T10-00-00-000Z_aaaaaaaa-1.jsonl": "unreadable" });
  });

  it("gives the lines that are added during decoding at the next look, once each", () => {
    const home = testHome();
    let added = false;
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra", "zebra"]));
    const engine = open(home, [
      watchedPi((text) => {
        if (added || !text.includes("zebra")) return;
        added = true;
        appendFileSync(file, `${JSON.stringify(piMessage(3, "zebra three"))}\n`);
      }),
    ]);
    engine.refresh();
    engine.refresh();
    expect([...engine.search("zebra")].sort()).toEqual([1, 2, 3].map((seq) => `pi:aaaaaaaa-1:${seq}`));
  });

  it("is the other session where that took its place, with addresses of its own", () => {
    const home = testHome();
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra", "panda", "lion"]));
    const engine = open(home);
    engine.refresh();
    // Entry ids of Pi are short: the other session has the same ones, from another place on.
    const [header, ...messages] = piLog("bbbbbbbb-2", ["one", "zebra", "three"]).trimEnd().split("\n");
    writeFileSync(file, `${[header, ...messages.slice(1)].join("\n")}\n`);
    engine.refresh();
    expect(engine.search("zebra")).toEqual(["pi:bbbbbbbb-2:1"]);
    expect(engine.search("panda")).toEqual([]);
  });

  it("follows a link that was turned to another file", () => {
    const home = testHome();
    const one = home.write("elsewhere/one.txt", piLog("aaaaaaaa-1", ["zebra one"]));
    const two = home.write("elsewhere/two.txt", piLog("bbbbbbbb-2", ["zebra two"]));
    const link = join(home.path, piPath("linked"));
    home.write(piPath("cccccccc-3"), piLog("cccccccc-3", ["panda"]));
    symlinkSync(one, link);
    const engine = open(home);
    engine.refresh();
    expect(engine.search("zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
    rmSync(link);
    symlinkSync(two, link);
    engine.refresh();
    expect(engine.search("zebra")).toEqual(["pi:bbbbbbbb-2:1"]);
  });
});

describe("odd files", () => {
  it("takes files of any age and name", () => {
    const home = testHome();
    const old = home.write(piPath("old"), piLog("aaaaaaaa-1", ["zebra"]));
    const future = home.write(piPath("new"), piLog("bbbbbbbb-2", ["zebra"]));
    home.write(`.pi/agent/sessions/--work-app--/a\nname "with" all.jsonl`, piLog("cccccccc-3", ["zebra"]));
    utimesSync(old, 0, 0);
    utimesSync(future, new Date("2100-01-01"), new Date("2100-01-01"));
    const engine = open(home);
    engine.refresh();
    expect(engine.search("zebra")).toHaveLength(3);
    appendFileSync(old, `${JSON.stringify(piMessage(2, "zebra"))}\n`);
    utimesSync(old, 0, 0);
    appendFileSync(future, `${JSON.stringify(piMessage(2, "zebra"))}\n`);
    utimesSync(future, new Date("2099-01-01"), new Date("2099-01-01"));
    engine.refresh();
    expect(engine.search("zebra")).toHaveLength(5);
    expect(engine.refresh().decodedBytes).toBe(0);
  });

  it("passes pipes, sockets' kin and folders by that are named like logs", () => {
    const home = testHome();
    home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    execFileSync("mkfifo", [join(home.path, piPath("pipe"))]);
    symlinkSync("/dev/zero", join(home.path, piPath("device")));
    home.write(`${piPath("folder")}/inner.jsonl`, piLog("bbbbbbbb-2", ["zebra"]));
    const engine = open(home);
    engine.refresh();
    expect(engine.search("zebra")).toHaveLength(2);
  });

  it("takes a file once it can be read", (context) => {
    if (process.getuid?.() === 0) context.skip("permissions do not bind the superuser");
    const home = testHome();
    const file = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    chmodSync(file, 0);
    const engine = open(home);
    engine.refresh();
    expect(engine.skipped()).toEqual({ "2026-10-01T10-00-00-000Z_aaaaaaaa-1.jsonl": "unreadable" });
    chmodSync(file, 0o600);
    engine.refresh();
    expect(engine.search("zebra")).toHaveLength(1);
  });
});

describe("work that was stopped half-way", () => {
  /** Stops as soon as the copies' sources are in and only what they owe each other is left. */
  const stopsBeforeCopies = (engine: TestEngine): void => {
    let isStopped = false;
    engine.refresh({
      shouldStop: () => isStopped,
      onProgress: ({ filesDone, filesTotal }) => {
        isStopped = filesTotal > 0 && filesDone === filesTotal;
      },
    });
  };
  const [first, second] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];

  it("finds copies at the next look though nothing changed", () => {
    const home = testHome();
    const original = home.write(claudePath(first), claudeLines(first, "aa", ["zebra"]));
    home.write(
      claudePath(second),
      claudeLines(second, "aa", ["zebra"]) + claudeLines(second, "aa", ["panda"], { from: 2 }),
    );
    const engine = open(home);
    engine.refresh();
    expect(engine.search("zebra")).toEqual([`claude-code:${first}:1`]);
    rmSync(original);
    home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["lion"]));
    stopsBeforeCopies(engine);
    engine.refresh();
    expect(engine.search("zebra")).toEqual([`claude-code:${second}:1`]);
  });

  it("gives a session that was left out as a copy its turn", () => {
    const home = testHome();
    home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    const fuller = home.write(".pi/agent/sessions/archive/copy.jsonl", piLog("aaaaaaaa-1", ["zebra", "panda"]));
    const engine = open(home);
    engine.refresh();
    rmSync(fuller);
    home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["lion"]));
    stopsBeforeCopies(engine);
    engine.refresh();
    expect(engine.search("zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
  });

  it("resolves parents at the next look", () => {
    const home = testHome();
    const parent = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["panda"], { parentSession: parent }));
    const engine = open(home);
    stopsBeforeCopies(engine);
    engine.refresh();
    const trace = engine.reader.traceSession({ live: [], behind: 0, skipped: [] }, "pi:bbbbbbbb-2");
    expect(trace.ancestors.map((one) => one.session)).toEqual(["pi:aaaaaaaa-1"]);
  });
});

describe("one session in two files", () => {
  it("is the other file's once that has more of it, also where the first was cut short", () => {
    const home = testHome();
    const one = home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra", "panda", "lion"]));
    const two = home.write(".pi/agent/sessions/archive/copy.jsonl", piLog("aaaaaaaa-1", ["zebra", "panda"]));
    const engine = open(home);
    engine.refresh();
    expect(engine.search("lion")).toEqual(["pi:aaaaaaaa-1:3"]);
    writeFileSync(one, piLog("aaaaaaaa-1", ["zebra"]));
    engine.refresh();
    expect(engine.search("panda")).toEqual(["pi:aaaaaaaa-1:2"]);
    expect(engine.search("zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
    renameSync(two, `${two}.away`);
    engine.refresh();
    expect(engine.search("panda")).toEqual([]);
    expect(engine.search("zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
  });

  it.each([
    [100, 200],
    [200, 100],
  ])("takes no file for a copy of one that holds its session inline (%i, %i)", (parentAt, sideAt) => {
    const home = testHome();
    const parent = "11111111-1111-4111-8111-111111111111";
    const side = claudeLines(parent, "bb", ["panda inline"], {
      from: 50,
      fields: { isSidechain: true, agentId: "abc" },
      parent: null,
    });
    const whole = home.write(claudePath(parent), claudeLines(parent, "aa", ["zebra", "zebra"]) + side);
    const own = claudeLines(parent, "cc", ["panda in its own file", "panda", "panda", "panda", "panda", "panda"], {
      from: 10,
      fields: { isSidechain: true, agentId: "abc" },
      parent: null,
    });
    const apart = home.write(`.claude/projects/-work-app/${parent}/subagents/agent-abc.jsonl`, own);
    utimesSync(whole, parentAt, parentAt);
    utimesSync(apart, sideAt, sideAt);
    const engine = open(home);
    engine.refresh();
    expect(engine.search("zebra")).toEqual([2, 1].map((seq) => `claude-code:${parent}:${seq}`));
    expect(engine.search("panda")).toHaveLength(7);
    expect(engine.search("inline")).toHaveLength(1);
  });
});

describe("two programs with different decoders", () => {
  const older = { ...(piDecoder as Decoder), version: piDecoder.version };
  const newer = { ...(piDecoder as Decoder), version: piDecoder.version + 1 };

  it("decode what is there once, as the newer one does", () => {
    const home = testHome();
    home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    const [one, other] = [open(home, [older]), open(home, [newer])];
    expect(one.refresh().decodedBytes).toBeGreaterThan(0);
    expect(other.refresh().decodedBytes).toBeGreaterThan(0);
    expect(one.refresh().decodedBytes).toBe(0);
    expect(other.refresh().decodedBytes).toBe(0);
    expect(one.search("zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
  });

  it("leave each other's sessions alone", () => {
    const home = testHome();
    home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["zebra"]));
    const id = "11111111-1111-4111-8111-111111111111";
    const claude = home.write(claudePath(id), claudeLines(id, "aa", ["panda"]));
    const both = open(home);
    both.refresh();
    const one = open(home, [older]);
    one.refresh();
    both.refresh();
    expect(both.search("panda")).toEqual([`claude-code:${id}:1`]);
    rmSync(claude);
    one.refresh();
    expect(both.search("panda")).toEqual([]);
  });
});
