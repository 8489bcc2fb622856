/** Owns the form of Backscroll's own log: its header, its records, and the data of each event type. */
import type { JsonObject, ParentKind, ToolStatus } from "@backscroll/wire";

/** The version that is written, and the newest that is read. */
export const sessionVersion = 1;

/** The agent whose conversation a session is, and its own session id. */
export interface Downstream {
  readonly agent: string;
  readonly session: string;
}

/** The first line of a log. */
export interface SessionHeader {
  readonly type: "session";
  readonly version: number;
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly cwd: string | null;
  /** Id of the session that this one came from. */
  readonly parent?: string;
  readonly kind?: ParentKind;
  readonly downstream?: Downstream;
}

/** A binary payload; in a text a placeholder with its type, size and hash stands for it. */
export interface MediaData {
  /** `image`, `audio`, `file`. */
  readonly kind: string;
  readonly media_type: string;
  /** Base64. */
  readonly data: string;
}

/** Text that someone or something wrote. */
export interface TextData {
  readonly text: string;
  /** Who wrote it, where that is known. */
  readonly author?: string;
  readonly media?: readonly MediaData[];
}

/** A model's message. */
export interface AssistantData extends TextData {
  /** Kept with the record, never searched and never in a text. */
  readonly thinking?: string;
}

/** A tool call. */
export interface CallData {
  /** Names the call; its result repeats it. */
  readonly call_id: string;
  readonly name: string | null;
  /** The arguments verbatim, JSON text; null where they are not known. */
  readonly arguments: string | null;
}

/** A call that ran inside another tool's call. */
export interface NestedCallData {
  readonly id: string;
  readonly name: string;
  readonly status: ToolStatus | null;
  readonly duration_ms: number | null;
  readonly error: string | null;
  readonly arguments: string | null;
  /** Size of arguments that were not kept. */
  readonly arguments_bytes: number | null;
}

/** What a tool answered. */
export interface ResultData {
  readonly call_id: string;
  /** Name of the tool that was called; the writer adds it where the call was written before. */
  readonly name?: string | null;
  readonly output: string;
  readonly status: ToolStatus;
  /** True where the tool cut its own output. */
  readonly truncated?: boolean;
  /** Where the tool put its uncut output. */
  readonly full_output_path?: string;
  readonly nested_calls?: { readonly calls: readonly NestedCallData[]; readonly complete: boolean };
  readonly media?: readonly MediaData[];
}

/** A summary that takes the place of what came before it in the context. */
export interface CompactionData {
  /** The summary. */
  readonly text: string;
  /** Seq of the first earlier event that stayed in context, null where none did. */
  readonly first_retained_seq: number | null;
}

/** The start of a new context. */
export interface ResetData {
  /** First user message of the new context, in which nothing earlier is retained. */
  readonly text: string;
  /** `handoff` where a model's tool call asked for it. */
  readonly cause: string;
}

/** A title of the session; the latest counts. */
export interface TitleData {
  readonly title: string;
  /** True where a program made it up. */
  readonly generated?: boolean;
}

/** An empty object. */
export type NoData = { readonly [key: string]: never };

/** The data of each event type that has a meaning here. Any other type may be written, with any JSON object. */
export interface SessionEventMap {
  readonly "turn/start": NoData;
  readonly "turn/end": { readonly reason: string };
  readonly "step/start": NoData;
  readonly "step/end": NoData;
  readonly "user/message": TextData;
  readonly "assistant/message": AssistantData;
  readonly "tool/call": CallData;
  readonly "tool/result": ResultData;
  readonly "context/compaction": CompactionData;
  readonly "context/reset": ResetData;
  readonly "context/injected": TextData;
  readonly "session/title": TitleData;
  readonly "session/downstream": Downstream;
}

/** Data of an event of any type. */
export type SessionEventData<Type extends string> = Type extends keyof SessionEventMap
  ? SessionEventMap[Type]
  : JsonObject;

/** How an event relates to earlier ones, by seq. */
export interface SessionEventRelations {
  /** First and last of the events whose place in the context this one takes. */
  readonly replaces?: readonly [from: number, to: number];
  /** Events that this one directly came from, in their order. */
  readonly sources?: readonly number[];
}

/** Every line after the header. */
export interface SessionRecord<Type extends string = string> extends SessionEventRelations {
  /** The event's seq when it was written: by it other records name this one. */
  readonly seq_key: number;
  readonly type: Type;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly data: SessionEventData<Type>;
}
