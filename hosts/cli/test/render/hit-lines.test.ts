import { describe, expect, it } from "vitest";
import { hitLines } from "../../src/render/hit-lines.ts";
import { textWidth } from "../../src/terminal/text-width.ts";
import { bracketedMatches, layoutOf } from "../sample-layout.ts";
import { sampleHit, sampleSession } from "../sample-records.ts";

describe("hitLines", () => {
  it("prints title, agent, age, kind, folder, address, excerpt and both commands", () => {
    expect(hitLines(sampleSession(), sampleHit(), 1, layoutOf(100, bracketedMatches))).toEqual([
      "1.  Tidy the parser",
      "    Pi · 2 days ago · user · ~/parser",
      "    pi:4b1f2c00:4",
      "    the [zebra] parser",
      "    open: backscroll show pi:4b1f2c00:4",
      "    resume: pi --session 4b1f2c00",
    ]);
  });

  it("prints every mark that applies, and none that does not", () => {
    const hit = sampleHit({
      type: "tool/result",
      role: "tool",
      tool: { name: "bash", status: "error" },
      branch: "inactive",
      surface: "shadowed",
      beforeCompaction: true,
      subagentOf: "pi:parent",
      copyOf: { session: "pi:origin", seq: 7 },
      callSeq: 3,
      truncated: true,
      echo: true,
    });
    const lines = hitLines(sampleSession({ resumeCommand: null }), hit, 12, layoutOf(200));
    expect(lines[1]).toBe("    Pi · 2 days ago · tool result of bash (error) to call 3 · ~/parser");
    expect(lines[3]).toBe(
      "    [inactive branch] [before compaction] [subagent of pi:parent] [copy of pi:origin:7] [output truncated by its tool] [echo]",
    );
    expect(lines.at(-1)).toBe("    open: backscroll show pi:4b1f2c00:4");
  });

  it("wraps Chinese text and marks matches across lines at 60 columns", () => {
    const text = "我们昨天讨论了搜索功能的实现方式，后来决定先修改服务端的计划，然后再处理客户端的代码";
    const hit = sampleHit({ excerpt: { text, ranges: [[7, 11]] } });
    const lines = hitLines(
      sampleSession({ title: "修改搜索功能的服务端计划".repeat(4) }),
      hit,
      1,
      layoutOf(60, bracketedMatches),
    );
    expect(lines).toEqual([
      // 56 columns: 27 wide characters and the mark of the cut; 28 wide characters on a full line.
      "1.  修改搜索功能的服务端计划修改搜索功能的服务端计划修改搜…",
      "    Pi · 2 days ago · user · ~/parser",
      "    pi:4b1f2c00:4",
      "    我们昨天讨论了[搜索功能]的实现方式，后来决定先修改服务端的",
      "    计划，然后再处理客户端的代码",
      "    open: backscroll show pi:4b1f2c00:4",
      "    resume: pi --session 4b1f2c00",
    ]);
    expect(textWidth("    我们昨天讨论了搜索功能的实现方式，后来决定先修改服务端的")).toBe(60);
  });

  it("keeps lines within 100 columns but never cuts a command", () => {
    const hit = sampleHit({ excerpt: { text: "word ".repeat(40).trim(), ranges: [] } });
    const command = `cd /home/ada/parser && pi --session ${"x".repeat(120)}`;
    const lines = hitLines(sampleSession({ resumeCommand: command }), hit, 1, layoutOf(100));
    expect(lines.at(-1)).toBe(`    resume: ${command}`);
    for (const line of lines.slice(0, -1)) expect(textWidth(line)).toBeLessThanOrEqual(100);
  });

  it("lets no hostile text through", () => {
    const evil = "\u001b]0;x\u0007\u001b[2J\u202e\r";
    const hit = sampleHit({
      session: `pi:${evil}`,
      author: evil,
      type: evil,
      excerpt: { text: `a${evil}b`, ranges: [[1, 4]] },
    });
    const session = sampleSession({ session: `pi:${evil}`, title: evil, cwd: `/x/${evil}`, resumeCommand: evil });
    expect(hitLines(session, hit, 1, layoutOf(100)).join("\n")).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/,
    );
  });

  it("marks matches by code points, not by UTF-16 units", () => {
    const hit = sampleHit({ excerpt: { text: "😀😀 zebra", ranges: [[3, 8]] } });
    expect(hitLines(sampleSession(), hit, 1, layoutOf(100, bracketedMatches))[3]).toBe("    😀😀 [zebra]");
  });
});
