/** Owns writing one JSON object a line to a file, in large pieces. Does not own what the lines mean. */
import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** One for all files: they are written one after the other, and each empties it when it closes. */
const buffer = Buffer.allocUnsafe(4_194_304);

/** A file of JSON lines that is being written; one at a time. Creates its folders; replaces an earlier file. */
export class LineFile {
  readonly path: string;
  readonly #descriptor: number;
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
    // A UTF-16 unit takes at most three bytes.
    const most = text.length * 3 + 1;
    if (this.#waiting + most > buffer.byteLength) this.#flush();
    if (most > buffer.byteLength) {
      const bytes = Buffer.from(`${text}\n`);
      this.length += bytes.byteLength;
      writeSync(this.#descriptor, bytes);
      return;
    }
    const written = buffer.write(text, this.#waiting);
    buffer[this.#waiting + written] = 0x0a;
    this.#waiting += written + 1;
    this.length += written + 1;
  }

  #flush(): void {
    if (this.#waiting > 0) writeSync(this.#descriptor, buffer, 0, this.#waiting);
    this.#waiting = 0;
  }

  /** Closes the file and gives it the modification time of its last event, in epoch milliseconds. */
  close(modifiedAt: number): void {
    this.#flush();
    closeSync(this.#descriptor);
    utimesSync(this.path, modifiedAt / 1_000, modifiedAt / 1_000);
  }
}
