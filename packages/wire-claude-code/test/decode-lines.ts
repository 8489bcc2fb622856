/** Owns the small inputs of the tests: lines as Claude Code writes them, and decoding them. */
import {
  type DecodedSession,
  type DecodedSource,
  decodeSource,
  type Fold,
  fromBytes,
  inRanges,
  type JsonObject,
  type LinkedEvent,
} from "@backscroll/wire";
import { claudeCodeDecoder } from "../src/index.ts";

export const ownSession = "11111111-1111-4111-8111-111111111111";
export const otherSession = "22222222-2222-4222-8222-222222222222";

export const pathOf = (name: string): string => `/home/u/.claude/projects/-home-u-app/${name}.jsonl`;
export const ownPath = pathOf(ownSession);

/** A line with the common fields; `parent` null makes a root. */
export const line = (type: string, uuid: string, parent: string | null, fields: JsonObject = {}): JsonObject => ({
  parentUuid: parent,
  isSidechain: false,
  cwd: "/home/u/app",
  sessionId: ownSession,
  version: "2.1.114",
  type,
  uuid,
  timestamp: "2026-03-01T10:00:00.000Z",
  ...fields,
});

export const user = (uuid: string, parent: string | null, content: JsonObject[] | string, fields: JsonObject = {}) =>
  line("user", uuid, parent, { message: { role: "user", content }, ...fields });

/** An assistant line; `message` is the id of the API message that it is a piece of. */
export const assistant = (
  uuid: string,
  parent: string | null,
  message: string,
  content: JsonObject[],
  fields: JsonObject = {},
) => line("assistant", uuid, parent, { message: { id: message, role: "assistant", content }, ...fields });

export const text = (words: string): JsonObject => ({ type: "text", text: words });

export const call = (id: string, name = "Bash", input: JsonObject = { command: id }): JsonObject => ({
  type: "tool_use",
  id,
  name,
  input,
});

export const result = (id: string, content: JsonObject[] | string, fields: JsonObject = {}): JsonObject => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  ...fields,
});

export const boundary = (uuid: string, logicalParent: string | null, metadata: JsonObject = {}): JsonObject =>
  line("system", uuid, null, {
    subtype: "compact_boundary",
    content: "Conversation compacted",
    logicalParentUuid: logicalParent,
    compactMetadata: { trigger: "auto", preTokens: 167_000, ...metadata },
  });

export const summary = (uuid: string, parent: string | null, words: string): JsonObject =>
  user(uuid, parent, words, { isCompactSummary: true, isVisibleInTranscriptOnly: true });

export const jsonLines = (lines: readonly unknown[]): string =>
  lines.map((value) => `${JSON.stringify(value)}\n`).join("");

export const placeOfPath = (path: string): string => path.slice(0, path.lastIndexOf("/"));

/** Decodes lines, or a file's whole text, as the file at `path`. */
export const decode = (
  lines: readonly unknown[] | string,
  path = ownPath,
  place = placeOfPath(path),
): DecodedSource => {
  const content = typeof lines === "string" ? lines : jsonLines(lines);
  return decodeSource(claudeCodeDecoder, fromBytes(content), { path, place });
};

/** The file's own session. */
export const decodeOwn = (lines: readonly unknown[] | string, path = ownPath): DecodedSession => {
  const [own] = decode(lines, path).sessions;
  if (own === undefined) throw new Error("no session");
  return own;
};

export const byKey = (session: DecodedSession, key: string): LinkedEvent => {
  const event = session.events.find((candidate) => candidate.key === key);
  if (event === undefined) throw new Error(`no event ${key}`);
  return event;
};

/** Keys of the events on the active branch, of rows about the session too. */
export const activeKeys = (session: DecodedSession): string[] =>
  session.events.filter(({ seq }) => !inRanges(session.fold.inactive, seq)).map(({ key }) => key);

/** Seqs in ranges. */
export const seqsIn = (ranges: Fold["inactive"]): number[] =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
