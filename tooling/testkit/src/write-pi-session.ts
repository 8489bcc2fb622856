/** Owns the shape of generated Pi sessions (version 3). */
import { join } from "node:path";
import { LineFile } from "./line-file.ts";
import type { Random } from "./random.ts";
import { type Child, SessionClock, type SessionHeader, type SessionWriter, type ToolCall } from "./session-writer.ts";

const folderName = (cwd: string): string => `--${cwd.slice(1).replace(/[/\\:]/g, "-")}--`;

/** Where Pi keeps a session of that folder, time and id. */
export const piSessionPath = (header: SessionHeader): string =>
  join(
    header.home,
    ".pi/agent/sessions",
    folderName(header.cwd),
    `${new Date(header.startedAt).toISOString().replace(/[:.]/g, "-")}_${header.nativeId}.jsonl`,
  );

/** A Pi session that may begin with lines copied from another one. */
export class PiSessionWriter implements SessionWriter {
  readonly session: string;
  readonly path: string;
  readonly #file: LineFile;
  readonly #clock: SessionClock;
  readonly #random: Random;
  #slots = 0;
  #leaf: string | null = null;
  #turnParent: string | null = null;

  /** `copied`: entries of the session at `parentPath`, one a line, as this fork's beginning. */
  constructor(header: SessionHeader, random: Random, fork?: { parentPath: string; copied: readonly string[] }) {
    this.session = `pi:${header.nativeId}`;
    this.path = piSessionPath(header);
    this.#file = new LineFile(this.path);
    this.#clock = new SessionClock(header.startedAt);
    this.#random = random;
    this.#file.write({
      type: "session",
      version: 3,
      id: header.nativeId,
      timestamp: this.#clock.tick(0),
      cwd: header.cwd,
      ...(fork === undefined ? {} : { parentSession: fork.parentPath }),
    });
    for (const line of fork?.copied ?? []) {
      this.#file.writeText(line);
      const entry = JSON.parse(line) as { id: string; message?: { role: string; content: { type: string }[] } };
      this.#leaf = entry.id;
      const calls = entry.message?.role === "assistant" ? entry.message.content : [];
      this.#slots += 1 + calls.filter((block) => block.type === "toolCall").length;
    }
    if (fork === undefined) this.#entry("model_change", { provider: "anthropic", modelId: "claude-sonnet-4-5" });
  }

  get length(): number {
    return this.#file.length;
  }

  #entry(type: string, fields: object, milliseconds = 1_000 + this.#random.below(20_000)): number {
    const id = this.#random.hex(8);
    this.#file.write({ type, id, parentId: this.#leaf, timestamp: this.#clock.tick(milliseconds), ...fields });
    this.#leaf = id;
    return ++this.#slots;
  }

  prompt(text: string): number {
    this.#turnParent = this.#leaf;
    const timestamp = this.#clock.now + 30_000;
    return this.#entry("message", { message: { role: "user", content: [{ type: "text", text }], timestamp } }, 30_000);
  }

  reply(text: string, calls: readonly ToolCall[]): number {
    const content: object[] = text === "" ? [] : [{ type: "text", text }];
    for (const call of calls)
      content.push({ type: "toolCall", id: call.id, name: call.name, arguments: call.arguments });
    const seq = this.#entry("message", {
      message: {
        role: "assistant",
        content,
        api: "anthropic-messages",
        provider: "anthropic",
        model: "claude-sonnet-4-5",
        usage: { input: 12, output: 40 + text.length / 4, cacheRead: 20_000, cacheWrite: 900, totalTokens: 21_000 },
        stopReason: calls.length > 0 ? "toolUse" : "stop",
        timestamp: this.#clock.now,
      },
    });
    this.#slots += calls.length;
    return seq;
  }

  result(call: ToolCall, text: string, cut: boolean): number {
    const lines = text.split("\n").length;
    const notice = `\n\n[Showing lines 1-${lines} of ${lines * 4}. Use offset=${lines + 1} to continue.]`;
    const truncation = {
      content: text,
      truncated: true,
      truncatedBy: "bytes",
      totalLines: lines * 4,
      totalBytes: text.length * 4,
      outputLines: lines,
      outputBytes: text.length,
      lastLinePartial: false,
      firstLineExceedsLimit: false,
    };
    return this.#entry(
      "message",
      {
        message: {
          role: "toolResult",
          toolCallId: call.id,
          toolName: call.name,
          content: [{ type: "text", text: cut ? text + notice : text }],
          ...(cut ? { details: { truncation } } : {}),
          isError: false,
          timestamp: this.#clock.now + 500,
        },
      },
      500,
    );
  }

  compaction(summary: string): number {
    return this.#entry("compaction", { summary, firstKeptEntryId: this.#leaf, tokensBefore: 150_000, fromHook: false });
  }

  title(text: string): number {
    return this.#entry("session_info", { name: text }, 10);
  }

  leaveTurn(): void {
    if (this.#turnParent !== null) this.#leaf = this.#turnParent;
  }

  /** Pi has no subagents of its own: the task is an ordinary call. */
  delegate(child: Child, task: string, answer: string): void {
    const call = { id: child.callId, name: "subagent", arguments: { task } };
    this.reply("", [call]);
    this.result(call, answer, false);
  }

  end(): void {
    this.#file.close(this.#clock.now);
  }
}
