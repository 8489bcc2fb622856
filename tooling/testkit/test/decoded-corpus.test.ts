import { decodeSource, detectSource, openSource, slotText } from "@backscroll/wire";
import { claudeCodeDecoder } from "@backscroll/wire-claude-code";
import { codexDecoder } from "@backscroll/wire-codex";
import { piDecoder } from "@backscroll/wire-pi";
import { afterAll, describe, expect, it } from "vitest";
import { generateCorpus } from "../src/generate-corpus.ts";
import { temporaryHome } from "../src/temporary-home.ts";

const home = temporaryHome();
afterAll(() => home.remove());
const corpus = generateCorpus({ home: home.path, sessions: 60, bytes: 2_000_000, seed: 9 });

const decoded = corpus.files.map((path) => {
  const identity = { path, place: home.path };
  const detected = detectSource([piDecoder, claudeCodeDecoder, codexDecoder], identity);
  if (detected.kind !== "yes") throw new Error(`${path}: ${detected.reason}`);
  const source = openSource(detected.decoder, path);
  try {
    return { wire: detected.decoder.wire, ...decodeSource(detected.decoder, source, identity) };
  } finally {
    source.close();
  }
});

describe("a generated corpus, decoded", () => {
  it("is undamaged, one session a file, with the ids that are told", () => {
    expect(decoded.flatMap((source) => source.problems)).toEqual([]);
    expect(decoded.map(({ wire, sessions }) => `${wire}:${sessions[0]?.facts.nativeId}`)).toEqual(corpus.sessions);
    expect(
      decoded.flatMap(({ sessions }) => sessions.flatMap(({ facts, fold }) => [...facts.flags, ...fold.flags])),
    ).toEqual([]);
  });

  it("pairs every result with its call", () => {
    const events = decoded.flatMap(({ sessions }) => sessions.flatMap((session) => session.events));
    const results = events.filter((event) => event.type === "tool/result");
    expect(results.length).toBeGreaterThan(100);
    expect(results.filter((event) => event.callSeq === null)).toEqual([]);
  });

  it.each(corpus.planted)("holds $word ($place) at the stated address only", ({ word, session, seq }) => {
    const found = decoded.flatMap(({ sessions }, index) =>
      (sessions[0]?.events ?? [])
        .filter((event) => slotText(event).includes(word))
        .map((event) => ({ session: corpus.sessions[index], seq: event.seq })),
    );
    expect(found).toEqual([{ session, seq }]);
  });

  it("has compactions, abandoned turns, subagents, forks, titles and cut results", () => {
    const sessions = decoded.flatMap((source) => source.sessions);
    const kinds = new Set(sessions.map(({ facts }) => facts.parent?.kind));
    expect([...kinds].sort()).toEqual(["fork", "subagent", undefined]);
    expect(sessions.some(({ fold }) => fold.windows.length > 1)).toBe(true);
    expect(sessions.some(({ fold }) => fold.inactive.length > 0)).toBe(true);
    expect(sessions.filter(({ facts }) => facts.title !== null).length).toBeGreaterThan(20);
    expect(sessions.some(({ events }) => events.some((event) => event.tool?.outputTruncated === true))).toBe(true);
  });
});
