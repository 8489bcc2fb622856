import { expect, it } from "vitest";
import { AnswerPages } from "../../src/reference/answer-pages.ts";

const items = ["a", "b", "c"];
const page = (pages: AnswerPages, cursor?: string, make = () => items) =>
  pages.page("list", { limit: 2, ...(cursor !== undefined && { cursor }) }, 20, make, (answer) => answer);

it("gives later pages from the answer that the first one came from", () => {
  const pages = new AnswerPages();
  const first = page(pages);
  const second = page(pages, first.nextCursor ?? "", () => ["changed"]);
  expect([first.items, second.items, second.nextCursor]).toEqual([["a", "b"], ["c"], null]);
});

it("calls a cursor stale once its answer is not kept any more", () => {
  const pages = new AnswerPages();
  const first = page(pages);
  for (let count = 0; count < 40; count++) page(pages);
  expect(() => page(pages, first.nextCursor ?? "")).toThrow(expect.objectContaining({ code: "stale_cursor" }));
});

it("refuses a cursor that is none", () => {
  for (const cursor of ["", "x", Buffer.from("null").toString("base64url"), Buffer.from("[]").toString("base64url")]) {
    expect(() => page(new AnswerPages(), cursor)).toThrow(expect.objectContaining({ code: "invalid_cursor" }));
  }
});
