/**
 * Owns the floors: the least that any index of the same logs must do, in one thread. Runs in a process of its own.
 * Does not own the comparison.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { decodeStream, detectSource, openSource, slotText, textPieces } from "@backscroll/wire";
import Database from "better-sqlite3";
import { decoders } from "./decoders.ts";

/** Text given to the engine before each commit. */
const transactionLength = 8_388_608;

/** Milliseconds to parse every line of the files as JSON. */
export const parseFloor = (files: readonly string[]): number => {
  const start = performance.now();
  for (const file of files) {
    for (const line of readFileSync(file, "utf8").split("\n")) {
      if (line !== "") JSON.parse(line);
    }
  }
  return performance.now() - start;
};

/** Milliseconds for `grep -c` over everything below a folder. */
export const grepFloor = (home: string, word: string): number => {
  const start = performance.now();
  execFileSync("grep", ["-rc", word, home], { stdio: ["ignore", "ignore", "ignore"], maxBuffer: 1 << 26 });
  return performance.now() - start;
};

export interface InsertFloor {
  /** Inserts and commits alone. */
  readonly insertMs: number;
  /** Framing, decoding and linking alone. */
  readonly decodeMs: number;
  readonly texts: number;
  readonly textBytes: number;
  readonly indexBytes: number;
}

/**
 * Decodes the files and inserts the text of every event, as it stands, into a contentless full-text table of one
 * column. Inserting is timed apart from decoding.
 */
export const insertFloor = (files: readonly string[], databasePath: string, tokenizer: string): InsertFloor => {
  rmSync(databasePath, { force: true });
  const database = new Database(databasePath);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = NORMAL");
  database.exec(
    `CREATE VIRTUAL TABLE text USING fts5 (body, content='', contentless_delete=1, tokenize='${tokenizer}')`,
  );
  database.exec("INSERT INTO text (text, rank) VALUES ('hashsize', 16777216)");
  const insert = database.prepare("INSERT INTO text (rowid, body) VALUES (?, ?)");
  let waiting: string[] = [];
  let waitingLength = 0;
  let texts = 0;
  let textBytes = 0;
  let insertMs = 0;
  const flush = (): void => {
    const start = performance.now();
    database.transaction(() => {
      for (const text of waiting) insert.run(++texts, text);
    })();
    insertMs += performance.now() - start;
    waiting = [];
    waitingLength = 0;
  };
  const begin = performance.now();
  for (const path of files) {
    const identity = { path, place: dirname(path) };
    const detected = detectSource(decoders, identity);
    if (detected.kind !== "yes") continue;
    const source = openSource(detected.decoder, path);
    decodeStream(detected.decoder, source, identity, {
      onEvents: (events) => {
        for (const event of events) {
          for (const text of textPieces(slotText(event), source)) {
            waiting.push(text);
            waitingLength += text.length;
            textBytes += Buffer.byteLength(text);
            if (waitingLength > transactionLength) flush();
          }
        }
      },
    });
    source.close();
  }
  flush();
  const decodeMs = performance.now() - begin - insertMs;
  const finish = performance.now();
  database.pragma("wal_checkpoint(TRUNCATE)");
  insertMs += performance.now() - finish;
  const indexBytes =
    Number(database.pragma("page_count", { simple: true })) * Number(database.pragma("page_size", { simple: true }));
  database.close();
  rmSync(databasePath, { force: true });
  return { insertMs, decodeMs, texts, textBytes, indexBytes };
};
