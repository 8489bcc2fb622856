/** Owns reading a title as a header, a title line or a `session_info` record holds it. */
import { asString, hasLargeMark, type Json, type JsonObject } from "@backscroll/wire";
import type { RecordedTitle } from "./pi-state.ts";

const lineText = (value: Json | undefined): string => (asString(value) ?? "").replace(/\s+/g, " ").trim();

const titleFrom = (text: string, source: Json | undefined): RecordedTitle | null =>
  text === "" || hasLargeMark(text) ? null : { text, generated: source === "auto" };

export const headerTitle = (header: JsonObject): RecordedTitle | null =>
  titleFrom(lineText(header.title), header.titleSource);

export const slotTitle = (line: JsonObject): RecordedTitle | null => titleFrom(lineText(line.title), line.source);

/** Name of a `session_info` record; "" clears the title. */
export const infoName = (record: JsonObject): string => {
  const name = lineText(record.name);
  return hasLargeMark(name) ? "" : name;
};

/** The line that oh-my-pi keeps a session's title in: it has no id, so it is no record of the tree. */
export const isTitleLine = (value: JsonObject): boolean => value.type === "title" && asString(value.id) === undefined;
