/**
 * Owns the ledger: the seqs of records in logs that their programs rewrote. It lies beside the index, so that
 * deleting the index moves no address. One small file a rewritten session; sessions that only grew have none.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SeqLedger } from "@backscroll/wire";

export interface LedgerEntry {
  readonly key: number;
  readonly part: number;
  readonly seq: number;
}

interface LedgerFile {
  readonly session: string;
  readonly next: number;
  readonly entries: readonly (readonly [key: number, part: number, seq: number])[];
}

const slotName = (key: number, part: number): string => `${key}/${part}`;

/** One rewritten session's seqs, while its log is decoded again. */
export class SessionLedger implements SeqLedger {
  readonly session: string;
  readonly #entries: LedgerEntry[] = [];
  readonly #waiting = new Map<string, number[]>();
  #next = 1;

  constructor(session: string) {
    this.session = session;
  }

  /** Adds seqs that records had; known ones are kept once. */
  add(entries: Iterable<LedgerEntry>): void {
    const known = new Set(this.#entries.map((entry) => entry.seq));
    for (const entry of entries) {
      if (known.has(entry.seq)) continue;
      known.add(entry.seq);
      this.#entries.push(entry);
      this.#next = Math.max(this.#next, entry.seq + 1);
      this.#wait(entry);
    }
  }

  #wait({ key, part, seq }: LedgerEntry): void {
    const name = slotName(key, part);
    const list = this.#waiting.get(name);
    if (list === undefined) this.#waiting.set(name, [seq]);
    else list.push(seq);
  }

  /** Gives back what was taken. */
  rewind(): void {
    this.#waiting.clear();
    for (const entry of this.#entries) this.#wait(entry);
  }

  /** Takes out what records have that are there already, so that no later one gets it. */
  spend(entries: Iterable<LedgerEntry>): void {
    for (const { key, part, seq } of entries) {
      const list = this.#waiting.get(slotName(key, part));
      const index = list?.indexOf(seq) ?? -1;
      if (index !== -1) list?.splice(index, 1);
    }
  }

  reserve(next: number): void {
    this.#next = Math.max(this.#next, next);
  }

  take(key: number, part: number): number | undefined {
    return this.#waiting.get(slotName(key, part))?.shift();
  }

  fresh(): number {
    return this.#next++;
  }

  /** The highest seq that any record ever had, 0 for none. */
  get last(): number {
    return this.#next - 1;
  }

  encode(): string {
    const entries = [...this.#entries]
      .sort((one, other) => one.seq - other.seq)
      .map((entry): LedgerFile["entries"][number] => [entry.key, entry.part, entry.seq]);
    return JSON.stringify({ session: this.session, next: this.#next, entries } satisfies LedgerFile);
  }
}

/** The ledger's folder below `BACKSCROLL_HOME`. */
export class LedgerStore {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, "ledger");
  }

  #path(session: string): string {
    return join(this.#folder, `${createHash("sha256").update(session).digest("hex").slice(0, 32)}.json`);
  }

  /**
   * The stored ledger of a session, null where its log was never rewritten or the file is damaged. Throws what reading
   * throws: a ledger that only cannot be read now must not pass for none, which would move its addresses.
   */
  read(session: string): SessionLedger | null {
    const path = this.#path(session);
    if (!existsSync(path)) return null;
    const text = readFileSync(path, "utf8");
    try {
      const file = JSON.parse(text) as LedgerFile;
      if (file.session !== session) return null;
      const ledger = new SessionLedger(session);
      ledger.add(file.entries.map(([key, part, seq]) => ({ key, part, seq })));
      ledger.reserve(file.next);
      return ledger;
    } catch {
      return null;
    }
  }

  write(ledger: SessionLedger): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = this.#path(ledger.session);
    const temporary = `${path}.${process.pid}.tmp`;
    writeFileSync(temporary, ledger.encode(), { mode: 0o600, flush: true });
    renameSync(temporary, path);
  }

  count(): number {
    try {
      return readdirSync(this.#folder).filter((name) => name.endsWith(".json")).length;
    } catch {
      return 0;
    }
  }
}
