/** Owns the shape of generated Codex sessions (rollouts with an envelope, before paginated history). */
import { join } from "node:path";
import { LineFile } from "./line-file.ts";
import type { Random } from "./random.ts";
import { type Child, SessionClock, type SessionHeader, type SessionWriter, type ToolCall } from "./session-writer.ts";

const instructions = "You are a coding agent that works in the user's terminal. ".repeat(40);

/** A thread of its own, or a spawned subagent's where the header names a parent. */
export class CodexSessionWriter implements SessionWriter {
  readonly session: string;
  readonly path: string;
  readonly #file: LineFile;
  readonly #clock: SessionClock;
  readonly #random: Random;
  readonly #cwd: string;
  #slots = 0;

  constructor(header: SessionHeader, random: Random) {
    const { nativeId, parent, cwd } = header;
    const [date = "", time = ""] = new Date(header.startedAt).toISOString().slice(0, 19).split("T");
    this.session = `codex:${nativeId}`;
    this.path = join(
      header.home,
      ".codex/sessions",
      ...date.split("-"),
      `rollout-${date}T${time.replaceAll(":", "-")}-${nativeId}.jsonl`,
    );
    this.#file = new LineFile(this.path);
    this.#clock = new SessionClock(header.startedAt);
    this.#random = random;
    this.#cwd = cwd;
    const spawn = { parent_thread_id: parent?.nativeId, depth: 1, agent_nickname: null, agent_role: "worker" };
    this.#line("session_meta", {
      id: nativeId,
      timestamp: new Date(header.startedAt).toISOString(),
      cwd,
      originator: "codex_cli_rs",
      cli_version: "0.120.0",
      source: parent === undefined ? "cli" : { subagent: { thread_spawn: spawn } },
      base_instructions: { text: instructions },
      model_provider: "openai",
    });
  }

  get length(): number {
    return this.#file.length;
  }

  #line(type: string, payload: object, milliseconds = 0): void {
    this.#file.write({ timestamp: this.#clock.tick(milliseconds), type, payload });
  }

  #item(payload: object, milliseconds = 700 + this.#random.below(12_000)): number {
    this.#line("response_item", payload, milliseconds);
    return ++this.#slots;
  }

  prompt(text: string): number {
    this.#line("turn_context", { cwd: this.#cwd, approval_policy: "on-request", model: "gpt-5-codex" }, 30_000);
    this.#slots++;
    const seq = this.#item({ type: "message", role: "user", content: [{ type: "input_text", text }] }, 1);
    this.#line("event_msg", { type: "user_message", message: text, images: [] });
    this.#slots++;
    return seq;
  }

  reply(text: string, calls: readonly ToolCall[]): number {
    const encrypted = this.#random.hex(600);
    this.#line("response_item", { type: "reasoning", summary: [], content: null, encrypted_content: encrypted }, 2_000);
    const first = this.#slots + 1;
    if (text !== "") {
      // The text is written twice, and its address is that of the first.
      this.#line("event_msg", { type: "agent_message", message: text }, 500);
      this.#slots++;
      this.#item({ type: "message", role: "assistant", content: [{ type: "output_text", text }] }, 1);
    }
    for (const call of calls) {
      const fields = { name: call.name, arguments: JSON.stringify(call.arguments), call_id: call.id };
      this.#item({ type: "function_call", ...fields }, 5);
    }
    return first;
  }

  result(call: ToolCall, text: string, cut: boolean): number {
    const middle = text.length >> 1;
    const body = cut ? `${text.slice(0, middle)}\n… 9000 tokens truncated …\n${text.slice(middle)}` : text;
    const head = `Chunk ID: ${this.#random.hex(6)}\nWall time: 0.1 seconds\nProcess exited with code 0\n`;
    const output = `${head}Original token count: ${text.length >> 2}\nOutput:\n${body}`;
    return this.#item({ type: "function_call_output", call_id: call.id, output });
  }

  compaction(summary: string): number {
    const content = [{ type: "input_text", text: summary }];
    this.#line("compacted", { message: summary, replacement_history: [{ type: "message", role: "user", content }] });
    return ++this.#slots;
  }

  title(text: string): number {
    this.#line("event_msg", { type: "thread_name_updated", thread_name: text });
    return ++this.#slots;
  }

  leaveTurn(): void {
    this.#line("event_msg", { type: "thread_rolled_back", num_turns: 1 });
    this.#slots++;
  }

  delegate(child: Child, task: string, answer: string): void {
    const call = { id: child.callId, name: "spawn_agent", arguments: { message: task, agent_type: "worker" } };
    this.reply("", [call]);
    this.#item({
      type: "function_call_output",
      call_id: call.id,
      output: JSON.stringify({ agent_id: child.nativeId }),
    });
    this.reply(answer, []);
  }

  end(): void {
    this.#file.close(this.#clock.now);
  }
}
