/** Owns the module that the corpus runs in its worker threads: the decoders, mounted. */
import { serveCorpus } from "@backscroll/corpus-sqlite/worker";
import { decoders } from "./decoders.ts";

serveCorpus({ decoders });
