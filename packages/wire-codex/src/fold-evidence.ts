/** Owns what slots tell the fold beyond their type. */
import { isObject, type Json } from "@backscroll/wire";

export type FoldEvidence = {
  /** Number of user turns that a rollback took back. */
  rollback?: number;
  /** True on the event that shows that the message it refers to was typed, whatever it looks like. */
  typed?: true;
  /** On a compaction: where its summary is. The `answer` is the record that it refers to. */
  summary?: "own" | "answer" | "none";
};

export const evidenceOf = (evidence: Json | undefined): FoldEvidence =>
  isObject(evidence) ? (evidence as FoldEvidence) : {};
