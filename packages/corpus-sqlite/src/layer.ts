/** Owns the provider as an Effect layer. */
import { SessionQuery } from "@backscroll/corpus";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type CorpusOptions, openCorpus } from "./corpus.ts";

/** `SessionQuery` over one SQLite index; its threads end with the layer's scope. */
export const layer = (options: CorpusOptions): Layer.Layer<SessionQuery> =>
  Layer.effect(
    SessionQuery,
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(() => openCorpus(options)),
        (corpus) => Effect.promise(() => corpus.close()),
      ),
      (corpus) => corpus.service,
    ),
  );
