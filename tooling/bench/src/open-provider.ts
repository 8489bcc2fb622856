/** Owns opening the measured provider over one home. */
import { type Corpus, openCorpus } from "@backscroll/corpus-sqlite";

/** Where logs lie and where the index goes. */
export interface ProviderHomes {
  readonly home: string;
  readonly indexHome: string;
}

/** `refreshMs`: how long a query waits for the index to be brought up to date; the provider's default where absent. */
export const openProvider = ({ home, indexHome }: ProviderHomes, refreshMs?: number): Promise<Corpus> =>
  openCorpus({
    ...(refreshMs === undefined ? {} : { refreshMs }),
    home: indexHome,
    // Nothing of the machine's own logs may come in.
    environment: { home, variables: { HOME: home }, platform: process.platform },
    worker: new URL("./corpus-worker.js", import.meta.url),
  });
