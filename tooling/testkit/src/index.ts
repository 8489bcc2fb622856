export { type GeneratedCorpus, type GenerateOptions, generateCorpus, generatorVersion } from "./generate-corpus.ts";
export { writeHugeLine, writeHugeSession, writeTinySessions } from "./odd-sources.ts";
export { type PlantedPlace, type PlantedWord, wordsToPlant } from "./planted-words.ts";
export { type Project, projects } from "./projects.ts";
export { Random } from "./random.ts";
export { type CorpusSize, type CorpusSizeName, corpusSizes, type GeneratedWire } from "./session-plan.ts";
export { type TemporaryHome, temporaryHome } from "./temporary-home.ts";
export { chineseWords, vocabulary, vocabularySize } from "./vocabulary.ts";
