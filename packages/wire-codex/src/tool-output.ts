/** Owns a tool's output: its text in each form that versions wrote, how the run ended, and whether the tool cut it. */
import {
  asNumber,
  asObject,
  asString,
  hasLargeMark,
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  type RecordContext,
  type ToolStatus,
} from "@backscroll/wire";
import { contentText } from "./content-text.ts";

export interface ToolOutput {
  readonly text: string;
  /** Null where the output does not say how the run ended. */
  readonly status: ToolStatus | null;
  readonly truncated: boolean;
}

/** How far into an output its header and into its beginning a program's notice may stand. */
const headReach = 1024;

const exitCode = /^(?:Process exited with code|Exit code:) (-?\d+)$/m;
const running = /^Process running with session ID /m;
const failure =
  /^(?:failed to parse (?:function|custom tool call) arguments|unsupported (?:custom tool )?call: |execution error: |failed in sandbox |patch rejected|command timed out after|exec_command failed|write_stdin failed|tool call error: |aborted(?: by user| after )?|Wall time: [\d.]+ seconds\naborted by user|err: |apply_patch verification failed)/;

const cuts = [
  /^Warning: truncated output \(original token count: \d+\)$/m,
  /^Total output lines: \d+\n\n/m,
  /(?:…|\.\.\.) ?\d+ (?:tokens|chars|characters|bytes|lines) truncated ?(?:…|\.\.\.)/,
  /\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]/,
  /\.\.\. command output truncated for persistence \.\.\./,
];

/** Whether the text carries a mark that whoever wrote it cut it. */
const isCut = (text: string): boolean => cuts.some((cut) => cut.test(text));

const byCode = (code: number): ToolStatus => (code === 0 ? "ok" : "error");

/** The header that current tools put before their output, else the words of a failed call. */
const statusOf = (text: string): ToolStatus | null => {
  const head = text.slice(0, headReach).split(/^Output:$/m)[0] ?? "";
  const code = exitCode.exec(head)?.[1];
  if (code !== undefined) return byCode(Number(code));
  if (running.test(head)) return "unfinished";
  return failure.test(head) ? "error" : null;
};

/** `{"output", "metadata": {"exit_code"}}` as text, the form of 2025. */
const wrapped = (text: string): { readonly text: string; readonly status: ToolStatus | null } | null => {
  if (!text.startsWith('{"output"') || hasLargeMark(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || typeof value.output !== "string" || !isObject(value.metadata)) return null;
    const code = asNumber(value.metadata.exit_code);
    return { text: value.output, status: code === undefined ? null : byCode(code) };
  } catch {
    return null;
  }
};

const fromText = (text: string): ToolOutput => {
  const inner = wrapped(text);
  const shown = inner?.text ?? text;
  return { text: shown, status: inner?.status ?? statusOf(shown), truncated: isCut(shown) };
};

const fromObject = (output: JsonObject, context: RecordContext): ToolOutput => {
  const { content, success } = output;
  const inner = content ?? output.content_items ?? output.body ?? output.output;
  const named = [asString(output.stdout), asString(output.stderr)].filter((text) => text !== undefined && text !== "");
  const plain = named.length > 0 ? named.join("\n") : contentText(output, context);
  const text = inner === undefined ? (plain === "" ? jsonText(output) : plain) : contentText(inner, context);
  const read = fromText(text);
  const code = asNumber(output.exit_code) ?? asNumber(output.exitCode) ?? asNumber(asObject(output.metadata).exit_code);
  if (typeof success === "boolean") return { ...read, status: success ? (read.status ?? "ok") : "error" };
  return code === undefined ? read : { ...read, status: byCode(code) };
};

export const toolOutput = (output: Json | undefined, context: RecordContext): ToolOutput => {
  if (isObject(output) && output.type !== "input_text") return fromObject(output, context);
  return fromText(contentText(output, context));
};
