/** Owns what each kind of response item becomes. Does not own what earlier lines say of it. */
import {
  asArray,
  asObject,
  asString,
  asText,
  eventTypes,
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  type RecordContext,
  type ToolFacts,
} from "@backscroll/wire";
import { contentText, mediaText } from "./content-text.ts";
import type { Draft } from "./draft.ts";
import { contentHash, plainForm } from "./marked-text.ts";
import { messageParts } from "./message-parts.ts";
import type { RolloutLine } from "./rollout-line.ts";
import { saidKey } from "./said-key.ts";
import { toolOutput } from "./tool-output.ts";

/** Citations that the program takes out before it shows a message. */
const citation = /<oai-mem-citation>[\s\S]*?<\/oai-mem-citation>/g;

const message = (line: RolloutLine, context: RecordContext): Draft => {
  const { payload, metadata, time } = line;
  const id = asText(payload.id);
  const parts = messageParts(payload, context);
  const text = parts.map((part) => part.text).join("\n");
  if (payload.role === "assistant") {
    const isSummary = metadata.compaction_output === true;
    return {
      key: id ?? saidKey("assistant", text),
      type: isSummary ? eventTypes.contextCompaction : eventTypes.assistantMessage,
      role: isSummary ? "context" : "assistant",
      createdAt: time,
      text,
      silentType: "codex/message",
      voice: "assistantItem",
      said: {
        forms: [text, text.replace(citation, "")].map(plainForm),
        parts: parts.map((part) => plainForm(part.text)),
      },
    };
  }
  const typed = payload.role === "user" ? parts.filter((part) => !part.injected) : [];
  const genuine = typed.length > 0 || (payload.role === "user" && parts.length === 0);
  const base = {
    key: id ?? saidKey(payload.role === "user" ? "user" : "context", text),
    type: genuine ? eventTypes.userMessage : eventTypes.contextInjected,
    role: genuine ? "user" : "context",
    createdAt: time,
    text,
    silentType: "codex/message",
  } as const;
  if (payload.role !== "user") return base;
  const typedText = typed.map((part) => part.text).join("\n");
  return {
    ...base,
    voice: "userItem",
    prompt: typedText,
    said: { forms: [text, typedText, ...parts.map((part) => part.text)].map(plainForm), parts: [] },
  };
};

/** Name under which the model called the tool; tools of MCP servers with their server. */
const toolName = (payload: JsonObject): string | null => {
  const name = asText(payload.name) ?? asText(asObject(payload.function).name) ?? null;
  const namespace = asText(payload.namespace);
  return name !== null && namespace?.startsWith("mcp__") ? `${namespace.replace(/_+$/, "")}__${name}` : name;
};

const argumentsText = (value: Json | undefined): string | null =>
  value === undefined || value === null ? null : jsonText(value);

const call = (line: RolloutLine, name: string | null, input: Json | undefined): Draft => {
  const { payload, time } = line;
  const callId = asText(payload.call_id) ?? asText(payload.id);
  const tool: ToolFacts = { name, arguments: argumentsText(input) };
  return {
    key: asText(payload.id) ?? callId ?? `call/${contentHash(payload)}`,
    type: eventTypes.toolCall,
    role: "tool",
    createdAt: time,
    text: "",
    tool,
    ...(callId === undefined ? {} : { callId }),
  };
};

const result = (line: RolloutLine, output: Json | undefined, context: RecordContext): Draft => {
  const { payload, time } = line;
  const callId = asText(payload.call_id);
  const { text, status, truncated } = toolOutput(output, context);
  return {
    key: asText(payload.id) ?? (callId === undefined ? `output/${contentHash(payload)}` : `${callId}/output`),
    type: eventTypes.toolResult,
    role: "tool",
    createdAt: time,
    text,
    tool: {
      name: toolName(payload),
      ...(status === null ? {} : { status }),
      ...(truncated ? { outputTruncated: true } : {}),
    },
    ...(callId === undefined ? {} : { resultOf: callId }),
  };
};

/** Names and descriptions of the tools that a search found, one a line. */
const foundTools = (tools: Json | undefined): string =>
  asArray(tools)
    .flatMap((item) => {
      const tool = asObject(item);
      const own = [asString(tool.name), asString(tool.description)].filter((text) => text !== undefined).join(": ");
      const inner = foundTools(tool.tools);
      return [own, inner].filter((text) => text !== "");
    })
    .join("\n");

const image = (line: RolloutLine, context: RecordContext): Draft => {
  const { payload } = line;
  const picture = asText(payload.result);
  const shown = picture === undefined ? {} : { result: mediaText("image", `data:image/*;base64,${picture}`, context) };
  return call(line, "image_generation", {
    ...(payload.revised_prompt === undefined ? {} : { revised_prompt: payload.revised_prompt }),
    ...(payload.status === undefined ? {} : { status: payload.status }),
    ...shown,
  });
};

/** A message from one agent to another. */
const agentMessage = ({ payload, time }: RolloutLine, context: RecordContext): Draft => {
  const text = contentText(payload.content, context);
  const author = asText(payload.author);
  return {
    key: asText(payload.id) ?? saidKey("agent", text),
    type: eventTypes.contextInjected,
    role: "context",
    createdAt: time,
    text,
    ...(author === undefined ? {} : { author }),
  };
};

const bookkeeping = ({ kind, payload, time }: RolloutLine): Draft => ({
  key: asText(payload.id) ?? `${kind}/${contentHash([time, payload])}`,
  type: `codex/${kind}`,
  role: null,
  logOnly: true,
  createdAt: time,
  text: "",
});

/** The item's slot; null for thinking, which takes none. */
export const responseItem = (line: RolloutLine, context: RecordContext): Draft | null => {
  const { kind, payload } = line;
  switch (kind) {
    case "reasoning":
      return null;
    case "message":
      return message(line, context);
    case "function_call":
    case "tool_call":
      return call(line, toolName(payload), payload.arguments);
    case "custom_tool_call":
      return call(line, toolName(payload), payload.input);
    case "local_shell_call":
      return call(line, "local_shell", payload.action);
    case "web_search_call":
      return call(line, "web_search", payload.action ?? payload.query);
    case "tool_search_call":
      return call(line, "tool_search", payload.arguments);
    case "image_generation_call":
      return image(line, context);
    case "function_call_output":
    case "custom_tool_call_output":
      return result(line, payload.output, context);
    case "tool_result":
      return result(line, payload.result ?? payload.output, context);
    case "tool_search_output": {
      const tools = foundTools(payload.tools);
      return result(line, tools === "" && isObject(payload.output) ? payload.output : tools, context);
    }
    case "agent_message":
      return agentMessage(line, context);
    default:
      return bookkeeping(line);
  }
};
