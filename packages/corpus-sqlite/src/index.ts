export { type Corpus, type CorpusOptions, openCorpus, type PlainMaintenance } from "./corpus.ts";
export { layer } from "./layer.ts";
