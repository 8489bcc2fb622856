/** Owns the rare words that are planted in generated corpora, each once, so that a search has a known answer. */

/** The kind of slot that holds a planted word. */
export type PlantedPlace =
  | "prompt"
  | "reply"
  | "result"
  | "cut-result"
  | "summary"
  | "title"
  | "before-compaction"
  | "inactive-branch"
  | "subagent"
  | "identifier"
  | "cjk";

export interface PlantedWord {
  /** What was written; no other text of the corpus holds it. */
  readonly word: string;
  /** A query that finds it: the word itself, or a part of it where it is an identifier or unspaced text. */
  readonly query: string;
  readonly place: PlantedPlace;
  /** Canonical id and seq of the slot. */
  readonly session: string;
  readonly seq: number;
}

type Word = Pick<PlantedWord, "word" | "query" | "place">;

const plain = (word: string, place: PlantedPlace): Word => ({ word, query: word, place });

/** What is planted, in the order in which sessions take it. Letters that the vocabulary never combines. */
export const wordsToPlant: readonly Word[] = [
  plain("zyxomma", "prompt"),
  plain("kvetchjord", "reply"),
  plain("wyvernqat", "result"),
  plain("jynxuvula", "cut-result"),
  plain("ptyxhylo", "before-compaction"),
  plain("xyquszolt", "summary"),
  plain("fjordqophs", "title"),
  plain("vugzyklon", "inactive-branch"),
  plain("qwyjibo", "subagent"),
  { word: "reconcileZyglomorphLedger", query: "zyglomorph", place: "identifier" },
  { word: "他们在深夜修复了鹦鹉螺时钟的偏移", query: "鹦鹉", place: "cjk" },
  plain("mjolnyrkhz", "prompt"),
  plain("uvquxyle", "result"),
  plain("hzwkraj", "reply"),
];
