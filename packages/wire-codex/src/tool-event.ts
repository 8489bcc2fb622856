/** Owns events about runs of tools: what ran and what came out, as text. Does not own the items of the same run. */
import {
  asArray,
  asObject,
  asString,
  asText,
  type Json,
  type JsonObject,
  jsonText,
  type RecordContext,
} from "@backscroll/wire";
import { contentText, mediaText } from "./content-text.ts";
import type { Draft, ToolRun } from "./draft.ts";
import { contentHash } from "./marked-text.ts";

const lines = (...texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined && text !== "").join("\n");

/** A command as it was typed, without the shell that runs it. */
const commandText = (command: Json | undefined): string => {
  if (typeof command === "string") return command;
  const words = asArray(command).flatMap((word) => asString(word) ?? []);
  const [shell, flag, script] = words;
  return words.length === 3 && /sh$|cmd|powershell/i.test(shell ?? "") && /^[-/]\w+$/.test(flag ?? "")
    ? (script ?? "")
    : words.join(" ");
};

const executionOutput = (run: JsonObject): string =>
  asText(run.aggregated_output) ?? asText(run.formatted_output) ?? lines(asString(run.stdout), asString(run.stderr));

/** Content of an MCP server's answer, or its error. */
const serverAnswer = (run: JsonObject, context: RecordContext): string => {
  const result = asObject(run.result);
  const answer = asObject(result.Ok ?? result);
  const error = asString(result.Err) ?? asString(run.error) ?? asString(asObject(run.error).message);
  return lines(contentText(answer.content, context), error);
};

const callText = (name: string | undefined, input: Json | undefined): string =>
  [name, input === undefined || input === null ? undefined : jsonText(input)]
    .filter((text) => text !== undefined)
    .join(" ");

const changesText = (changes: Json | undefined): string =>
  Object.entries(asObject(changes))
    .map(([path, change]) => {
      const { content, unified_diff: diff } = asObject(change);
      return lines(path, asString(diff) ?? asString(content));
    })
    .join("\n");

/** Title, address and excerpt of each page that a search found. */
const pagesText = (results: Json | undefined): string =>
  asArray(results)
    .map((item) => {
      const page = asObject(item);
      return lines(asString(page.title), asString(page.url), asString(page.snippet));
    })
    .join("\n");

const queryText = (run: JsonObject): string => {
  const action = asObject(run.action);
  return lines(asString(run.query) ?? asString(action.query), asString(action.url), asString(action.pattern));
};

const findingsText = (review: JsonObject): string =>
  lines(
    ...asArray(review.findings).flatMap((item) => {
      const finding = asObject(item);
      return [asString(finding.title), asString(finding.body)];
    }),
    asString(review.overall_explanation),
  );

const imageText = (run: JsonObject, context: RecordContext): string => {
  const picture = asText(run.result);
  return lines(
    asString(run.revised_prompt),
    asString(run.saved_path),
    picture === undefined ? undefined : mediaText("image", `data:image/*;base64,${picture}`, context),
  );
};

interface Told {
  readonly text: string;
  readonly output?: string;
  /** Name of the tool where the event knows it. */
  readonly name?: string;
  readonly hasItem?: true;
  readonly onlyHere?: true;
}

const tell = (kind: string, run: JsonObject, context: RecordContext): Told | null => {
  switch (kind) {
    case "exec_command_end":
    case "CommandExecution": {
      const output = executionOutput(run);
      return {
        text: lines(commandText(run.command), output),
        output,
        ...(run.source === "user_shell" ? { hasItem: true } : {}),
      };
    }
    case "mcp_tool_call_end":
    case "McpToolCall": {
      const invocation = asObject(run.invocation ?? run);
      const name = [asText(invocation.server), asText(invocation.tool)].filter((text) => text !== undefined).join("__");
      const output = serverAnswer(run, context);
      return { text: lines(callText(name, invocation.arguments), output), output, name };
    }
    case "dynamic_tool_call_request":
    case "dynamic_tool_call_response":
    case "DynamicToolCall": {
      const output = lines(contentText(run.content_items, context), asString(run.error));
      return {
        text: lines(callText(asText(run.tool), run.arguments), output),
        output,
        ...(asText(run.tool) === undefined ? {} : { name: String(run.tool) }),
      };
    }
    case "patch_apply_end":
    case "FileChange":
      return { text: lines(asString(run.stdout), asString(run.stderr), changesText(run.changes)) };
    case "web_search_end":
    case "WebSearch":
    case "Extension": {
      const output = pagesText(run.results);
      return { text: lines(queryText(run), output), output, hasItem: true, onlyHere: true };
    }
    case "image_generation_end":
    case "ImageGeneration":
      return { text: imageText(run, context), hasItem: true };
    case "view_image_tool_call":
    case "ImageView":
      return { text: asString(run.path) ?? "" };
    case "Plan":
      return { text: asString(run.text) ?? "", hasItem: true };
    case "entered_review_mode":
    case "EnteredReviewMode":
      return { text: lines(asString(run.prompt), asString(run.user_facing_hint), asString(run.review)), hasItem: true };
    case "exited_review_mode":
    case "ExitedReviewMode":
      return { text: lines(findingsText(asObject(run.review_output)), asString(run.review)), hasItem: true };
    case "collab_agent_spawn_end":
    case "collab_agent_interaction_end":
    case "CollabAgentToolCall":
      return { text: asString(run.prompt) ?? "" };
    default:
      return null;
  }
};

/** The event's draft where it is about a run of a tool, else null. `run` is the event, or its item. */
export const toolEvent = (kind: string, run: JsonObject, time: number | null, context: RecordContext): Draft | null => {
  const told = tell(kind, run, context);
  if (told === null) return null;
  const callId = asText(run.call_id) ?? asText(run.callId) ?? asText(run.id);
  const facts: ToolRun = {
    callId,
    output: told.output ?? "",
    hasItem: told.hasItem === true,
    onlyHere: told.onlyHere === true,
  };
  const type = `codex/${kind}`;
  return {
    key: callId === undefined ? `${kind}/${contentHash([time, run])}` : `${kind}/${callId}`,
    type,
    role: "tool",
    createdAt: time,
    text: told.text,
    ...(told.name === undefined ? {} : { tool: { name: told.name } }),
    silentType: type,
    voice: "toolEvent",
    run: facts,
  };
};
