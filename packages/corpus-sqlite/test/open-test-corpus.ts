/** Owns a corpus over a temporary home for tests: real threads, real files, small logs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CorpusPage } from "@backscroll/corpus";
import { onTestFinished } from "vitest";
import { type Corpus, openCorpus } from "../dist/index.js";

export interface TestHome {
  readonly path: string;
  /** `BACKSCROLL_HOME`. */
  readonly index: string;
  write(relativePath: string, content: string): string;
  open(options?: { readonly refreshMs?: number }): Promise<Corpus>;
}

/** Removed when the test is finished; `afterAll` as `finished` gives one to all tests of a file. */
export const testHome = (finished: (clean: () => void) => void = onTestFinished): TestHome => {
  const path = mkdtempSync(join(tmpdir(), "backscroll-corpus-"));
  finished(() => rmSync(path, { recursive: true, force: true }));
  const index = join(path, "backscroll");
  return {
    path,
    index,
    write: (relativePath, content) => {
      const target = join(path, relativePath);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
      return target;
    },
    open: async (options = {}) => {
      const corpus = await openCorpus({
        home: index,
        environment: { home: path, variables: {}, platform: "linux" },
        worker: new URL("./corpus-worker.mjs", import.meta.url),
        ...options,
      });
      finished(() => corpus.close());
      return corpus;
    },
  };
};

const lines = (records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join("");

/** A Pi v3 log: the header, then user messages `m1`, `m2`, … in one chain. */
export const piLog = (id: string, texts: readonly string[], header: object = {}): string =>
  lines([
    { type: "session", version: 3, id, timestamp: "2026-10-01T10:00:00.000Z", cwd: "/home/dev/app", ...header },
    ...texts.map((text, index) => piMessage(index + 1, text)),
  ]);

export const piMessage = (
  number: number,
  text: string,
  parent: number | null = number === 1 ? null : number - 1,
): object => ({
  type: "message",
  id: `0000000${number}`.slice(-8),
  parentId: parent === null ? null : `0000000${parent}`.slice(-8),
  timestamp: `2026-10-01T10:0${Math.floor(number / 60)}:${String(number % 60).padStart(2, "0")}.000Z`,
  message: { role: "user", content: text, timestamp: Date.parse("2026-10-01T10:00:00.000Z") + number * 1000 },
});

export const piPath = (id: string): string => `.pi/agent/sessions/--work-app--/2026-10-01T10-00-00-000Z_${id}.jsonl`;

const uuid = (text: string, number: number): string =>
  `${Buffer.from(text.padEnd(4, "0")).toString("hex").slice(0, 8)}-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** Lines of a Claude Code log: user prompts chained by uuid; `chain` names the uuids, so that copies share them. */
export const claudeLines = (
  session: string,
  chain: string,
  texts: readonly string[],
  options: { readonly from?: number; readonly fields?: object; readonly parent?: string | null } = {},
): string =>
  lines(
    texts.map((text, index) => {
      const number = (options.from ?? 1) + index;
      return {
        parentUuid:
          index === 0
            ? options.parent === undefined
              ? number === 1
                ? null
                : uuid(chain, number - 1)
              : options.parent
            : uuid(chain, number - 1),
        isSidechain: false,
        userType: "external",
        cwd: "/home/dev/app",
        sessionId: session,
        version: "2.1.0",
        type: "user",
        message: { role: "user", content: text },
        uuid: uuid(chain, number),
        timestamp: `2026-10-01T10:00:${String(number).padStart(2, "0")}.000Z`,
        ...options.fields,
      };
    }),
  );

export const claudeUuid = uuid;

export const claudePath = (session: string): string => `.claude/projects/-work-app/${session}.jsonl`;

/** `session:seq` of each hit, in order. */
export const addresses = (page: CorpusPage): readonly string[] =>
  page.hits.map(({ event }) => `${event.session}:${event.seq}`);
