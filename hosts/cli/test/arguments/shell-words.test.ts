import { describe, expect, it } from "vitest";
import { shellCommand, splitWords } from "../../src/arguments/shell-words.ts";

describe("shellCommand", () => {
  it("quotes what a shell would take apart", () => {
    expect(shellCommand(["backscroll", "search", "--since", "7d", "it's", "a b", "$(x)"])).toBe(
      "backscroll search --since 7d 'it'\\''s' 'a b' '$(x)'",
    );
    expect(shellCommand([""])).toBe("''");
  });
});

describe("splitWords", () => {
  it("keeps quoted spaces", () => {
    expect(splitWords(" --title \"my parser\"  --role user 'a b'")).toEqual([
      "--title",
      "my parser",
      "--role",
      "user",
      "a b",
    ]);
    expect(splitWords("")).toEqual([]);
  });
});
