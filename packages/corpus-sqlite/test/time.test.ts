import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claudeRecords, claudeUser, piEntries, piUser } from "./log-records.ts";
import { addresses, claudePath, piPath, testHome } from "./open-test-corpus.ts";
import { nothingLive, type TestEngine, testEngine } from "./open-test-engine.ts";

const rough = "11111111-1111-4111-8111-111111111111";
const day = (text: string): number => Date.parse(`${text}T00:00:00.000Z`);
const iso = (text: string): string => new Date(day(text)).toISOString();

let engine: TestEngine;
const home = testHome(afterAll);

beforeAll(() => {
  home.write(
    piPath("long"),
    piEntries(
      "long",
      [
        { ...piUser("a march hare"), timestamp: iso("2026-03-01") },
        { ...piUser("a september hare"), timestamp: iso("2026-09-01") },
      ],
      { timestamp: iso("2026-03-01") },
    ),
  );
  home.write(
    piPath("seconds"),
    piEntries(
      "seconds",
      [
        { ...piUser("an otter in seconds"), timestamp: 1_785_000_000 },
        { ...piUser("an otter in milliseconds"), timestamp: 1_785_000_000_000 },
      ],
      { timestamp: 1_785_000_000 },
    ),
  );
  home.write(
    claudePath(rough),
    claudeRecords(rough, [
      { ...claudeUser("first badger"), timestamp: iso("2026-05-01") },
      { ...claudeUser("second badger"), timestamp: undefined },
      { ...claudeUser("third badger"), timestamp: "yesterday, I think" },
      { ...claudeUser("fourth badger"), timestamp: iso("2026-05-02") },
    ]),
  );
  engine = testEngine(home);
  expect(engine.refresh().failure).toBe(null);
});
afterAll(() => engine.close());

const within = (query: string, from: string, to: string) =>
  engine.ask({ query, events: { time: { from: day(from), to: day(to) } } });

describe("a hit's time", () => {
  it("is its own, not its session's", () => {
    const [hit] = engine.ask({ query: '"september hare"' }).hits;
    expect(hit?.event.createdAt).toBe(day("2026-09-01"));
    expect(hit?.session).toMatchObject({ createdAt: day("2026-03-01"), lastEventAt: day("2026-09-01") });
  });

  it("is read in its unit", () => {
    const hits = engine.ask({ query: "otter" }).hits;
    expect(hits.map(({ event }) => event.createdAt)).toEqual([1_785_000_000_000, 1_785_000_000_000]);
    expect(hits[0]?.session.createdAt).toBe(1_785_000_000_000);
  });
});

describe("a time filter", () => {
  it("is applied, both ends included", () => {
    expect(addresses(within("hare", "2026-09-01", "2026-09-01"))).toEqual(["pi:long:2"]);
    expect(addresses(within("hare", "2026-03-01", "2026-09-01")).length).toBe(2);
    expect(addresses(within("hare", "2026-04-01", "2026-08-01"))).toEqual([]);
  });

  it("finds an old event in a session that is older or younger than the range", () => {
    expect(addresses(within("hare", "2026-02-01", "2026-03-02"))).toEqual(["pi:long:1"]);
  });

  it("leaves events without time out and counts them; without it they are found", () => {
    expect(engine.search("badger").length).toBe(4);
    const page = within("badger", "2026-05-01", "2026-05-01");
    expect(addresses(page)).toEqual([`claude-code:${rough}:1`]);
    expect(page.coverage.untimed).toBe(2);
  });

  it("that hides all matches is not said to lack the words elsewhere", () => {
    const { hits, coverage } = within("hare", "2026-04-01", "2026-08-01");
    expect(hits).toEqual([]);
    expect(coverage.missingTerms).toEqual(["hare"]);
    expect(engine.ask({ query: "hare" }).coverage.missingTerms).toEqual([]);
  });

  it("that ends before it begins is refused", () => {
    expect(() => within("hare", "2026-09-01", "2026-03-01")).toThrow(
      expect.objectContaining({ _tag: "InvalidFilter" }),
    );
  });
});

it("events without time keep their place, the newest ones with one come first", () => {
  const { events } = engine.reader.transcript(nothingLive, `claude-code:${rough}`);
  expect(events.map(({ createdAt }) => createdAt)).toEqual([day("2026-05-01"), null, null, day("2026-05-02")]);
  const newest = engine.ask({ query: "badger", order: "newest" });
  expect(newest.hits.map(({ event }) => event.seq)).toEqual([4, 1, 3, 2]);
});
