/** Owns the provider over a temporary home in the test's own thread: no worker, so that a property runs often. */
import { join } from "node:path";
import type { CorpusPage, SearchRequest } from "@backscroll/corpus";
import type { Decoder } from "@backscroll/wire";
import { claudeCodeDecoder } from "@backscroll/wire-claude-code";
import { piDecoder } from "@backscroll/wire-pi";
import Database from "better-sqlite3";
import { IndexReader, IndexWriter } from "../src/engine.ts";
import type { RefreshOutcome, RefreshRequest } from "../src/refresh.ts";
import { listSkipped } from "../src/refresh.ts";
import type { TestHome } from "./open-test-corpus.ts";

export const testDecoders: readonly Decoder[] = [piDecoder as Decoder, claudeCodeDecoder as Decoder];

/** What a query is told where nothing is live and nothing was skipped. */
export const nothingLive = { live: [], behind: 0, skipped: [] };

export interface TestEngine {
  readonly writer: IndexWriter;
  readonly reader: IndexReader;
  refresh(request?: Partial<RefreshRequest>): RefreshOutcome;
  /** `session:seq` of each hit, in order. */
  search(query: string): readonly string[];
  /** A page of hits of any session, with what it covers. */
  ask(request: SearchRequest): CorpusPage;
  /** Reason of each skipped source, by the last part of its path. */
  skipped(): Readonly<Record<string, string>>;
  /** Runs `work` on the index as it is. */
  inspect<A>(work: (database: Database.Database) => A): A;
  close(): void;
}

export const testEngine = (home: TestHome, decoders: readonly Decoder[] = testDecoders): TestEngine => {
  const environment = { home: home.path, variables: {}, platform: "linux" as const };
  const options = { home: home.index, environment, decoders };
  const writer = new IndexWriter(options);
  const reader = new IndexReader(options, () => false);
  const inspect = <A>(work: (database: Database.Database) => A): A => {
    const database = new Database(join(home.index, "index.sqlite"), { readonly: true });
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    writer,
    reader,
    refresh: (request = {}) =>
      writer.refresh({ added: [], live: [], rebuild: false, shouldStop: () => false, ...request }),
    search: (query) =>
      reader.searchCorpus(nothingLive, { query, limit: 100 }).hits.map(({ event }) => `${event.session}:${event.seq}`),
    ask: (request) => reader.searchCorpus(nothingLive, request),
    skipped: () =>
      inspect((database) =>
        Object.fromEntries(
          listSkipped(database, null).map((one) => [one.source.slice(one.source.lastIndexOf("/") + 1), one.reason]),
        ),
      ),
    inspect,
    close: () => {
      writer.close();
      reader.close();
    },
  };
};

/** Everything that the index holds of sessions, by address instead of by row, so that two indexes can be compared. */
export const indexedRows = (engine: TestEngine): unknown =>
  engine.inspect((database) => {
    const blockSize = 1_048_576;
    const sessions = database
      .prepare(
        "SELECT id, name, lane, cwd, title, first_prompt, created_at, first_event_at, last_event_at, events, last_seq, parent_kind, parent, facts, fold, copies FROM session ORDER BY name",
      )
      .all() as { id: number; name: string; facts: string; fold: string }[];
    const names = new Map(sessions.map((session) => [session.id, session.name]));
    const addressOf = (row: number): string => `${names.get(Math.floor(row / blockSize))}:${row % blockSize}`;
    const events = database
      .prepare(
        "SELECT event.*, event_type.name AS type_name FROM event JOIN event_type ON event_type.id = event.type ORDER BY event.id",
      )
      .all() as { id: number; type_name: string }[];
    database.exec("CREATE VIRTUAL TABLE temp.term USING fts5vocab(main, text, instance)");
    const terms = database.prepare("SELECT term, doc, col, offset FROM temp.term").raw().all() as [
      string,
      number,
      string,
      number,
    ][];
    return {
      sessions: sessions.map(({ id: _, ...session }) => ({
        ...session,
        facts: JSON.parse(session.facts),
        fold: JSON.parse(session.fold),
      })),
      events: events
        .map(({ id, type: _, ...event }: Record<string, unknown> & { id: number; type?: number }) => ({
          ...event,
          address: addressOf(id),
        }))
        .sort((one, other) => (one.address < other.address ? -1 : 1)),
      terms: terms.map(([term, row, column, offset]) => `${addressOf(row)} ${column} ${offset} ${term}`).sort(),
    };
  });
