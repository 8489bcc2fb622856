/** Owns which formats are measured. */
import type { Decoder } from "@backscroll/wire";
import { backscrollDecoder } from "@backscroll/wire-backscroll";
import { claudeCodeDecoder } from "@backscroll/wire-claude-code";
import { codexDecoder } from "@backscroll/wire-codex";
import { piDecoder } from "@backscroll/wire-pi";

export const decoders: readonly Decoder[] = [piDecoder, claudeCodeDecoder, codexDecoder, backscrollDecoder];
