/**
 * Owns writing and deleting the searchable text of events: one contentless row an event, or several for a text
 * too long for one. Rows must arrive in ascending order within a transaction to be cheap; this buffers what does not.
 */
import { metaTokens, prepareText } from "@backscroll/corpus";
import { type ByteSource, hasLargeMark, type LinkedEvent, slotText, textPieces } from "@backscroll/wire";
import { pieceBase, type RowRange } from "./address.ts";
import type { IndexDatabase } from "./schema.ts";

/** Longer texts (UTF-16 units) are cut into overlapping pieces. */
const pieceLength = 1_048_576;

/** Longer than any query, so that a phrase over a cut is whole in one piece. */
const pieceOverlap = 8192;

const bufferLimit = 8_388_608;

interface WaitingRow {
  readonly id: number;
  readonly text: string;
  readonly meta: string;
}

export class TextRows {
  readonly #insert;
  readonly #deleteRange;
  readonly #deleteRow;
  readonly #insertPiece;
  readonly #pieces;
  readonly #deletePieces;
  #waiting: WaitingRow[] = [];
  #waitingSize = 0;
  /** UTF-16 units of text given to the index. */
  written = 0;

  constructor(database: IndexDatabase) {
    this.#insert = database.prepare("INSERT INTO text (rowid, body, parts, meta) VALUES (?, ?, ?, ?)");
    this.#deleteRange = database.prepare("DELETE FROM text WHERE rowid BETWEEN ? AND ?");
    this.#deleteRow = database.prepare("DELETE FROM text WHERE rowid = ?");
    this.#insertPiece = database.prepare("INSERT INTO piece (event) VALUES (?)");
    this.#pieces = database.prepare("SELECT id FROM piece WHERE event BETWEEN ? AND ?").pluck();
    this.#deletePieces = database.prepare("DELETE FROM piece WHERE event BETWEEN ? AND ?");
  }

  #write(id: number, text: string, meta: string): void {
    const prepared = prepareText(text);
    this.#insert.run(id, prepared.body, prepared.parts, meta);
    this.written += text.length;
  }

  #writePieces(row: number, pieces: Iterable<string>, meta: string): void {
    let text = "";
    const flush = (): void => {
      this.#write(pieceBase + Number(this.#insertPiece.run(row).lastInsertRowid), text, meta);
    };
    for (const piece of pieces) {
      text += piece;
      while (text.length > pieceLength) {
        const rest = text.slice(pieceLength - pieceOverlap);
        text = text.slice(0, pieceLength);
        flush();
        text = rest;
      }
    }
    if (text !== "") flush();
  }

  /** Adds an event's text. `cwd` is its session's; `inOrder` rows are written at once, others wait for `flush`. */
  add(row: number, event: LinkedEvent, source: ByteSource, cwd: string | null, inOrder: boolean): void {
    const text = slotText(event);
    if (text === "") return;
    const meta = metaTokens({ ...event, cwd, echo: event.echo === true }).join(" ");
    if (text.length > pieceLength || hasLargeMark(text)) this.#writePieces(row, textPieces(text, source), meta);
    else if (inOrder) this.#write(row, text, meta);
    else {
      this.#waiting.push({ id: row, text, meta });
      this.#waitingSize += text.length;
      if (this.#waitingSize > bufferLimit) this.flush();
    }
  }

  /** Writes what waits. */
  flush(): void {
    this.#waiting.sort((one, other) => one.id - other.id);
    for (const row of this.#waiting) this.#write(row.id, row.text, row.meta);
    this.#waiting = [];
    this.#waitingSize = 0;
  }

  /** Deletes the text of a range of events, by row ids, never by a scan. */
  delete(range: RowRange): void {
    this.#deleteRange.run(range.from, range.to);
    for (const piece of this.#pieces.all(range.from, range.to)) this.#deleteRow.run(pieceBase + (piece as number));
    this.#deletePieces.run(range.from, range.to);
  }
}
