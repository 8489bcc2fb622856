/** Owns the module that the corpus runs in its worker threads in tests of real logs: the decoders, mounted. */
import { serveCorpus } from "@backscroll/corpus-sqlite/worker";
import { backscrollDecoder } from "@backscroll/wire-backscroll";
import { claudeCodeDecoder } from "@backscroll/wire-claude-code";
import { codexDecoder } from "@backscroll/wire-codex";
import { piDecoder } from "@backscroll/wire-pi";

serveCorpus({ decoders: [piDecoder, claudeCodeDecoder, codexDecoder, backscrollDecoder] });
