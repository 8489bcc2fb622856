import { decodeSource, fromBytes, keyHash } from "@backscroll/wire";
import { expect, it } from "vitest";
import { sampleDecoder } from "../../src/conformance/sample-decoder.ts";
import { sampleLines, user } from "../../src/conformance/sample-log.ts";
import { MemoryLedger } from "../../src/reference/memory-ledger.ts";

const eventsOf = (...keys: readonly string[]) => {
  const lines = sampleLines({ id: "a", records: keys.map((key) => user(key, { key })) });
  const decoded = decodeSource(sampleDecoder, fromBytes(lines.join("\n")), { path: "/a", place: "/" });
  return decoded.sessions[0]?.events ?? [];
};

it("hands out the seqs that records had, and never one twice", () => {
  const ledger = new MemoryLedger();
  ledger.remember("s", eventsOf("a", "b", "b"));
  const seqs = ledger.open("s");
  expect([seqs.take(keyHash("b"), 0), seqs.take(keyHash("b"), 0), seqs.take(keyHash("b"), 0)]).toEqual([
    2,
    3,
    undefined,
  ]);
  expect([seqs.fresh(), seqs.fresh(), seqs.take(keyHash("a"), 0)]).toEqual([4, 5, 1]);
});

it("knows a log by any record that it has kept", () => {
  const ledger = new MemoryLedger();
  ledger.remember("s", eventsOf("a", "b"));
  expect(ledger.knows("s", eventsOf("x", "b"))).toBe(true);
  expect(ledger.knows("s", eventsOf("x", "y"))).toBe(false);
  expect(ledger.knows("other", eventsOf("a"))).toBe(false);
});
