/** Owns writing one JSON object a line to a file, in large pieces. Does not own what the lines mean. */
import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from "node:fs";
import { dirname } from "node:path";

const pieceCharacters = 1 << 20;

/** A file of JSON lines that is being written. Creates its folders; replaces an earlier file. */
export class LineFile {
  readonly path: string;
  readonly #descriptor: number;
  #lines: string[] = [];
  #waiting = 0;
  /** Bytes written so far. */
  length = 0;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.path = path;
    this.#descriptor = openSync(path, "w", 0o600);
  }

  write(value: object): void {
    this.writeText(JSON.stringify(value));
  }

  /** Writes a line as it stands; `text` holds no line feed. */
  writeText(text: string): void {
    this.#lines.push(text);
    this.#waiting += text.length;
    this.length += Buffer.byteLength(text) + 1;
    if (this.#waiting >= pieceCharacters) this.#flush();
  }

  #flush(): void {
    if (this.#lines.length === 0) return;
    writeSync(this.#descriptor, `${this.#lines.join("\n")}\n`);
    this.#lines = [];
    this.#waiting = 0;
  }

  /** Closes the file and gives it the modification time of its last event, in epoch milliseconds. */
  close(modifiedAt: number): void {
    this.#flush();
    closeSync(this.#descriptor);
    utimesSync(this.path, modifiedAt / 1_000, modifiedAt / 1_000);
  }
}
