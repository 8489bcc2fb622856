import * as Effect from "effect/Effect";
import { expect, it } from "vitest";
import { sampleDecoder } from "../src/conformance/sample-decoder.ts";
import { sampleLines, user } from "../src/conformance/sample-log.ts";
import { plainSessionQuery } from "../src/plain-session-query.ts";
import { makeReferenceCorpus } from "../src/reference-provider.ts";

const content = sampleLines({ id: "a", records: [user("zebra")] }).join("\n");
const { query: service } = makeReferenceCorpus({
  decoders: [sampleDecoder],
  sources: () => [{ path: "/logs/a.jsonl", content: `${content}\n` }],
});
const query = plainSessionQuery(service);

it("answers with Promises and rejects with the contract's errors", async () => {
  expect((await query.searchCorpus({ query: "zebra" })).hits.length).toBe(1);
  await expect(query.traceSession("sample:z")).rejects.toMatchObject({ code: "session_not_found" });
  const transcript = await query.openTranscript("sample:a");
  expect((await transcript.document(1)).text).toBe("zebra");
});

it("stops work that is going on when the signal is given", async () => {
  const slow = plainSessionQuery({ ...service, listSessions: () => Effect.never });
  const controller = new AbortController();
  const answer = slow.listSessions({}, { signal: controller.signal });
  controller.abort();
  await expect(answer).rejects.toMatchObject({ code: "aborted" });
});

it("passes on a fault of the program as it is", async () => {
  const broken = plainSessionQuery({ ...service, listSessions: () => Effect.die(new TypeError("broken")) });
  await expect(broken.listSessions()).rejects.toThrow(TypeError);
});
