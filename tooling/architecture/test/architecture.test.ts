/** Holds the repository to its own rules: arrows between workspaces, names, sizes, forbidden words. */
import { describe, expect, test } from "vitest";
import { judgeFileName, maximumLines } from "../src/judge-file-name.ts";
import { judgeImport, packageNameOf } from "../src/judge-import.ts";
import { judgeText } from "../src/judge-text.ts";
import { listImports } from "../src/list-imports.ts";
import { listTrackedFiles, readText, readWorkspaces } from "../src/read-repository.ts";
import { packageArrows } from "../src/workspace-rules.ts";

const workspaces = readWorkspaces();
const byName = new Map(workspaces.map((workspace) => [workspace.manifest.name, workspace]));
const sources = workspaces.flatMap((workspace) => workspace.sources);

describe("arrows", () => {
  test("every package is in the table", () => {
    const unknown = workspaces.filter(({ group, name }) => group === "packages" && packageArrows[name] === undefined);
    expect(unknown.map(({ folder }) => folder)).toEqual([]);
  });

  test("the table has no cycle", () => {
    const reaches = (from: string, wanted: string): boolean =>
      (packageArrows[from] ?? []).some((next) => next === wanted || reaches(next, wanted));
    expect(Object.keys(packageArrows).filter((name) => reaches(name, name))).toEqual([]);
  });

  test("every import follows it", () => {
    const faults = workspaces.flatMap((workspace) =>
      workspace.sources.flatMap((file) =>
        listImports(readText(file)).flatMap((specifier) => {
          const fault = judgeImport(workspace, file, specifier, byName);
          return fault === null ? [] : [`${file}: ${fault}`];
        }),
      ),
    );
    expect(faults).toEqual([]);
  });

  test("every declared dependency follows it", () => {
    const faults = workspaces.flatMap((workspace) => {
      const { dependencies, peerDependencies, optionalDependencies } = workspace.manifest;
      const file = `${workspace.folder}/package.json`;
      return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }).flatMap((name) => {
        const fault = judgeImport(workspace, file, name, byName);
        return fault === null ? [] : [`${file}: ${fault}`];
      });
    });
    expect(faults).toEqual([]);
  });

  test("effect is a peer of every library that uses it", () => {
    const users = workspaces.filter(
      ({ group, sources }) =>
        group === "packages" &&
        sources.some((file) => listImports(readText(file)).some((name) => packageNameOf(name) === "effect")),
    );
    expect(
      users.filter(({ manifest }) => manifest.peerDependencies?.effect === undefined).map(({ folder }) => folder),
    ).toEqual([]);
  });
});

describe("files", () => {
  test("are named by what they do", () => {
    const faults = sources.flatMap((file) => {
      const fault = judgeFileName(file.split("/").slice(2).join("/"));
      return fault === null ? [] : [`${file}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  test(`have at most ${maximumLines} lines`, () => {
    const long = sources.map((file) => ({ file, lines: readText(file).split("\n").length - 1 }));
    expect(long.filter(({ lines }) => lines > maximumLines)).toEqual([]);
  });

  test("begin with what they own", () => {
    const bare = sources.filter(
      (file) => !/\/index\.tsx?$/.test(file) && !/^(#!.*\n)?\/\*\*[\s*]*(Owns|Holds)\b/.test(readText(file)),
    );
    expect(bare).toEqual([]);
  });

  const tracked = listTrackedFiles();
  test.skipIf(tracked === null)("hold no registry host and no path of one machine", () => {
    const faults = (tracked ?? []).flatMap((file) => judgeText(readText(file)).map((fault) => `${file}: ${fault}`));
    expect(faults).toEqual([]);
  });
});

test("the root tsconfig.json builds every workspace that has one", () => {
  const { references } = JSON.parse(readText("tsconfig.json")) as { references: readonly { path: string }[] };
  const compiled = (listTrackedFiles() ?? []).filter((file) =>
    /^(packages|hosts|tooling)\/[^/]+\/tsconfig\.json$/.test(file),
  );
  const listed = references.map(({ path }) => `${path}/tsconfig.json`);
  expect(compiled.filter((file) => !listed.includes(file))).toEqual([]);
});
