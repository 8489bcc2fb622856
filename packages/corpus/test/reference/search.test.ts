import { expect, it } from "vitest";
import { sampleDecoder } from "../../src/conformance/sample-decoder.ts";
import { sampleLines, user } from "../../src/conformance/sample-log.ts";
import { plainSessionQuery } from "../../src/plain-session-query.ts";
import { makeReferenceCorpus } from "../../src/reference-provider.ts";

const content = `${sampleLines({
  id: "a",
  records: [
    user("zebra zebra and more"),
    user("one zebra"),
    user("zebra zebra"),
    user("zebra ten"),
    ...Array.from({ length: 9 }, () => user("lion")),
  ],
}).join("\n")}\n`;

const corpus = (rank: "bm25" | "spans") =>
  plainSessionQuery(
    makeReferenceCorpus({ decoders: [sampleDecoder], sources: () => [{ path: "/logs/a.jsonl", content }], rank }).query,
  );

it("ranks by matching places, then shorter, then newer where that rule is chosen", async () => {
  const { hits } = await corpus("spans").searchCorpus({ query: "zebra" });
  expect(hits.map(({ event }) => event.seq)).toEqual([3, 1, 4, 2]);
});

it("searches logs that are held in memory", async () => {
  const { hits, coverage } = await corpus("bm25").searchCorpus({ query: "zebra" });
  expect(hits[0]?.event.seq).toBe(3);
  expect(coverage).toMatchObject({ sessions: 1, events: 13, skipped: [] });
});
