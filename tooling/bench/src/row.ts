/** Owns a measured figure beside its target, and the table of them. Does not own how anything is measured. */

export interface Row {
  readonly name: string;
  /** Corpus that it was measured on. */
  readonly corpus: string;
  readonly unit: "ms" | "MB" | "MB/s" | "×" | "";
  readonly measured: number;
  /** Null for figures that are only told, such as floors. */
  readonly target: { readonly bound: "at most" | "at least"; readonly value: number } | null;
  /** What the figure was made from. */
  readonly detail: Readonly<Record<string, number | string | readonly number[]>>;
}

type Target = Row["target"];

export const atMost = (value: number): Target => ({ bound: "at most", value });
export const atLeast = (value: number): Target => ({ bound: "at least", value });

/** Null where there is no target. */
export const isMet = (row: Row): boolean | null => {
  if (row.target === null) return null;
  return row.target.bound === "at most" ? row.measured <= row.target.value : row.measured >= row.target.value;
};

const figure = (value: number, unit: string): string => {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}${unit === "" ? "" : ` ${unit}`}`;
};

const cells = (row: Row): readonly string[] => {
  const met = isMet(row);
  const bound = row.target?.bound === "at most" ? "≤" : "≥";
  return [
    row.corpus,
    row.name,
    row.target === null ? "" : `${bound} ${figure(row.target.value, row.unit)}`,
    figure(row.measured, row.unit),
    met === null ? "" : met ? "met" : "NOT MET",
  ];
};

/** The rows as an aligned table. */
export const renderTable = (rows: readonly Row[]): string => {
  const table = [["corpus", "what", "target", "measured", ""], ...rows.map(cells)];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  return table
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};

/** The rows of one group; where it fails, the others go on without the rest of it and the command ends with 1. */
export async function* attempt(group: string, rows: AsyncGenerator<Row>): AsyncGenerator<Row> {
  try {
    yield* rows;
  } catch (error) {
    process.stderr.write(`${group} was not measured to its end: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
