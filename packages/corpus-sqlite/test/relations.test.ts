import { appendFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { claudeLines, claudePath, claudeUuid, piLog, piPath, testHome } from "./open-test-corpus.ts";
import { type TestEngine, testEngine } from "./open-test-engine.ts";

const context = { live: [], behind: 0, skipped: [] };
const [first, second] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];

const open = () => {
  const home = testHome();
  const engine = testEngine(home);
  onTestFinished(() => engine.close());
  return { home, engine };
};

const titleOf = (engine: TestEngine, session: string): string | null | undefined =>
  engine.reader.listSessions(context, { ids: [session] }).sessions[0]?.title;

const line = (record: object): string => `${JSON.stringify(record)}\n`;

it("gives a session the title that another file records for it, the newest, while that file is there", () => {
  const { home, engine } = open();
  home.write(claudePath(first), claudeLines(first, "aa", ["zebra", "panda"]));
  const summary = (text: string): string => line({ type: "summary", summary: text, leafUuid: claudeUuid("aa", 2) });
  const older = home.write(".claude/projects/-work-app/older.jsonl", summary("about zebras"));
  utimesSync(older, 100, 100);
  engine.refresh();
  expect(titleOf(engine, `claude-code:${first}`)).toBe("about zebras");
  const newer = home.write(".claude/projects/-work-app/newer.jsonl", summary("about pandas"));
  engine.refresh();
  expect(titleOf(engine, `claude-code:${first}`)).toBe("about pandas");
  // Growth of the session itself changes nothing of it.
  appendFileSync(join(home.path, claudePath(first)), claudeLines(first, "aa", ["lion"], { from: 3 }));
  engine.refresh();
  expect(titleOf(engine, `claude-code:${first}`)).toBe("about pandas");
  rmSync(newer);
  engine.refresh();
  expect(titleOf(engine, `claude-code:${first}`)).toBe("about zebras");
  rmSync(older);
  engine.refresh();
  expect(titleOf(engine, `claude-code:${first}`)).toBe(null);
});

it("finds a session that moved by the folder that it moved to, whole", () => {
  const { home, engine } = open();
  const file = home.write(claudePath(first), claudeLines(first, "aa", ["zebra one", "zebra two"]));
  engine.refresh();
  appendFileSync(file, line({ type: "relocated", sessionId: first, relocatedCwd: "/home/dev/moved" }));
  appendFileSync(file, claudeLines(first, "aa", ["zebra three"], { from: 3 }));
  engine.refresh();
  const inFolder = (cwd: string): readonly number[] =>
    engine.reader
      .searchCorpus(context, { query: "zebra", sessions: { cwds: [cwd] } })
      .hits.map(({ event }) => event.seq)
      .sort();
  expect(inFolder("/home/dev/moved")).toEqual([1, 2, 4]);
  expect(inFolder("/home/dev/app")).toEqual([]);
  // A second move, and a decoding from the beginning.
  appendFileSync(file, line({ type: "relocated", sessionId: first, relocatedCwd: "/home/dev/again" }));
  engine.refresh();
  expect(inFolder("/home/dev/again")).toEqual([1, 2, 4]);
  expect(engine.refresh().decodedBytes).toBe(0);
  engine.refresh({ rebuild: true });
  expect(inFolder("/home/dev/again")).toEqual([1, 2, 4]);
});

it("knows a parent that appears after its child, and that it is missing until then", () => {
  const { home, engine } = open();
  const path = join(home.path, piPath("aaaaaaaa-1"));
  home.write(piPath("bbbbbbbb-2"), piLog("bbbbbbbb-2", ["zebra", "giraffe"], { parentSession: path }));
  engine.refresh();
  const parentOf = () => engine.reader.listSessions(context, { ids: ["pi:bbbbbbbb-2"] }).sessions[0]?.parent;
  expect(parentOf()).toMatchObject({ kind: "fork", missing: true });
  expect(engine.search("zebra")).toEqual(["pi:bbbbbbbb-2:1"]);
  writeFileSync(path, piLog("aaaaaaaa-1", ["zebra"]));
  engine.refresh();
  expect(parentOf()).toEqual({ kind: "fork", session: "pi:aaaaaaaa-1", missing: false });
  // What the child copied is the parent's from now on.
  expect(engine.search("zebra")).toEqual(["pi:aaaaaaaa-1:1"]);
  expect(engine.search("giraffe")).toEqual(["pi:bbbbbbbb-2:2"]);
});

it("does not confuse sessions whose names differ in a character that stands for any in a pattern", () => {
  const { home, engine } = open();
  const parent = home.write(piPath("a_b"), piLog("a_b", ["zebra"]));
  const other = home.write(piPath("axb"), piLog("axb", ["zebra"]));
  home.write(piPath("child-of-one"), piLog("child-of-one", ["zebra", "panda"], { parentSession: parent }));
  home.write(piPath("child-of-other"), piLog("child-of-other", ["zebra", "panda"], { parentSession: other }));
  engine.refresh();
  expect(engine.reader.traceEvent(context, "pi:a_b", 1).derived).toEqual([{ session: "pi:child-of-one", seq: 1 }]);
  expect(engine.reader.traceEvent(context, "pi:axb", 1).derived).toEqual([{ session: "pi:child-of-other", seq: 1 }]);
});

it("reads and finds what lies in different parts of a text of several megabytes, and slices it by characters", () => {
  const { home, engine } = open();
  const filler = "word ".repeat(500_000);
  const text = `zebra 🦓 ${filler} giraffe ${filler} "panda" ends 🐼`;
  home.write(piPath("aaaaaaaa-1"), piLog("aaaaaaaa-1", ["before", text, "lion after"]));
  home.write(claudePath(second), claudeLines(second, "aa", ["zebra alone"]));
  engine.refresh();
  expect(engine.search("zebra giraffe panda")).toEqual(["pi:aaaaaaaa-1:2"]);
  expect(engine.search('"panda ends"')).toEqual(["pi:aaaaaaaa-1:2"]);
  expect(engine.search("giraffe lion")).toEqual([]);
  expect(engine.search("lion")).toEqual(["pi:aaaaaaaa-1:3"]);
  expect(engine.reader.readEvent(context, { session: "pi:aaaaaaaa-1", seq: 2 }).event.document).toBe(text);
  const { generation } = engine.reader.transcript(context, "pi:aaaaaaaa-1");
  const slice = engine.reader.document(context, "pi:aaaaaaaa-1", 2, generation, 6, 9);
  const points = [...text];
  expect(slice).toMatchObject({ text: "🦓 w", totalChars: points.length });
  const end = engine.reader.document(context, "pi:aaaaaaaa-1", 2, generation, points.length - 1);
  expect(end.text).toBe("🐼");
});
