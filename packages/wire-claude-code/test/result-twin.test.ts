import type { JsonObject } from "@backscroll/wire";
import { describe, expect, it } from "vitest";
import { byKey, decodeOwn, result, text, user } from "./decode-lines.ts";

const resultWith = (content: string | JsonObject[], toolUseResult: unknown, fields: JsonObject = {}) =>
  byKey(
    decodeOwn([user("r1", null, [result("t1", content, fields)], { toolUseResult: toolUseResult as never })]),
    "r1",
  );

describe("a result's structured twin", () => {
  it("adds what only it holds", () => {
    expect(resultWith("ok", { stdout: "zebra\nlion", stderr: "" }).text).toBe("ok\nzebra\nlion");
  });

  it("adds nothing that the content says", () => {
    expect(resultWith("zebra\nlion", { stdout: "zebra\nlion\n", stderr: "" }).text).toBe("zebra\nlion");
    expect(resultWith("not found", "Error: not found").text).toBe("not found");
    expect(resultWith([text("answer")], [text("answer")]).text).toBe("answer");
  });

  it("adds only the lines that the content lacks", () => {
    expect(resultWith("one\nthree", { stdout: "one\ntwo\nthree" }).text).toBe("one\nthree\ntwo");
  });

  it("knows a file's lines behind their numbers", () => {
    const file = { filePath: "/x/a.go", content: "package main\n\nfunc main() {}" };
    expect(resultWith("     1→package main\n     2→\n     3→func main() {}", { type: "text", file }).text).toBe(
      "     1→package main\n     2→\n     3→func main() {}",
    );
  });

  it("leaves out what repeats the call or the file before it", () => {
    const twin = { filePath: "/x", oldString: "a", newString: "b", originalFile: "whole file", structuredPatch: [] };
    expect(resultWith("updated", twin).text).toBe("updated");
  });

  it("leaves out binary payloads", () => {
    expect(resultWith("", { stdout: "iVBORw0KGgo", isImage: true }).text).toBe("");
    expect(resultWith("", { type: "image", file: { base64: "A".repeat(3000), type: "image/png" } }).text).toBe("");
  });

  it("says that a run failed or was interrupted", () => {
    expect(resultWith("x", {}, { is_error: true }).tool?.status).toBe("error");
    expect(resultWith("x", { interrupted: true }).tool?.status).toBe("unfinished");
    expect(resultWith("x", { interrupted: false }).tool?.status).toBe("ok");
  });
});

describe("truncation by the tool", () => {
  const persisted = [
    "<persisted-output>",
    "Output too large (62.3KB). Full output saved to: /home/u/.claude/projects/-x/s/tool-results/toolu_1.txt",
    "",
    "Preview (first 2KB):",
    "line 1",
    "...",
    "</persisted-output>",
  ].join("\n");

  it("names the file that holds the whole output", () => {
    expect(resultWith(persisted, undefined).tool).toEqual({
      name: null,
      status: "ok",
      outputTruncated: true,
      fullOutputPath: "/home/u/.claude/projects/-x/s/tool-results/toolu_1.txt",
    });
    expect(resultWith("x", { persistedOutputPath: "/y/z.txt" }).tool?.fullOutputPath).toBe("/y/z.txt");
  });

  it("is told by markers and flags", () => {
    expect(resultWith("a\n\n... [2937 characters truncated] ...\n\nb", undefined).tool?.outputTruncated).toBe(true);
    expect(resultWith("a\n\n... [27 lines truncated] ...", undefined).tool?.outputTruncated).toBe(true);
    expect(resultWith("a.ts", { filenames: ["a.ts"], truncated: true }).tool?.outputTruncated).toBe(true);
  });

  it("is not told by text that only speaks of it", () => {
    expect(resultWith("see <persisted-output> and ... [3 lines truncated] ...", undefined).tool).toEqual({
      name: null,
      status: "ok",
    });
  });
});
