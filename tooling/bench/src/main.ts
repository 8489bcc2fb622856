/** Owns the command: measures what was asked for, prints the table, keeps the figures. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BenchArguments, readArguments } from "./arguments.ts";
import { corpusRows } from "./corpus-rows.ts";
import { machineFacts } from "./machine.ts";
import { oddRows } from "./odd-rows.ts";
import { isMet, type Row, renderTable } from "./row.ts";

const resultsFolder = fileURLToPath(new URL("../../../bench-results", import.meta.url));

async function* allRows({ sizes, only }: BenchArguments): AsyncGenerator<Row> {
  for (const size of sizes) yield* corpusRows(size, only);
  yield* oddRows(only);
}

const run = async (): Promise<void> => {
  const wanted = readArguments(process.argv.slice(2).filter((parameter) => parameter !== "--"));
  const machine = machineFacts();
  const rows: Row[] = [];
  for await (const row of allRows(wanted)) {
    rows.push(row);
    process.stderr.write(`${renderTable([row]).split("\n")[1]}\n`);
  }
  process.stdout.write(`${renderTable(rows)}\n`);
  // pnpm runs this in the package's folder; a relative path is meant from where the person is.
  const named = wanted.json === null ? null : resolve(process.env.INIT_CWD ?? ".", wanted.json);
  const path = named ?? join(resultsFolder, `${String(machine.at).replaceAll(":", "-")}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `${JSON.stringify({ machine, rows: rows.map((row) => ({ ...row, met: isMet(row) })) }, null, 1)}\n`,
  );
  process.stdout.write(`\nFigures and machine: ${path}\n`);
};

await run();
