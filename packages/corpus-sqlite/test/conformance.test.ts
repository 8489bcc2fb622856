import { describeConformance } from "@backscroll/corpus/conformance";
import { openCorpus } from "../dist/index.js";

describeConformance("the SQLite provider", async ({ home, environment }) => {
  const worker = new URL("./conformance-worker.mjs", import.meta.url);
  const corpus = await openCorpus({ home, environment, worker });
  return { query: corpus.service, maintenance: corpus.maintenanceService, close: () => corpus.close() };
});
