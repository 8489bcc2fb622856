/** Owns exact reads, lists, relations and transcripts of events. */
import { expect, it } from "vitest";
import { codeOf, type OpenCorpus } from "./open-corpus.ts";
import { assistant, result, type SampleLog, user } from "./sample-log.ts";

const tools: SampleLog = {
  id: "a",
  created: 1000,
  records: [
    user("list the files"),
    assistant("sure", {
      calls: [
        { id: "c1", name: "bash", arguments: '{"command":"ls"}' },
        { id: "c2", name: "read", arguments: '{"path":"x"}' },
      ],
    }),
    result("one\ntwo", "c1"),
    result("lost output", "nobody", { tool: "grep" }),
  ],
};

const numbers: SampleLog = { id: "n", records: Array.from({ length: 10 }, (_, index) => user(`event ${index + 1}`)) };

export const readCases = (open: OpenCorpus): void => {
  it("reads an event whole: its record, its place, its document", async () => {
    const corpus = await open(tools);
    const { session, event, before, after } = await corpus.query.readEvent({ session: "sample:a", seq: 1 });
    expect(session.session).toBe("sample:a");
    expect(event).toMatchObject({
      session: "sample:a",
      seq: 1,
      key: "a.1",
      type: "user/message",
      role: "user",
      createdAt: 2000,
      surface: "current",
      branch: "active",
      document: "list the files",
      pointer: "",
      record: { type: "user", text: "list the files", key: "a.1", time: 2000 },
    });
    expect(event.origin.path).toBe(corpus.pathOf("a"));
    expect(event.origin.end).toBeGreaterThan(event.origin.start);
    expect([before, after]).toEqual([[], []]);
  });

  it("reads a call with its result, a result by itself, and says that a call is not recorded only where it is not", async () => {
    const corpus = await open(tools);
    const read = async (seq: number) => (await corpus.query.readEvent({ session: "sample:a", seq })).event;
    expect(await read(3)).toMatchObject({
      pointer: "/calls/0",
      document: 'bash {"command":"ls"}\n--- output ---\none\ntwo',
    });
    expect((await read(4)).document).toBe('read {"path":"x"}');
    expect((await read(5)).document).toContain("one\ntwo");
    expect((await read(5)).document).not.toContain("not recorded");
    expect((await read(6)).document).toBe("grep (call not recorded here)\n--- output ---\nlost output");
  });

  it("reads neighbours on each side, clipped at the ends, and none where none are asked for", async () => {
    const corpus = await open(numbers);
    const read = async (seq: number, before?: number, after?: number) => {
      const window = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
      const answer = await corpus.query.readEvent({ session: "sample:n", seq, ...window });
      return [answer.before, [answer.event], answer.after].map((events) => events.map((event) => event.seq));
    };
    expect(await read(5)).toEqual([[], [5], []]);
    expect(await read(5, 0, 0)).toEqual([[], [5], []]);
    expect(await read(5, 2, 1)).toEqual([[3, 4], [5], [6]]);
    expect(await read(2, 50, 0)).toEqual([[1], [2], []]);
    expect(await read(9, 0, 50)).toEqual([[], [9], [10]]);
    const { after } = await corpus.query.readEvent({ session: "sample:n", seq: 1, after: 1 });
    expect(after[0]).toMatchObject({ text: "event 2", type: "user/message", role: "user" });
  });

  it("cuts a neighbour's text at a thousand code points", async () => {
    const corpus = await open({ id: "a", records: [user("x"), user("😀".repeat(1500))] });
    const { after } = await corpus.query.readEvent({ session: "sample:a", seq: 1, after: 1 });
    expect(after[0]?.text).toBe("😀".repeat(1000));
  });

  it("refuses events that are not there and windows that cannot be", async () => {
    const corpus = await open(numbers);
    const read = (more: object) => corpus.query.readEvent({ session: "sample:n", seq: 1, ...more });
    expect(await codeOf(read({ session: "sample:z" }))).toBe("session_not_found");
    expect(await codeOf(read({ seq: 11 }))).toBe("event_not_found");
    expect(await codeOf(read({ seq: 0 }))).toBe("event_not_found");
    await expect(read({ seq: 11 })).rejects.toMatchObject({ seq: 11, first: 1, last: 10 });
    for (const window of [{ before: -1 }, { after: 51 }, { before: 0.5 }]) {
      expect(await codeOf(read(window))).toBe("invalid_window");
    }
  });

  it("lists events by filter and by literal text, any white space alike, page after page", async () => {
    const corpus = await open(numbers, {
      id: "t",
      records: [
        user("The  quick\n\tBrown fox"),
        user("the quick (brown) fox"),
        user("quick"),
        { type: "title", text: "The quick brown" },
      ],
    });
    const list = async (text: string, more = {}) =>
      (await corpus.query.filterEvents({ session: "sample:t", text, ...more })).events.map((event) => event.seq);
    expect(await list("the quick brown")).toEqual([1, 4]);
    expect(await list("(brown)")).toEqual([2]);
    expect(await list("QUICK")).toEqual([1, 2, 3, 4]);
    expect(await list("uic")).toEqual([1, 2, 3, 4]);
    expect(await list("quick", { events: { roles: ["user"], seq: { from: 2 } } })).toEqual([2, 3]);
    expect(await list("the .* fox")).toEqual([]);
    const first = await corpus.query.filterEvents({ session: "sample:n", limit: 4 });
    const second = await corpus.query.filterEvents({ session: "sample:n", limit: 4, cursor: first.nextCursor ?? "" });
    const third = await corpus.query.filterEvents({ session: "sample:n", limit: 4, cursor: second.nextCursor ?? "" });
    expect([first, second, third].map((page) => page.events.map((event) => event.seq))).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9, 10],
    ]);
    expect(third.nextCursor).toBeNull();
    expect(await codeOf(corpus.query.filterEvents({ session: "sample:z" }))).toBe("session_not_found");
  });

  it("traces what replaced an event, what it replaced, and what came of it", async () => {
    const corpus = await open({
      id: "a",
      records: [
        user("one", { key: "one" }),
        assistant("two", { key: "two", calls: [{ id: "c", name: "bash", arguments: "ls" }] }),
        result("output", "c", { key: "out" }),
        { type: "compaction", key: "first", text: "summary of all that", sources: ["one", "out"] },
        user("later", { key: "later" }),
        { type: "compaction", key: "second", text: "summary of the summary", keep: "later" },
      ],
    });
    const trace = (seq: number) => corpus.query.traceEvent("sample:a", seq);
    const first = await trace(1);
    expect(first.session.session).toBe("sample:a");
    expect(first.target).toMatchObject({ seq: 1, surface: "shadowed" });
    expect(first.replacedBy?.seq).toBe(5);
    expect(first.replacementChain.map((event) => event.seq)).toEqual([5, 7]);
    expect(first.derived).toEqual([{ session: "sample:a", seq: 5 }]);
    expect(first).toMatchObject({ replaces: [], sources: [], recorded: true });
    const call = await trace(3);
    expect(call.derived).toEqual([{ session: "sample:a", seq: 4 }]);
    const output = await trace(4);
    expect(output.sources).toEqual([{ session: "sample:a", seq: 3 }]);
    const summary = await trace(5);
    expect(summary.replaces.map((event) => event.seq)).toEqual([1, 2, 3, 4]);
    expect(summary.sources).toEqual([
      { session: "sample:a", seq: 1 },
      { session: "sample:a", seq: 4 },
    ]);
    expect(summary.replacedBy?.seq).toBe(7);
    expect((await trace(6)).replacedBy).toBeNull();
    expect(await codeOf(trace(99))).toBe("event_not_found");
  });

  it("traces a copy to its original and an original to its copies", async () => {
    const records = [user("one", { key: "shared.1", time: 1000 }), user("two", { key: "shared.2", time: 2000 })];
    const corpus = await open(
      { id: "a", created: 1000, records },
      { id: "b", created: 2000, parent: { kind: "fork", id: "a" }, records: [...records, user("three")] },
      { id: "c", created: 3000, parent: { kind: "fork", id: "b" }, records: [...records, user("four")] },
    );
    expect((await corpus.query.traceEvent("sample:c", 2)).sources).toEqual([{ session: "sample:a", seq: 2 }]);
    expect((await corpus.query.traceEvent("sample:a", 2)).derived).toEqual([
      { session: "sample:b", seq: 2 },
      { session: "sample:c", seq: 2 },
    ]);
  });

  it("opens a transcript: every slot of every branch, windows, pairs", async () => {
    const corpus = await open({
      id: "a",
      records: [
        user("root", { key: "r", parent: null }),
        user("left", { key: "l", parent: "r" }),
        assistant("right", { key: "x", parent: "r", calls: [{ id: "c", name: "bash", arguments: "ls" }] }),
        result("output", "c"),
        { type: "compaction", text: "summary" },
        user("after"),
      ],
    });
    const transcript = await corpus.query.openTranscript("sample:a");
    expect(transcript.events.map((event) => [event.seq, event.type, event.branch, event.surface])).toEqual([
      [1, "user/message", "active", "shadowed"],
      [2, "user/message", "inactive", "shadowed"],
      [3, "assistant/message", "active", "shadowed"],
      [4, "tool/call", "active", "shadowed"],
      [5, "tool/result", "active", "shadowed"],
      [6, "context/compaction", "active", "current"],
      [7, "user/message", "active", "current"],
    ]);
    expect(transcript.events.map((event) => [event.parentSeq, event.callSeq, event.resultSeq])).toEqual([
      [0, null, null],
      [1, null, null],
      [1, null, null],
      [3, null, 5],
      [3, 4, null],
      [5, null, null],
      [6, null, null],
    ]);
    expect(transcript.fold.windows.map(({ from, to, boundary }) => [from, to, boundary])).toEqual([
      [1, 5, null],
      [6, null, "compaction"],
    ]);
    expect(transcript.fold).toMatchObject({ boundary: 6, head: 7 });
    const again = await corpus.query.openTranscript("sample:a");
    expect(again.generation).toBe(transcript.generation);
    expect(await codeOf(corpus.query.openTranscript("sample:z"))).toBe("session_not_found");
  });

  it("reads documents of a transcript whole or by code points", async () => {
    const corpus = await open({ ...tools, records: [...tools.records, user("a😀b漢c")] });
    const transcript = await corpus.query.openTranscript("sample:a");
    expect(await transcript.document(7)).toMatchObject({ seq: 7, text: "a😀b漢c", totalChars: 5, key: "a.5" });
    expect(await transcript.document(7, 1, 3)).toMatchObject({ text: "😀b", totalChars: 5 });
    expect(await transcript.document(7, 4)).toMatchObject({ text: "c" });
    expect(await transcript.document(7, 9, 12)).toMatchObject({ text: "", totalChars: 5 });
    const call = await transcript.document(3);
    expect(call.text).toBe('bash {"command":"ls"}\n--- output ---\none\ntwo');
    expect(call.tool?.name).toBe("bash");
    expect(await codeOf(transcript.document(99))).toBe("event_not_found");
    const several = await transcript.documents([7, 1, 3]);
    expect(several.map((one) => [one.seq, one.text])).toEqual([
      [7, "a😀b漢c"],
      [1, "list the files"],
      [3, call.text],
    ]);
    expect(await transcript.documents([])).toEqual([]);
  });

  it("never gives another text at the address of an open transcript", async () => {
    const corpus = await open({ id: "a", records: [user("before", { key: "old" })] });
    const transcript = await corpus.query.openTranscript("sample:a");
    corpus.write({ id: "a", records: [user("quite another text", { key: "new" })] });
    await corpus.refresh();
    const answer = await transcript.document(1).catch((error: unknown) => error);
    if (answer instanceof Error) expect((answer as { code?: string }).code).toBe("stale_cursor");
    else expect((answer as { text: string }).text).toBe("before");
    expect((await corpus.query.openTranscript("sample:a")).generation).not.toBe(transcript.generation);
  });
};
