/** Owns that a provider gives what the reference provider gives: random corpora, random queries. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { plainSessionQuery } from "../plain-session-query.ts";
import { makeReferenceCorpus } from "../reference-provider.ts";
import type { SearchRequest } from "../requests.ts";
import type { OpenCorpus } from "./open-corpus.ts";
import { sampleDecoder } from "./sample-decoder.ts";
import type { SampleLog, SampleRecord } from "./sample-log.ts";

const word = fc.constantFrom(
  "zebra",
  "Zèbra",
  "lion",
  "parseConfigFile",
  "config",
  "file",
  "config_file",
  "漢字テスト",
  "字テ",
  "tx.draft",
  "the",
  "한국어",
  "404",
);

const text = fc.array(word, { minLength: 0, maxLength: 6 }).map((words) => words.join(" "));
const time = fc.option(fc.integer({ min: 1000, max: 1005 }));
const echo = fc.boolean();

const record: fc.Arbitrary<SampleRecord> = fc.oneof(
  fc.record({ type: fc.constantFrom("user", "assistant", "title", "custom", "injected"), text, time }),
  fc.record({ type: fc.constant("result"), text, time, echo, answers: fc.constant("c") }),
  fc.record({
    type: fc.constant("assistant"),
    text,
    time,
    calls: text.map((words) => [{ id: "c", name: "bash", arguments: words }]),
  }),
  fc.record({ type: fc.constant("compaction"), text, time }),
);

const cwd = fc.constantFrom("/one", "/two", null);
const created = fc.option(fc.integer({ min: 1, max: 3 }));

const corpus: fc.Arbitrary<readonly SampleLog[]> = fc
  .array(fc.record({ cwd, created, records: fc.array(record, { minLength: 1, maxLength: 6 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((sessions) =>
    fc.nat({ max: 3 }).map((forked) => {
      const logs: SampleLog[] = sessions.map((session, index) => ({ id: `s${index}`, ...session }));
      const origin = logs[forked];
      if (origin === undefined) return logs;
      const records = origin.records.map((one, index) => ({
        time: 1000 + index,
        ...one,
        key: `${origin.id}.${index + 1}`,
      }));
      const own: SampleRecord = { type: "user", text: "zebra config", time: 2000 };
      const fork: SampleLog = {
        ...origin,
        id: "fork",
        parent: { kind: "fork", id: origin.id },
        records: [...records, own],
      };
      return [...logs, fork];
    }),
  );

const term = fc
  .tuple(word, fc.constantFrom("", "", "*"), fc.boolean())
  .map(([typed, star, quoted]) =>
    quoted ? `"${typed}"${star}` : `${typed.slice(0, star === "" ? undefined : 3)}${star}`,
  );

const request: fc.Arbitrary<SearchRequest> = fc.record(
  {
    query: fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(" ")),
    order: fc.constantFrom("rank", "newest"),
    sessions: fc.record({ cwds: fc.subarray(["/one", "/two", null]) }),
    events: fc.record(
      {
        roles: fc.subarray(["user", "assistant", "tool", "context"]),
        surfaces: fc.subarray(["current", "shadowed", "log-only"]),
        branches: fc.subarray(["active", "inactive"]),
        types: fc.subarray(["user/message", "Tool/Result", "session/title", "nobody/knows"]),
        time: fc.record({ from: fc.integer({ min: 999, max: 1004 }) }),
        seq: fc.record({ to: fc.integer({ min: 1, max: 5 }) }),
        echo: fc.constantFrom("exclude", "include", "only"),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["query"] },
);

export const randomCases = (open: OpenCorpus): void => {
  it("finds the same events in the same order as the reference provider", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(corpus, fc.array(request, { minLength: 8, maxLength: 12 }), async (logs, requests) => {
        const tested = await open(...logs);
        const reference = plainSessionQuery(
          makeReferenceCorpus({ decoders: [sampleDecoder], environment: tested.environment }).query,
        );
        for (const one of requests) {
          const asked = { ...one, limit: 100 };
          const [found, wanted] = await Promise.all([tested.query.searchCorpus(asked), reference.searchCorpus(asked)]);
          const show = ({ hits }: typeof found) =>
            hits.map(({ event }) => `${event.session}:${event.seq} ${event.score} ${event.excerpt.text}`);
          expect(show(found)).toEqual(show(wanted));
          const sessions = await tested.query.searchSessions(asked);
          const wantedSessions = await reference.searchSessions(asked);
          const address = ({ event }: (typeof sessions.hits)[number]) => `${event.session}:${event.seq}`;
          expect(sessions.hits.map(address)).toEqual(wantedSessions.hits.map(address));
        }
        await tested.close();
      }),
      // Opening a provider may be slow: no shrinking.
      { numRuns: 20, endOnFailure: true },
    );
  });
};
