/** Owns recorded titles: which rows hold one, and which of several is the session's. */
import { asString, asText, type JsonObject } from "@backscroll/wire";
import { kindOf } from "./line.ts";

/** Kinds of recorded titles, the strongest first: set by a person, by an agent's name, by a program, an old summary. */
export const titleKinds = ["custom", "agent", "generated", "summary"] as const;
export type TitleKind = (typeof titleKinds)[number];

export interface RecordedTitle {
  readonly kind: TitleKind;
  readonly title: string;
  /** Key of a line whose session this title is for, where the row says so; often another file's. */
  readonly leaf?: string;
}

/** The title that a row records, null where it records none. An empty one takes an earlier one back. */
export const titleIn = (value: JsonObject): RecordedTitle | null => {
  const row = (kind: TitleKind, title: unknown): RecordedTitle | null => {
    const text = asString(title);
    return text === undefined ? null : { kind, title: text.trim() };
  };
  switch (kindOf(value)) {
    case "custom-title":
      return row("custom", value.customTitle);
    case "agent-name":
      return row("agent", value.agentName);
    case "ai-title":
      return row("generated", value.aiTitle);
    case "summary": {
      const title = row("summary", value.summary);
      const leaf = asText(value.leafUuid);
      return title === null || leaf === undefined ? title : { ...title, leaf };
    }
    default:
      return null;
  }
};
