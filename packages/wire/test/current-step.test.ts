import { describe, expect, it } from "vitest";
import { currentStep } from "../src/current-step.ts";
import { plainFold } from "../src/fold.ts";
import { assistant, call, foldEvent, logOnly, result, user } from "./fold-events.ts";

const fold = plainFold(null);

describe("currentStep in our own log", () => {
  it("is the last step's start, ended or not", () => {
    const events = [logOnly(1, "step/start"), assistant(2), logOnly(3, "step/end"), logOnly(4, "step/start"), call(5)];
    expect(currentStep(events, fold, "backscroll")).toBe(4);
    expect(currentStep(events.slice(0, 3), fold, "backscroll")).toBe(1);
  });

  it("is marked where there is none, even with an open call", () => {
    expect(currentStep([user(1), call(2)], fold, "backscroll")).toBe("no-current-step");
  });
});

describe("currentStep in any other log", () => {
  const step = (...events: Parameters<typeof currentStep>[0] extends Iterable<infer Event> ? Event[] : never) =>
    currentStep(events, fold, "pi");

  it("is the last assistant message with an open call", () => {
    expect(step(user(1), assistant(2), call(3, 2), call(4, 2), result(5, 4))).toBe(2);
  });

  it("is nothing once every call is answered", () => {
    expect(step(user(1), assistant(2), call(3, 2), result(4, 3))).toBeNull();
  });

  it("is the last assistant message with nothing after it", () => {
    expect(step(user(1), assistant(2), call(3, 2), result(4, 3), assistant(5))).toBe(5);
    expect(step(user(1), assistant(2), user(3))).toBeNull();
    expect(step(user(1))).toBeNull();
    expect(step()).toBeNull();
  });

  it("does not count bookkeeping as something after it", () => {
    expect(step(user(1), assistant(2), logOnly(3))).toBe(2);
  });

  it("leaves calls that an earlier, aborted message never had answered", () => {
    expect(step(user(1), assistant(2), call(3, 2), user(4), assistant(5), user(6))).toBeNull();
  });

  it("begins at the first record of a message that is written on several", () => {
    const group = 9;
    const events = [
      user(1),
      assistant(2, { group }),
      assistant(3, { group }),
      call(4, 3, { group }),
      result(5, 4),
      assistant(6, { group, parentSeq: 3 }),
      call(7, 6, { group }),
    ];
    expect(currentStep(events, fold, "claude-code")).toBe(2);
  });

  it("does not join messages whose provider gives every one the same id", () => {
    const group = 9;
    const events = [
      user(1),
      assistant(2, { group }),
      call(3, 2, { group }),
      result(4, 3),
      assistant(5, { group }),
      call(6, 5, { group }),
    ];
    expect(currentStep(events, fold, "claude-code")).toBe(5);
  });

  it("begins at the message before calls that are records themselves", () => {
    expect(step(user(1), assistant(2), logOnly(3), call(4), call(5), result(6, 4))).toBe(2);
    expect(step(user(1), call(2), call(3), result(4, 2), result(5, 3), call(6))).toBe(6);
  });

  it("looks at the active branch only", () => {
    const branched = { ...fold, inactive: [[3, 4]] as const };
    const events = [user(1), assistant(2), call(3, undefined), assistant(4), user(5, { parentSeq: 2 })];
    expect(currentStep(events, branched, "pi")).toBeNull();
  });

  it("takes types that became known later", () => {
    const retyped = { ...fold, retyped: [{ seq: 2, type: "context/compaction", role: "context" as const }] };
    expect(currentStep([user(1), assistant(2), foldEvent(3)], retyped, "codex")).toBeNull();
    expect(currentStep([user(1), assistant(2)], retyped, "codex")).toBeNull();
  });
});
