import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DecodedSession, decodeSource, openFile } from "@backscroll/wire";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backscrollDecoder } from "../src/backscroll-decoder.ts";
import { createSessionLog, resumeSessionLog } from "../src/session-log.ts";

let home = "";
beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), "session-log-")), "new", "home");
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(join(home, "..", ".."), { recursive: true, force: true });
});

const pathOf = (id: string): string => join(home, "sessions", `${id}.jsonl`);
const lockOf = (id: string): string => join(home, "sessions", `${id}.lock`);
const lines = (id: string): unknown[] =>
  readFileSync(pathOf(id), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const decode = (id: string): DecodedSession => {
  const source = openFile(pathOf(id));
  const { sessions } = decodeSource(backscrollDecoder, source, { path: pathOf(id), place: join(home, "sessions") });
  source.close();
  return sessions[0] as DecodedSession;
};
const failure = (code: string) => expect.objectContaining({ _tag: "SessionLogError", code });

describe("createSessionLog", () => {
  it("writes the header and each event in the documented form", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 2, 1, 10) });
    const log = createSessionLog({
      home,
      id: "one",
      cwd: "/project",
      parent: "zero",
      kind: "handoff",
      downstream: { agent: "claude-code", session: "abc" },
    });
    expect(log.path).toBe(pathOf("one"));
    expect([
      log.append("user/message", { text: "hi\u2028there" }),
      log.append("tool/call", { call_id: "a", name: "bash", arguments: "{}" }),
      log.append("tool/result", { call_id: "a", output: "out", status: "ok" }, { sources: [2] }),
      log.append("context/compaction", { text: "sum", first_retained_seq: 3 }, { replaces: [1, 2] }),
      log.append("plan/update", { steps: [1, { a: null }] }),
    ]).toEqual([1, 2, 3, 4, 5]);
    const time = "2026-03-01T10:00:00.000Z";
    expect(lines("one")).toEqual([
      {
        type: "session",
        version: 1,
        id: "one",
        created_at: time,
        cwd: "/project",
        parent: "zero",
        kind: "handoff",
        downstream: { agent: "claude-code", session: "abc" },
      },
      { seq_key: 1, type: "user/message", time, data: { text: "hi\u2028there" } },
      { seq_key: 2, type: "tool/call", time, data: { call_id: "a", name: "bash", arguments: "{}" } },
      {
        seq_key: 3,
        type: "tool/result",
        time,
        data: { call_id: "a", output: "out", status: "ok", name: "bash" },
        sources: [2],
      },
      { seq_key: 4, type: "context/compaction", time, data: { text: "sum", first_retained_seq: 3 }, replaces: [1, 2] },
      { seq_key: 5, type: "plan/update", time, data: { steps: [1, { a: null }] } },
    ]);
    await log.close();
  });

  it("gives the seqs that a reader gives", async () => {
    const log = createSessionLog({ home, cwd: null });
    const types = ["turn/start", "step/start", "x/y", "step/end"];
    const seqs = types.map((type) => log.append(type, {}));
    seqs.push(log.append("turn/end", { reason: "end_turn" }));
    expect(decode(log.id).events.map(({ seq, key }) => [seq, key])).toEqual(seqs.map((seq) => [seq, String(seq)]));
    expect(decode(log.id).facts).toMatchObject({ nativeId: log.id, cwd: null });
    await log.close();
  });

  it.skipIf(process.platform === "win32")("lets only the owner read the file and its folder", async () => {
    const log = createSessionLog({ home, id: "one", cwd: null });
    await log.close();
    expect(statSync(pathOf("one")).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, "sessions")).mode & 0o777).toBe(0o700);
    chmodSync(join(home, "sessions"), 0o755);
    chmodSync(pathOf("one"), 0o644);
    await resumeSessionLog({ home, id: "one" }).close();
    expect(statSync(pathOf("one")).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, "sessions")).mode & 0o777).toBe(0o700);
  });

  it("refuses an id that exists, also once its writer is gone", async () => {
    const log = createSessionLog({ home, id: "one", cwd: null });
    expect(() => createSessionLog({ home, id: "one", cwd: null })).toThrowError(failure("session_in_use"));
    await log.close();
    expect(() => createSessionLog({ home, id: "one", cwd: null })).toThrowError(failure("session_exists"));
    expect(existsSync(lockOf("one"))).toBe(false);
  });

  it.each(["", "a/b", "..", ".hidden", "a\\b", "x".repeat(129), "a\0"])("refuses the id %j", (id) => {
    expect(() => createSessionLog({ home, id, cwd: null })).toThrowError(failure("invalid_session_id"));
  });

  it("writes nothing after it was closed, and closes twice", async () => {
    const log = createSessionLog({ home, id: "one", cwd: null });
    const closing = log.close();
    expect(() => log.append("x/y", {})).toThrowError(failure("session_closed"));
    await closing;
    await log.close();
    await log.flush();
    expect(lines("one")).toHaveLength(1);
    expect(readdirSync(join(home, "sessions"))).toEqual(["one.jsonl"]);
  });

  it("is on the disk once flushed", async () => {
    const log = createSessionLog({ home, id: "one", cwd: null });
    log.append("turn/end", { reason: "end_turn" });
    await log.flush();
    expect(lines("one")).toHaveLength(2);
    await log.close();
  });
});

describe("resumeSessionLog", () => {
  const begin = async (): Promise<void> => {
    const log = createSessionLog({ home, id: "one", cwd: "/project" });
    log.append("user/message", { text: "a" });
    log.append("tool/call", { call_id: "c", name: "history_read", arguments: "{}" });
    await log.close();
  };

  it("goes on with the next seq", async () => {
    await begin();
    const log = resumeSessionLog({ home, id: "one" });
    expect(log.lastSeq).toBe(2);
    expect(log.append("tool/result", { call_id: "c", output: "x", status: "ok" })).toBe(3);
    await log.close();
    expect(decode("one").events[2]).toMatchObject({
      seq: 3,
      key: "3",
      callSeq: 2,
      echo: true,
      tool: { name: "history_read" },
    });
  });

  it.each([
    ["cut in a record", '{"seq_key":3,"type":"user/mess', 3],
    [
      "cut after an inner object",
      '{"seq_key":3,"type":"x/y","time":"t","data":{"seq_key":9,"type":"x","time":"t","data":{}}',
      3,
    ],
    ["whole but for its LF", '{"seq_key":3,"type":"x/y","time":"2026-03-01T10:00:00.000Z","data":{}}', 4],
    [
      "two glued records",
      '{"seq_key":3,"type":"x/y","time":"t","data":{}}{"seq_key":4,"type":"x/y","time":"t","data":{}}',
      5,
    ],
    ["bytes of nothing", "\0\0\0", 3],
  ])("begins on a fresh line behind a last line that is %s", async (_, tail, expected) => {
    await begin();
    const before = decode("one").events.map(({ seq, key }) => [seq, key]);
    appendFileSync(pathOf("one"), tail);
    const log = resumeSessionLog({ home, id: "one" });
    const seq = log.append("user/message", { text: "after" });
    const { events } = decode("one");
    expect(events.slice(0, 2).map(({ seq, key }) => [seq, key])).toEqual(before);
    expect(events.at(-1)).toMatchObject({ seq, text: "after" });
    if (!tail.includes('"data":{"seq_key"')) expect(seq).toBe(expected);
    await log.close();
  });

  it("counts as readers do where a line in the middle is broken", async () => {
    await begin();
    writeFileSync(pathOf("one"), readFileSync(pathOf("one"), "utf8").replace('{"seq_key":1', '{"seq_key":,'));
    const log = resumeSessionLog({ home, id: "one" });
    expect(log.append("x/y", {})).toBe(2);
    await log.close();
  });

  it("refuses what is missing or no log of ours", () => {
    expect(() => resumeSessionLog({ home, id: "absent" })).toThrowError(failure("session_not_found"));
    writeFileSync(pathOf("other"), '{"type":"session","version":3,"id":"x","timestamp":"t","cwd":"/"}\n');
    writeFileSync(pathOf("newer"), '{"type":"session","version":2,"id":"x","created_at":"t","cwd":"/"}\n');
    mkdirSync(pathOf("folder"));
    expect(() => resumeSessionLog({ home, id: "other" })).toThrowError(failure("not_a_session_log"));
    expect(() => resumeSessionLog({ home, id: "newer" })).toThrowError(failure("not_a_session_log"));
    expect(() => resumeSessionLog({ home, id: "folder" })).toThrowError(expect.objectContaining({ code: "ENOTREG" }));
    expect(readFileSync(pathOf("other"), "utf8")).toContain('"version":3');
    expect(readdirSync(join(home, "sessions")).filter((name) => name.includes("lock"))).toEqual([]);
  });

  it("has one writer, in this process and among others", async () => {
    const log = createSessionLog({ home, id: "one", cwd: null });
    expect(() => resumeSessionLog({ home, id: "one" })).toThrowError(
      expect.objectContaining({ code: "session_in_use", pid: process.pid }),
    );
    await log.close();
    writeFileSync(lockOf("one"), `${process.ppid} - other\n`);
    expect(() => resumeSessionLog({ home, id: "one" })).toThrowError(
      expect.objectContaining({ code: "session_in_use", pid: process.ppid }),
    );
  });

  it("takes over from a process that ended without a word", async () => {
    await begin();
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const reused = process.platform === "linux" ? [`${process.ppid} 1 reused\n`] : [];
    for (const content of [`${pid} - gone\n`, "nonsense\n", "", ...reused]) {
      writeFileSync(lockOf("one"), content);
      utimesSync(lockOf("one"), new Date(0), new Date(0));
      const log = resumeSessionLog({ home, id: "one" });
      await log.close();
      expect(readdirSync(join(home, "sessions"))).toEqual(["one.jsonl"]);
    }
  });

  it("does not take a lock that is just being made", async () => {
    await begin();
    writeFileSync(lockOf("one"), "");
    expect(() => resumeSessionLog({ home, id: "one" })).toThrowError(
      expect.objectContaining({ code: "session_in_use", pid: 0 }),
    );
  });

  it("leaves a lock alone that is not its own any more", async () => {
    const log = createSessionLog({ home, id: "one", cwd: null });
    writeFileSync(lockOf("one"), "1 other\n");
    await log.close();
    expect(readFileSync(lockOf("one"), "utf8")).toBe("1 other\n");
  });
});
