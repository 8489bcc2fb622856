import { sampleDecoder } from "@backscroll/corpus/conformance/sample-decoder";
import { serveCorpus } from "@backscroll/corpus-sqlite/worker";

serveCorpus({ decoders: [sampleDecoder] });
