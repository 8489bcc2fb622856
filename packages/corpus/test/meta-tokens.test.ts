import { expect, it } from "vitest";
import { folderToken, kindToken, metaTokens } from "../src/meta-tokens.ts";
import { textTokens } from "../src/prepare-text.ts";

it("[filters] gives one token for type and role, types without case", () => {
  expect(kindToken("User/Message", "user")).toBe(kindToken("user/message", "user"));
  expect(kindToken("user/message", "user")).not.toBe(kindToken("user/message", "context"));
});

it("gives single tokens: the folder, the kind, and a mark for what applies", () => {
  const event = { cwd: "/home/dev/one", type: "tool/result", role: "tool", echo: true, createdAt: null } as const;
  const tokens = metaTokens(event);
  expect(tokens.length).toBe(4);
  for (const token of tokens) expect(textTokens(token)).toEqual([token]);
  expect(metaTokens({ ...event, echo: false, createdAt: 0 }).length).toBe(2);
});

it("[cwd] tells folders apart by their exact string, and a missing one from all", () => {
  expect(new Set(["/a", "/a/", "/A", "", null].map(folderToken)).size).toBe(5);
});
