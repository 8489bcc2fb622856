/** Owns what a slot carries for `fold`: written by the reader, read by the fold. */
import { isObject, type Json } from "@backscroll/wire";

/** Every member is absent on almost all slots. */
export type FoldEvidence = {
  /** The title line: no record of the tree. */
  title?: true;
  /** A system prompt: never retained by a compaction. */
  system?: true;
  /** A compaction whose first reference is the first retained record. */
  compaction?: true;
  /** A compaction that names its first retained record by ordinal, with the ordinals that take no slot. */
  index?: number;
  slotless?: number[];
  /** What a context edit does with its target, its first reference. */
  edit?: "remove" | "replace";
  /** Names itself as its parent. */
  self?: true;
  /** How many of the last references are earlier records that named this one as parent. */
  children?: number;
};

export const evidenceOf = (value: Json | undefined): FoldEvidence => (isObject(value) ? (value as FoldEvidence) : {});
