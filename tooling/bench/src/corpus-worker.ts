/** Owns the worker thread of the measured provider: which decoders it has. */
import { serveCorpus } from "@backscroll/corpus-sqlite/worker";
import { decoders } from "./decoders.ts";

serveCorpus({ decoders });
