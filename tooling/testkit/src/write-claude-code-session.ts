/** Owns the shape of generated Claude Code sessions and of their subagents' files (version 2.1). */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LineFile } from "./line-file.ts";
import type { Random } from "./random.ts";
import { type Child, SessionClock, type SessionHeader, type SessionWriter, type ToolCall } from "./session-writer.ts";

const folderName = (cwd: string): string => cwd.replace(/[^A-Za-z0-9]/g, "-");

const usage = {
  input_tokens: 4,
  cache_creation_input_tokens: 800,
  cache_read_input_tokens: 21_000,
  output_tokens: 210,
};

/** A main session, or a subagent's where the header names a parent; its native id is then the agent's alone. */
export class ClaudeCodeSessionWriter implements SessionWriter {
  readonly session: string;
  readonly path: string;
  readonly #file: LineFile;
  readonly #clock: SessionClock;
  readonly #random: Random;
  readonly #common: object;
  readonly #sessionId: string;
  readonly #subagent: boolean;
  #slots = 0;
  #leaf: string | null = null;
  #turnParent: string | null = null;
  /** The line of each open call, below which its result hangs. */
  readonly #callLines = new Map<string, string>();

  constructor(header: SessionHeader, random: Random) {
    const { parent, nativeId } = header;
    const folder = join(header.home, ".claude/projects", folderName(header.cwd));
    this.#subagent = parent !== undefined;
    this.#sessionId = parent?.nativeId ?? nativeId;
    this.session = parent === undefined ? `claude-code:${nativeId}` : `claude-code:${parent.nativeId}.${nativeId}`;
    this.path =
      parent === undefined
        ? join(folder, `${nativeId}.jsonl`)
        : join(folder, parent.nativeId, "subagents", `agent-${nativeId}.jsonl`);
    this.#file = new LineFile(this.path);
    this.#clock = new SessionClock(header.startedAt);
    this.#random = random;
    this.#common = {
      isSidechain: this.#subagent,
      userType: "external",
      cwd: header.cwd,
      sessionId: this.#sessionId,
      version: "2.1.220",
      gitBranch: "main",
      ...(this.#subagent ? { agentId: nativeId } : {}),
    };
    if (parent !== undefined) {
      const meta = { agentType: "general-purpose", description: "Look into it", toolUseId: parent.callId };
      mkdirSync(dirname(this.path), { recursive: true });
      writeFileSync(this.path.replace(/\.jsonl$/, ".meta.json"), JSON.stringify(meta));
    }
  }

  get length(): number {
    return this.#file.length;
  }

  #line(type: string, fields: object, milliseconds = 800 + this.#random.below(15_000)): number {
    const uuid = this.#random.uuid();
    this.#file.write({
      parentUuid: this.#leaf,
      ...this.#common,
      type,
      ...fields,
      uuid,
      timestamp: this.#clock.tick(milliseconds),
    });
    this.#leaf = uuid;
    return ++this.#slots;
  }

  prompt(text: string): number {
    this.#turnParent = this.#leaf;
    return this.#line("user", { message: { role: "user", content: text } }, 30_000);
  }

  reply(text: string, calls: readonly ToolCall[]): number {
    const id = `msg_${this.#random.hex(24)}`;
    const requestId = `req_${this.#random.hex(24)}`;
    const first = this.#slots + 1;
    const block = (content: object, stop: string | null): void => {
      const message = { model: "claude-sonnet-4-5", id, type: "message", role: "assistant", content: [content] };
      this.#line(
        "assistant",
        { message: { ...message, stop_reason: stop, stop_sequence: null, usage }, requestId },
        900,
      );
    };
    if (text !== "") block({ type: "text", text }, calls.length > 0 ? null : "end_turn");
    for (const call of calls) {
      block({ type: "tool_use", id: call.id, name: call.name, input: call.arguments }, "tool_use");
      this.#slots++;
      if (this.#leaf !== null) this.#callLines.set(call.id, this.#leaf);
    }
    return first;
  }

  result(call: ToolCall, text: string, cut: boolean): number {
    this.#leaf = this.#callLines.get(call.id) ?? this.#leaf;
    this.#callLines.delete(call.id);
    const path = `${this.path.replace(/\.jsonl$/, "")}/tool-results/${call.id}.txt`;
    const shown = cut
      ? `<persisted-output>\nOutput too large (${text.length * 4} bytes). Full output saved to: ${path}\n\nPreview:\n${text}\n</persisted-output>`
      : text;
    // Only some tools' results carry the structured twin of their text.
    const twin = call.name === "Bash" && !cut ? { stdout: text, stderr: "", interrupted: false } : undefined;
    return this.#line(
      "user",
      {
        message: { role: "user", content: [{ tool_use_id: call.id, type: "tool_result", content: shown }] },
        ...(twin === undefined ? {} : { toolUseResult: twin }),
      },
      700,
    );
  }

  compaction(summary: string): number {
    const tail = this.#leaf;
    this.#leaf = null;
    this.#line("system", {
      subtype: "compact_boundary",
      content: "Conversation compacted",
      logicalParentUuid: tail,
      isMeta: false,
      level: "info",
      compactMetadata: { trigger: "auto", preTokens: 155_000 },
    });
    return this.#line("user", {
      message: { role: "user", content: summary },
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
    });
  }

  title(text: string): number {
    this.#file.write({ type: "ai-title", aiTitle: text, sessionId: this.#sessionId });
    return ++this.#slots;
  }

  leaveTurn(): void {
    if (this.#turnParent !== null) this.#leaf = this.#turnParent;
  }

  delegate(child: Child, task: string, answer: string): void {
    const call = { id: child.callId, name: "Task", arguments: { description: "Look into it", prompt: task } };
    this.reply("", [call]);
    const content = [{ type: "text", text: answer }];
    this.#line("user", {
      message: { role: "user", content: [{ tool_use_id: call.id, type: "tool_result", content }] },
      toolUseResult: { status: "completed", agentId: child.nativeId, content, totalToolUseCount: 3 },
    });
  }

  end(): void {
    this.#file.close(this.#clock.now);
  }
}
