/**
 * Owns the suite that every provider passes: what the contract says, checked on small logs that the suite writes itself.
 * Runs inside vitest; does not own any provider.
 */
import { describe } from "vitest";
import { coverageCases } from "./conformance/coverage-cases.ts";
import { filterCases } from "./conformance/filter-cases.ts";
import { freshnessCases } from "./conformance/freshness-cases.ts";
import { type MakeProvider, type OpenProvider, type ProviderSetup, useCorpus } from "./conformance/open-corpus.ts";
import { queryCases } from "./conformance/query-cases.ts";
import { randomCases } from "./conformance/random-cases.ts";
import { rankCases } from "./conformance/rank-cases.ts";
import { readCases } from "./conformance/read-cases.ts";
import { sessionCases } from "./conformance/session-cases.ts";
import { stateCases } from "./conformance/state-cases.ts";

export type { MakeProvider, OpenProvider, ProviderSetup };

/** Declares the suite for one provider. Each test makes its own, on a temporary home, and closes it. */
export const describeConformance = (name: string, makeProvider: MakeProvider): void => {
  describe(name, { timeout: 60_000 }, () => {
    const open = useCorpus(makeProvider);
    describe("queries", () => queryCases(open));
    describe("order, pages and excerpts", () => rankCases(open));
    describe("filters", () => filterCases(open));
    describe("state of hits", () => stateCases(open));
    describe("coverage", () => coverageCases(open));
    describe("freshness", () => freshnessCases(open));
    describe("sessions", () => sessionCases(open));
    describe("events", () => readCases(open));
    describe("random corpora", () => randomCases(open));
  });
};
