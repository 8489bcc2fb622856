import { Aborted, EventNotFound, IndexFailed, InvalidQuery, SessionNotFound } from "@backscroll/corpus";
import { describe, expect, it } from "vitest";
import { CommandError } from "../../src/command-error.ts";
import { failureLines, failureOf } from "../../src/render/failure.ts";
import { makeStyles } from "../../src/terminal/styles.ts";

describe("failureOf", () => {
  it("ends with 1 where something is not there, 2 on bad usage, 3 on failure, 130 when interrupted", () => {
    expect(failureOf(new SessionNotFound({ message: "m", session: "s" })).exitCode).toBe(1);
    expect(failureOf(new EventNotFound({ message: "m", session: "s", seq: 9, first: 1, last: 4 })).exitCode).toBe(1);
    expect(failureOf(new InvalidQuery({ message: "m" })).exitCode).toBe(2);
    expect(failureOf(new CommandError("c", "m")).exitCode).toBe(2);
    expect(failureOf(new IndexFailed({ message: "m" })).exitCode).toBe(3);
    expect(failureOf(new TypeError("m")).exitCode).toBe(3);
    expect(failureOf(new Aborted({ message: "m" })).exitCode).toBe(130);
  });

  it("says which events there are", () => {
    expect(failureOf(new EventNotFound({ message: "m", session: "s", seq: 9, first: 1, last: 4 })).hint).toBe(
      "Its events go from 1 to 4.",
    );
  });
});

describe("failureLines", () => {
  it("prints the code, the message and the hint, without control characters", () => {
    const error = new CommandError("unknown_value", "no \u001b[31msuch", "one\ntwo\u0007");
    expect(failureLines(failureOf(error), makeStyles(false))).toEqual([
      "error: unknown_value: no ␛[31msuch",
      "  one",
      "  two␇",
    ]);
  });
});
