import { describe, expect, it } from "vitest";
import { folderText, resumeCommand, showCommand } from "../../src/render/layout.ts";

describe("folderText", () => {
  it("shortens the home folder, and only that", () => {
    expect(folderText("/home/ada", { home: "/home/ada" })).toBe("~");
    expect(folderText("/home/ada/x", { home: "/home/ada" })).toBe("~/x");
    expect(folderText("/home/adam", { home: "/home/ada" })).toBe("/home/adam");
    expect(folderText("/x\u001b[2J", { home: "" })).toBe("/x␛[2J");
    expect(folderText(null, { home: "/home/ada" })).toBe("no folder recorded");
  });
});

describe("commands", () => {
  it("open demonstration sessions in the demonstration, which no agent can resume", () => {
    expect(showCommand("pi:a:1", { demonstration: false })).toBe("backscroll show pi:a:1");
    expect(showCommand("pi:a:1", { demonstration: true })).toBe("backscroll show --demo pi:a:1");
    expect(resumeCommand({ resumeCommand: "pi --session a" }, { demonstration: false })).toBe("pi --session a");
    expect(resumeCommand({ resumeCommand: "pi --session a" }, { demonstration: true })).toBeNull();
    expect(resumeCommand({ resumeCommand: null }, { demonstration: false })).toBeNull();
  });
});
