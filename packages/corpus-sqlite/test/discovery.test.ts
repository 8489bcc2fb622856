import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  claudeRecords,
  claudeReply,
  claudeUser,
  linesOf,
  piEntries,
  piReply,
  piResult,
  piUser,
} from "./log-records.ts";
import { addresses, claudePath, piPath, testHome } from "./open-test-corpus.ts";
import { nothingLive, type TestEngine, testEngine } from "./open-test-engine.ts";

const linked = "11111111-1111-4111-8111-111111111111";
const untimed = "22222222-2222-4222-8222-222222222222";
const twoIds = "33333333-3333-4333-8333-333333333333";
const huge = "44444444-4444-4444-8444-444444444444";

let engine: TestEngine;
const home = testHome(afterAll);
const megabytes = (count: number): string => "lorem ipsum ".repeat(Math.ceil((count * 1_048_576) / 12));

beforeAll(() => {
  home.write(`data/p/${linked}.jsonl`, claudeRecords(linked, [claudeUser("a linked otter")]));
  mkdirSync(join(home.path, ".claude/projects"), { recursive: true });
  symlinkSync(join(home.path, "data/p"), join(home.path, ".claude/projects/-p"));
  home.write(".pi/agent/sessions/--p--/deeper/still/deep.jsonl", piEntries("deep", [piUser("a deep badger")]));
  home.write(piPath("marked"), `\ufeff${piEntries("marked", [piUser("behind a byte order mark: heron")])}`);
  home.write(
    claudePath(untimed),
    claudeRecords(
      untimed,
      [claudeUser("first ibex"), { ...claudeUser("ibex without time"), timestamp: undefined }, claudeUser("last ibex")],
      "b",
    ),
  );
  home.write(
    claudePath(twoIds),
    claudeRecords(twoIds, [{ ...claudeUser("a lynx with two ids"), session_id: twoIds }], "e"),
  );
  // Carriage returns, an empty line, a broken line, a record that is none of ours.
  home.write(
    piPath("rough"),
    [
      ...piEntries("rough", [piUser("rough marmot"), piUser("smooth marmot")])
        .trimEnd()
        .split("\n"),
      "",
      "x",
      '{"type":"news","id":"n1","parentId":"rough-2","text":"marmot news"}',
    ]
      .map((line) => `${line}\r\n`)
      .join(""),
  );
  home.write(
    claudePath(huge),
    claudeRecords(
      huge,
      [
        claudeReply("m1", [{ type: "tool_use", id: "call-1", name: "Bash", input: { command: "cat" } }]),
        claudeUser([{ type: "tool_result", tool_use_id: "call-1", content: `${megabytes(20)} walrus at the end` }]),
        claudeUser("the line after the walrus"),
      ],
      "f",
    ),
  );
  // Each larger than what is taken in one go.
  for (const number of [1, 2, 3]) {
    home.write(
      piPath(`large${number}`),
      piEntries(`large${number}`, [
        piReply("reading", "call-1"),
        ...Array.from({ length: 3 }, (_, index) => piResult("call-1", `${megabytes(1)} osprey ${index}`)),
      ]),
    );
  }
  engine = testEngine(home);
  expect(engine.refresh().failure).toBe(null);
});
afterAll(() => engine.close());

describe("a session is found", () => {
  it("in a project folder that is a link, once, under its own directory", () => {
    const { hits } = engine.ask({ query: '"linked otter"' });
    expect(hits.map(({ session, event }) => [session.session, session.cwd, event.seq])).toEqual([
      [`claude-code:${linked}`, "/home/u/app", 1],
    ]);
  });

  it("at any depth below its place", () => {
    expect(engine.search('"deep badger"')).toEqual(["pi:deep:1"]);
  });

  it("behind a byte order mark", () => {
    expect(engine.search("heron")).toEqual(["pi:marked:1"]);
  });

  it("where a line has no time, whole", () => {
    expect([...engine.search("ibex")].sort()).toEqual([1, 2, 3].map((seq) => `claude-code:${untimed}:${seq}`));
  });

  it("where a line spells its session's id twice", () => {
    expect(engine.search("lynx")).toEqual([`claude-code:${twoIds}:1`]);
  });

  it("around broken and unknown lines, which take nothing along and are told", () => {
    const { hits, coverage } = engine.ask({ query: "marmot" });
    expect(hits.map(({ event }) => event.seq).sort()).toEqual([1, 2]);
    expect(coverage.skipped.find((one) => one.source.endsWith("_rough.jsonl"))).toMatchObject({ reason: "malformed" });
    const { events } = engine.reader.transcript(nothingLive, "pi:rough");
    expect(events[2]).toMatchObject({ type: "pi/news", surface: "log-only" });
  });
});

describe("a line of 20 MB", () => {
  it("is found at its end, once, and read to its end", () => {
    const { hits } = engine.ask({ query: "walrus", sessions: { ids: [`claude-code:${huge}`] } });
    expect(hits.map(({ event }) => event.seq).sort()).toEqual([3, 4]);
    const result = hits.find(({ event }) => event.seq === 3)?.event;
    expect(result?.excerpt.text).toContain("walrus at the end");
    const { generation } = engine.reader.transcript(nothingLive, `claude-code:${huge}`);
    const size = Math.ceil((20 * 1_048_576) / 12) * 12 + " walrus at the end".length;
    const slice = engine.reader.document(nothingLive, `claude-code:${huge}`, 3, generation, size - 13);
    expect(slice).toMatchObject({ text: "us at the end", totalChars: size });
  });

  it("does not hide the line after it, nor any file beside it", () => {
    expect(engine.search('"line after the walrus"')).toEqual([`claude-code:${huge}:4`]);
    expect(addresses(engine.ask({ query: "osprey" }))).toHaveLength(9);
    expect(engine.ask({ query: "osprey" }).coverage.behind).toBe(0);
  });
});

describe("a thousand sessions", () => {
  it("are all listed, the oldest too, and each is resolved by its id and by its beginning", () => {
    const many = testHome();
    for (let number = 1000; number < 2000; number++) {
      const id = `session-${number}`;
      const timestamp = new Date(Date.UTC(2020, 0, 1) + number * 3_600_000).toISOString();
      many.write(
        `.pi/agent/sessions/--p${number % 7}--/${id}.jsonl`,
        linesOf([
          { type: "session", version: 3, id, timestamp, cwd: `/home/u/p${number % 7}` },
          { ...piUser(`puffin ${number}`), id: `${id}-1`, parentId: null, timestamp },
        ]),
      );
    }
    const large = testEngine(many);
    try {
      large.refresh();
      const { sessions, coverage } = large.reader.listSessions(nothingLive, {});
      expect([sessions.length, coverage.sessions]).toEqual([1000, 1000]);
      expect([sessions[0]?.session, sessions[999]?.session]).toEqual(["pi:session-1999", "pi:session-1000"]);
      expect(large.reader.resolveSession(nothingLive, "session-1000", {})).toMatchObject({ kind: "found" });
      expect(large.reader.resolveSession(nothingLive, "pi:session-1001", {})).toMatchObject({ kind: "found" });
      expect(large.reader.resolveSession(nothingLive, "session-10", { prefixes: true })).toMatchObject({
        kind: "ambiguous",
        total: 100,
      });
      const inOne = large.reader.listSessions(nothingLive, { cwds: ["/home/u/p3"] });
      expect(inOne.sessions).toHaveLength(143);
      const page = large.ask({ query: "puffin", sessions: { cwds: ["/home/u/p3"] }, countHidden: true });
      expect(page.coverage).toMatchObject({ sessions: 143, hidden: 857 });
    } finally {
      large.close();
    }
  });
});
