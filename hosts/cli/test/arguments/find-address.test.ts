import type { Resolution, SessionRecord } from "@backscroll/corpus";
import { describe, expect, it } from "vitest";
import { findAddress, findSession } from "../../src/arguments/find-address.ts";
import { CommandError } from "../../src/command-error.ts";
import type { CorpusQuery } from "../../src/corpus.ts";
import { sampleSession } from "../sample-records.ts";

/** Resolves as the contract says: canonical id, native id, prefixes of 6 characters of either. */
const queryOver = (ids: readonly string[]): CorpusQuery => {
  const sessions = ids.map((id): SessionRecord => {
    const nativeId = id.slice(id.indexOf(":") + 1);
    return sampleSession({ session: id, wire: id.slice(0, id.indexOf(":")), nativeId, title: `title of ${nativeId}` });
  });
  const resolve = (selector: string, prefixes: boolean): Resolution => {
    const exact = sessions.filter(({ session, nativeId }) => session === selector || nativeId === selector);
    const begun = prefixes
      ? sessions.filter(({ session, nativeId }) => session.startsWith(selector) || nativeId.startsWith(selector))
      : [];
    const found = exact.length > 0 ? exact : begun;
    const [first] = found;
    if (first === undefined) return { kind: "unknown" };
    if (found.length === 1) return { kind: "found", session: first };
    return { kind: "ambiguous", candidates: found.slice(0, 10), total: found.length };
  };
  const unused = (): never => {
    throw new Error("not part of finding an address");
  };
  return {
    searchCorpus: unused,
    openTranscript: unused,
    traceSession: unused,
    traceEvent: unused,
    readEvent: unused,
    listSessions: async () => ({ sessions, coverage: unused as never }),
    resolveSession: async (selector, scope) => resolve(selector, scope?.prefixes === true),
  };
};

const refusal = async (work: Promise<unknown>): Promise<CommandError> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CommandError) return error;
  throw new Error("nothing was refused");
};

const found = async (ids: readonly string[], text: string) => {
  const { session, seq } = await findAddress(queryOver(ids), text);
  return [session.session, seq];
};

describe("findAddress", () => {
  it("takes canonical ids, native ids and prefixes, with and without a seq", async () => {
    const ids = ["pi:4b1f2c00-aaaa", "codex:0199dddd-bbbb"];
    expect(await found(ids, "pi:4b1f2c00-aaaa")).toEqual(["pi:4b1f2c00-aaaa", null]);
    expect(await found(ids, "pi:4b1f2c00-aaaa:42")).toEqual(["pi:4b1f2c00-aaaa", 42]);
    expect(await found(ids, "0199dddd-bbbb:1")).toEqual(["codex:0199dddd-bbbb", 1]);
    expect(await found(ids, "4b1f2c")).toEqual(["pi:4b1f2c00-aaaa", null]);
    expect(await found(ids, " pi:4b1f2c:7 ")).toEqual(["pi:4b1f2c00-aaaa", 7]);
  });

  it("prefers the longest session: digits after a colon may belong to the id", async () => {
    expect(await found(["pi:alpha:12", "pi:alpha"], "pi:alpha:12")).toEqual(["pi:alpha:12", null]);
    expect(await found(["pi:alpha:12", "pi:alpha"], "pi:alpha:12:3")).toEqual(["pi:alpha:12", 3]);
    expect(await found(["pi:alpha"], "pi:alpha:12")).toEqual(["pi:alpha", 12]);
  });

  it("prefers an exact session with a seq to a prefix that happens to fit", async () => {
    expect(await found(["pi:alpha1", "pi:alpha1:45x"], "pi:alpha1:45")).toEqual(["pi:alpha1", 45]);
  });

  it("reads digits that begin an id as an id, not as a seq of every session of an agent", async () => {
    expect(await found(["claude-code:12345678-a", "claude-code:99999999-b"], "claude-code:12345678")).toEqual([
      "claude-code:12345678-a",
      null,
    ]);
  });

  it("takes a prefix of a session and its subagents as the session's", async () => {
    const agents = Array.from({ length: 12 }, (_, index) => `claude-code:abcdef-1.a${index}`);
    expect(await found([...agents, "claude-code:abcdef-1"], "abcdef")).toEqual(["claude-code:abcdef-1", null]);
    expect(await found([...agents, "claude-code:abcdef-1"], "abcdef:3")).toEqual(["claude-code:abcdef-1", 3]);
    const error = await refusal(findAddress(queryOver([...agents, "pi:abcdef-2", "claude-code:abcdef-1"]), "abcdef"));
    expect(error.message).toBe('"abcdef" could be any of 14 sessions.');
    // Of subagents alone none stands for the others.
    expect((await refusal(findAddress(queryOver(agents), "abcdef"))).code).toBe("ambiguous_session");
  });

  it("names the candidates of an ambiguous prefix", async () => {
    const error = await refusal(findAddress(queryOver(["pi:abcdef-1", "codex:abcdef-2"]), "abcdef"));
    expect(error.code).toBe("ambiguous_session");
    expect(error.message).toBe('"abcdef" could be any of 2 sessions.');
    expect(error.hint).toBe("pi:abcdef-1  title of abcdef-1\ncodex:abcdef-2  title of abcdef-2");
    expect(error.exitCode).toBe(2);
  });

  it("says that a session is unknown, and which one is near", async () => {
    const error = await refusal(findAddress(queryOver(["pi:alphabet"]), "pi:alphabte:3"));
    expect(error.code).toBe("session_not_found");
    expect(error.message).toBe('There is no session "pi:alphabte" among 1.');
    expect(error.hint).toBe("Did you mean pi:alphabet?");
    expect(error.exitCode).toBe(1);
  });

  it("says that a prefix is too short", async () => {
    const error = await refusal(findAddress(queryOver(["pi:zzzzzzzz"]), "abc"));
    expect(error.message).toBe('There is no session "abc" among 1. A prefix needs at least 6 characters.');
    expect(error.hint).toBe("backscroll sessions --all lists them.");
  });

  it("refuses a seq that no session can have", async () => {
    const error = await refusal(findAddress(queryOver(["pi:alpha1"]), "pi:alpha1:99999999999999999999"));
    expect(error.code).toBe("event_not_found");
  });
});

describe("findSession", () => {
  it("refuses an event", async () => {
    const error = await refusal(findSession(queryOver(["pi:alpha1"]), "pi:alpha1:3"));
    expect(error.message).toBe('"pi:alpha1:3" names an event; a session is asked for.');
    expect(error.hint).toBe("Write pi:alpha1.");
  });
});
