import { describeConformance } from "../src/conformance.ts";
import { makeReferenceCorpus } from "../src/reference-provider.ts";

describeConformance("the reference provider", ({ environment, decoders }) => ({
  ...makeReferenceCorpus({ environment, decoders }),
  close: async () => {},
}));
