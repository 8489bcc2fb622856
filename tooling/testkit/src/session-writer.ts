/** Owns what every generated format can be asked to write. Does not own the course of a conversation. */

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * Writes one session in one native format. Each method gives the seq of the slot that it wrote:
 * the first slot after the header is 1, a message takes one and each call in it one more.
 */
export interface SessionWriter {
  /** Canonical id. */
  readonly session: string;
  /** Absolute path of the log. */
  readonly path: string;
  /** Bytes written so far. */
  readonly length: number;
  prompt(text: string): number;
  /** The message's own seq; its calls follow. */
  reply(text: string, calls: readonly ToolCall[]): number;
  /** `cut`: the tool says that it left out a part. */
  result(call: ToolCall, text: string, cut: boolean): number;
  compaction(summary: string): number;
  title(text: string): number;
  /** Leaves the last turn and goes on from where it began. */
  leaveTurn(): void;
  /** A call that starts a subagent and the answer that it gave. */
  delegate(child: Child, task: string, answer: string): void;
  end(): void;
}

/** A subagent's session as its parent names it. */
export interface Child {
  readonly nativeId: string;
  readonly callId: string;
}

/** What a writer needs to know of the session that it writes. */
export interface SessionHeader {
  /** The folder that stands for the user's home. */
  readonly home: string;
  readonly nativeId: string;
  readonly cwd: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The parent of a subagent, with the call that started it. */
  readonly parent?: { readonly nativeId: string; readonly callId: string };
}

/** The clock of a session: each step takes from one to about ninety seconds. */
export class SessionClock {
  now: number;

  constructor(startedAt: number) {
    this.now = startedAt;
  }

  /** Advances by `milliseconds` and gives the new time as ISO text. */
  tick(milliseconds: number): string {
    this.now += milliseconds;
    return new Date(this.now).toISOString();
  }
}
