import { serveCorpus } from "@backscroll/corpus-sqlite/worker";
import { claudeCodeDecoder } from "@backscroll/wire-claude-code";
import { piDecoder } from "@backscroll/wire-pi";

serveCorpus({ decoders: [piDecoder, claudeCodeDecoder] });
