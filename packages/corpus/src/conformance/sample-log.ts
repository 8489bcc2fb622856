/** Owns writing logs of the sample format, short enough to be worked out by hand. */

/** What a record may say; `type` is `user`, `assistant`, `result`, `injected`, `compaction`, `reset`, `title` or any other. */
export interface SampleRecord {
  readonly type: string;
  readonly text?: string;
  /** Default: unique to the session and the record's place in it. */
  readonly key?: string;
  /** Key of the parent, null for a root; absent: the record before. */
  readonly parent?: string | null;
  /** Epoch milliseconds; null for none. Default: a second later than the record before. */
  readonly time?: number | null;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  /** Id of the call that a result answers. */
  readonly answers?: string;
  readonly tool?: string;
  readonly echo?: boolean;
  readonly truncated?: boolean;
  readonly author?: string;
  readonly sources?: readonly string[];
  /** On a compaction: key of the first record that stayed in context. */
  readonly keep?: string;
}

export interface SampleLog {
  readonly id: string;
  readonly cwd?: string | null;
  readonly title?: string;
  /** Epoch milliseconds. */
  readonly created?: number | null;
  readonly parent?: { readonly kind: "fork" | "subagent" | "resume" | "handoff"; readonly id: string };
  readonly version?: number;
  readonly records: readonly SampleRecord[];
}

/** Noon of the first day of 2026, UTC: when sample logs begin if they do not say. */
export const sampleStart = Date.UTC(2026, 0, 1, 12);

export const user = (text: string, more: Omit<SampleRecord, "type" | "text"> = {}): SampleRecord => ({
  type: "user",
  text,
  ...more,
});

export const assistant = (text: string, more: Omit<SampleRecord, "type" | "text"> = {}): SampleRecord => ({
  type: "assistant",
  text,
  ...more,
});

export const result = (
  text: string,
  answers: string,
  more: Omit<SampleRecord, "type" | "text" | "answers"> = {},
): SampleRecord => ({ type: "result", text, answers, ...more });

/** A log's lines; `from` is the number of records that were written before. */
export const sampleLines = (log: SampleLog, from = 0): readonly string[] => {
  const created = log.created === undefined ? sampleStart : log.created;
  const { id, cwd = "/home/dev/one", title, parent, version } = log;
  const header = { type: "session", id, cwd, title, created, parent, version };
  const records = log.records.map((record, index) => ({
    key: `${id}.${index + 1}`,
    time: (created ?? sampleStart) + (index + 1) * 1000,
    ...record,
  }));
  const objects = from === 0 ? [header, ...records] : records.slice(from);
  return objects.map((object) => JSON.stringify(object));
};
