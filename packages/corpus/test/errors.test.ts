import { expect, it } from "vitest";
import { decodeError, EventNotFound, encodeError, InvalidFilter, isSessionQueryError } from "../src/errors.ts";

it("crosses a thread as plain JSON", () => {
  const error = new EventNotFound({ message: "none", session: "s", seq: 9, first: 1, last: 3 });
  const copy = decodeError(JSON.parse(JSON.stringify(encodeError(error))));
  expect(copy).toBeInstanceOf(EventNotFound);
  expect(copy).toMatchObject({ code: "event_not_found", message: "none", session: "s", seq: 9, first: 1, last: 3 });
});

it("knows its own errors from others", () => {
  expect(isSessionQueryError(new InvalidFilter({ message: "x", field: "y" }))).toBe(true);
  expect(isSessionQueryError(new Error("x"))).toBe(false);
  expect(isSessionQueryError({ _tag: "InvalidFilter" })).toBe(false);
});
