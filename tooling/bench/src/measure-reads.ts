/** Owns timing exact reads and the session list. Runs in a process of its own. */
import { Random } from "@backscroll/testkit";
import { openProvider, type ProviderHomes } from "./open-provider.ts";
import { timings } from "./statistics.ts";

export interface ReadRun {
  readonly readsMs: readonly number[];
  /** Code points of the documents that were read, on average. */
  readonly averageLength: number;
  readonly listMs: readonly number[];
  readonly sessions: number;
}

const reads = 200;
const lists = 12;

/** Expects the index to exist. */
export const measureReads = async (homes: ProviderHomes): Promise<ReadRun> => {
  const corpus = await openProvider(homes);
  await corpus.maintenance.refresh();
  const { sessions } = await corpus.query.listSessions();
  const random = new Random(11);
  let length = 0;
  const readsMs = await timings(reads, async () => {
    const { session, events } = random.pick(sessions);
    const read = await corpus.query.readEvent({ session, seq: 1 + random.below(events) });
    length += read.event.document.length;
  });
  const listMs = await timings(lists, () => corpus.query.listSessions());
  await corpus.close();
  return { readsMs, averageLength: length / reads, listMs, sessions: sessions.length };
};
