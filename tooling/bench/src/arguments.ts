/** Owns the arguments of the command. */
import { parseArgs } from "node:util";
import { type CorpusSizeName, corpusSizes } from "@backscroll/testkit";

export const groups = ["floors", "index", "memory", "refresh", "queries", "reads", "start", "samples"] as const;
export type Group = (typeof groups)[number];

export interface BenchArguments {
  readonly sizes: readonly CorpusSizeName[];
  readonly only: readonly Group[];
  readonly json: string | null;
}

const usage = `pnpm bench [--size ${Object.keys(corpusSizes).join("|")}|all] [--only ${groups.join("|")}] [--json FILE]
--size and --only may be given several times; the default is --size 15m --size 220m and everything.`;

const oneOf = <Name extends string>(names: readonly Name[], value: string, option: string): Name => {
  const name = names.find((candidate) => candidate === value);
  if (name === undefined) throw new Error(`${option} "${value}" is not one of ${names.join(", ")}\n${usage}`);
  return name;
};

/** Throws an `Error` that shows the usage. */
export const readArguments = (parameters: readonly string[]): BenchArguments => {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      size: { type: "string", multiple: true, default: ["15m", "220m"] },
      only: { type: "string", multiple: true },
      json: { type: "string" },
    },
  });
  const sizeNames = Object.keys(corpusSizes) as CorpusSizeName[];
  return {
    sizes: values.size.flatMap((size) => (size === "all" ? sizeNames : [oneOf(sizeNames, size, "--size")])),
    only: values.only === undefined ? groups : values.only.map((name) => oneOf(groups, name, "--only")),
    json: values.json ?? null,
  };
};
