import { describe, expect, it } from "vitest";
import {
  activeKeys,
  assistant,
  boundary,
  byKey,
  call,
  decodeOwn,
  line,
  ownSession,
  result,
  seqsIn,
  summary,
  text,
  user,
} from "./decode-lines.ts";

const reply = (uuid: string, parent: string | null) => assistant(uuid, parent, `m-${uuid}`, [text(`reply ${uuid}`)]);

const firstWindow = { boundary: null, summarySeq: null, firstRetainedSeq: null };

describe("compaction", () => {
  it("cuts the context at the boundary line; what was before stays on the branch, shadowed", () => {
    const session = decodeOwn([
      user("u1", null, "a"),
      reply("a1", "u1"),
      boundary("c1", "a1"),
      summary("s1", "c1", "We did a."),
      user("u2", "s1", "b"),
      reply("a2", "u2"),
    ]);
    expect(byKey(session, "c1")).toMatchObject({
      type: "claude-code/compact_boundary",
      logOnly: true,
      parentSeq: 2,
      sourceSeqs: [2],
    });
    expect(byKey(session, "s1")).toMatchObject({ type: "context/compaction", role: "context", text: "We did a." });
    expect(session.fold).toEqual({
      inactive: [],
      shadowed: [[1, 2]],
      boundary: 3,
      windows: [
        { from: 1, to: 2, ...firstWindow },
        { from: 3, to: null, boundary: "compaction", summarySeq: 4, firstRetainedSeq: null },
      ],
      replacements: [{ from: 1, to: 2, by: 4 }],
      head: 6,
      retyped: [],
      flags: [],
    });
  });

  it("cuts at the summary in logs from before there were boundary lines", () => {
    const session = decodeOwn([
      user("u1", null, "a"),
      reply("a1", "u1"),
      summary("s1", null, "We did a."),
      reply("a2", "s1"),
    ]);
    expect(session.fold).toMatchObject({
      inactive: [],
      shadowed: [[1, 2]],
      boundary: 3,
      windows: [
        { from: 1, to: 2 },
        { from: 3, to: null, boundary: "compaction", summarySeq: 3 },
      ],
    });
  });

  it("knows an unmarked summary by its opening words", () => {
    const words = "This session is being continued from a previous conversation that ran out of context. …";
    expect(byKey(decodeOwn([user("s1", null, words)]), "s1").type).toBe("context/compaction");
  });

  it("keeps each window of a session that was compacted twice", () => {
    const session = decodeOwn([
      user("u1", null, "a"),
      boundary("c1", "u1"),
      summary("s1", "c1", "one"),
      reply("a1", "s1"),
      boundary("c2", "a1"),
      summary("s2", "c2", "two"),
      reply("a2", "s2"),
    ]);
    expect(session.fold.windows.map(({ from, to, summarySeq }) => [from, to, summarySeq])).toEqual([
      [1, 1, null],
      [2, 4, 3],
      [5, null, 6],
    ]);
    expect([session.fold.boundary, session.fold.shadowed]).toEqual([5, [[1, 4]]]);
    // The second took the place of the first summary and of what followed it.
    expect(session.fold.replacements).toEqual([
      { from: 1, to: 1, by: 3 },
      { from: 3, to: 4, by: 6 },
    ]);
  });

  it("holds lines that the compaction kept in the current context", () => {
    const kept = { preservedSegment: { headUuid: "u2", anchorUuid: "s1", tailUuid: "a2" } };
    const session = decodeOwn([
      user("u1", null, "a"),
      reply("a1", "u1"),
      user("u2", "a1", "b"),
      reply("a2", "u2"),
      boundary("c1", "a2", kept),
      summary("s1", "c1", "We did a."),
      user("u3", "s1", "c"),
    ]);
    expect(session.fold).toMatchObject({
      inactive: [],
      shadowed: [[1, 2]],
      boundary: 5,
      windows: [
        { from: 1, to: 4 },
        { from: 5, to: null, boundary: "compaction", summarySeq: 6, firstRetainedSeq: 3 },
      ],
      flags: [],
    });
  });

  it("holds a list of kept lines likewise, with the results of kept calls", () => {
    const kept = { preservedMessages: { anchorUuid: "s1", uuids: ["u2", "a2"], allUuids: ["u2", "a2"] } };
    const session = decodeOwn([
      user("u1", null, "a"),
      user("u2", "u1", "b"),
      assistant("a2", "u2", "m2", [call("t1")]),
      user("r2", "a2", [result("t1", "output")]),
      reply("a3", "r2"),
      boundary("c1", "a3", kept),
      summary("s1", "c1", "We did a."),
      user("u3", "s1", "c"),
    ]);
    expect(session.fold.inactive).toEqual([]);
    // u1 and a3 left the context; u2, a2 with its call, and its result stayed.
    expect(seqsIn(session.fold.shadowed)).toEqual([1, 6]);
    expect(session.fold.windows[1]).toMatchObject({ from: 7, summarySeq: 8, firstRetainedSeq: 2 });
  });

  it("goes on where the kept lines are not in the file", () => {
    const kept = { preservedSegment: { headUuid: "x", anchorUuid: "y", tailUuid: "z" } };
    const session = decodeOwn([
      user("u1", null, "a"),
      boundary("c1", "u1", kept),
      summary("s1", "c1", "x"),
      reply("a2", "s1"),
    ]);
    expect(session.fold).toMatchObject({
      inactive: [],
      shadowed: [[1, 1]],
      boundary: 2,
      flags: ["dangling-compaction"],
    });
  });

  it("follows a boundary whose logical parent is missing from the line before it", () => {
    const session = decodeOwn([
      user("u1", null, "a"),
      reply("a1", "u1"),
      boundary("c1", "gone"),
      summary("s1", "c1", "x"),
    ]);
    expect(activeKeys(session)).toEqual(["u1", "a1", "c1", "s1"]);
    expect(session.fold.flags).toContain("dangling-compaction");
  });

  it("does not count a compaction off the branch", () => {
    const session = decodeOwn([
      user("u1", null, "a"),
      reply("a1", "u1"),
      boundary("c1", "a1"),
      summary("s1", "c1", "x"),
      user("u2", "a1", "rewound to before it"),
    ]);
    expect(session.fold).toMatchObject({ inactive: [[3, 4]], shadowed: [], boundary: null });
    expect(session.fold.windows).toHaveLength(1);
  });

  it("opens no window where nothing was before it", () => {
    const session = decodeOwn([summary("s1", null, "Before this file."), reply("a1", "s1")]);
    expect(session.fold).toMatchObject({ boundary: null, shadowed: [], windows: [{ from: 1, to: null }] });
  });

  it("keeps a result addressable whose call went with a compaction", () => {
    const session = decodeOwn([
      assistant("a1", null, "m1", [call("t1")]),
      boundary("c1", "a1"),
      summary("s1", "c1", "x"),
      user("r1", "s1", [result("t1", "late output")]),
      user("r2", "r1", [result("t1", "again")]),
    ]);
    expect([byKey(session, "r1").callSeq, byKey(session, "r2").callSeq]).toEqual([2, null]);
    expect(session.fold.inactive).toEqual([]);
  });
});

describe("replaced content", () => {
  const lines = [
    user("u1", null, "a"),
    assistant("a1", "u1", "m1", [call("t1"), call("t2")]),
    user("r1", "a1", [result("t1", "one"), result("t2", "two")]),
    reply("a2", "r1"),
  ];

  it("is shadowed by the row that replaced it", () => {
    const replacements = [{ kind: "tool-result", toolUseId: "t1", replacement: "[cleared]" }];
    const { fold } = decodeOwn([...lines, { type: "content-replacement", sessionId: ownSession, replacements }]);
    expect(fold).toMatchObject({ shadowed: [[5, 5]], replacements: [{ from: 5, to: 5, by: 8 }], boundary: null });
  });

  it("is shadowed by a microcompaction, results and attachments alike", () => {
    const { fold } = decodeOwn([
      ...lines,
      line("attachment", "x1", "a2", { attachment: { type: "file", content: "big" } }),
      line("system", "c1", "x1", {
        subtype: "microcompact_boundary",
        content: "Context microcompacted",
        microcompactMetadata: { compactedToolIds: ["t1", "t2", "unknown"], clearedAttachmentUUIDs: ["x1"] },
      }),
      reply("a3", "c1"),
    ]);
    expect(fold.shadowed).toEqual([
      [5, 6],
      [8, 8],
    ]);
    expect(fold.replacements.map(({ from, by }) => [from, by])).toEqual([
      [5, 9],
      [6, 9],
      [8, 9],
    ]);
    expect(fold.windows).toHaveLength(1);
  });
});
