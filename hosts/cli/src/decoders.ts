/** Owns which agents' logs are read. Costly to load: only the worker and the reading of raw records do. */
import type { Decoder } from "@backscroll/wire";
import { backscrollDecoder } from "@backscroll/wire-backscroll";
import { claudeCodeDecoder } from "@backscroll/wire-claude-code";
import { codexDecoder } from "@backscroll/wire-codex";
import { piDecoder } from "@backscroll/wire-pi";

/** In the order in which a file is tried. */
export const decoders: readonly Decoder[] = [
  piDecoder as Decoder,
  claudeCodeDecoder as Decoder,
  codexDecoder as Decoder,
  backscrollDecoder as Decoder,
];
