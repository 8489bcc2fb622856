import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { Addresses, blockSize } from "../src/address.ts";

const open = () => {
  const database = new Database(":memory:");
  database.exec("CREATE TABLE block (id INTEGER PRIMARY KEY, session INTEGER NOT NULL, base INTEGER NOT NULL)");
  const addresses = new Addresses(database);
  addresses.reload();
  return { database, addresses };
};

it("continues a session of more than 2^20 events in further blocks", () => {
  const { database, addresses } = open();
  let next = 10;
  const allocate = (): number => next++;
  const seqs = [1, 1_048_575, 1_048_576, 1_048_577, 2_097_151, 2_097_152, 3_500_000];
  const rows = seqs.map((seq) => addresses.rowOf(7, seq, allocate));
  expect(rows).toEqual([
    7 * blockSize + 1,
    7 * blockSize + 1_048_575,
    10 * blockSize,
    10 * blockSize + 1,
    10 * blockSize + 1_048_575,
    11 * blockSize,
    12 * blockSize + (3_500_000 - 3 * blockSize),
  ]);
  // Another process finds the same, and every way back.
  const other = new Addresses(database);
  other.reload();
  for (const [index, row] of rows.entries()) {
    expect(other.rowOf(7, seqs[index] as number)).toBe(row);
    expect(other.sessionOf(row)).toBe(7);
    expect(other.seqOf(row)).toBe(seqs[index]);
  }
  expect(other.rowOf(7, 5 * blockSize)).toBe(-1);
});

it("gives the row ranges of seqs across blocks", () => {
  const { addresses } = open();
  let next = 10;
  addresses.rowOf(7, 2 * blockSize + 5, () => next++);
  expect(addresses.rangesOf(7, blockSize - 2, blockSize + 3)).toEqual([
    { from: 7 * blockSize + blockSize - 2, to: 7 * blockSize + blockSize - 1 },
    { from: 10 * blockSize, to: 10 * blockSize + 3 },
  ]);
  expect(addresses.rangesOf(7, 2 * blockSize, 2 * blockSize)).toEqual([{ from: 11 * blockSize, to: 11 * blockSize }]);
});

it("sees that a block went to another session", () => {
  const { database, addresses } = open();
  database.exec("INSERT INTO block VALUES (10, 7, 1048576)");
  addresses.reload();
  expect(addresses.sessionOf(10 * blockSize)).toBe(7);
  database.exec("DELETE FROM block; INSERT INTO block VALUES (10, 8, 1048576)");
  addresses.reload();
  expect(addresses.sessionOf(10 * blockSize)).toBe(8);
});
