/** Owns home folders that exist for one test. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface TemporaryHome {
  /** Absolute path, symbolic links resolved. */
  readonly path: string;
  /** An environment in which this folder is the home and nothing else is set. */
  readonly environment: {
    readonly home: string;
    readonly variables: Readonly<Record<string, string | undefined>>;
    readonly platform: NodeJS.Platform;
  };
  /** Writes a file below the home, with its folders, and gives its absolute path. */
  readonly write: (path: string, content: string | Uint8Array) => string;
  /** Writes one JSON object a line. */
  readonly writeLines: (path: string, records: readonly object[]) => string;
  /** Removes the folder and everything in it. */
  readonly remove: () => void;
}

/** Makes an empty home folder. The caller removes it. */
export const temporaryHome = (): TemporaryHome => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "backscroll-home-")));
  const write = (name: string, content: string | Uint8Array): string => {
    const target = join(path, name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    return target;
  };
  return {
    path,
    environment: { home: path, variables: { HOME: path }, platform: process.platform },
    write,
    writeLines: (name, records) => write(name, records.map((record) => `${JSON.stringify(record)}\n`).join("")),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
};
