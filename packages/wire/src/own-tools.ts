/** Owns the names of Backscroll's own tools, by which echoes of earlier results are known in any log. */

const ownTools: ReadonlySet<string> = new Set([
  "session_search",
  "session_event_search",
  "session_trace",
  "session_event_trace",
  "session_event_read",
  "history_list",
  "history_read",
  "history_search",
  "history_handoff",
  "get_context_remaining",
  "notes_list",
  "notes_read",
  "notes_search",
  "notes_write",
  "notes_update",
  "dream_begin",
  "exchange_search",
  "exchange_read",
  "spill_read",
]);

/** Names under which clients present an MCP server's tool: `mcp__server__tool`, `mcp_server_tool`, `server_tool`. */
const prefixPattern = /^(?:mcp__.+?__|mcp_.+?_|backscroll[_-]{1,2})(.+)$/;

/** Whether a recorded tool name is one of Backscroll's own, under any client's prefix. */
export const isOwnTool = (name: string | null | undefined): boolean => {
  if (name === null || name === undefined) return false;
  if (ownTools.has(name)) return true;
  const bare = prefixPattern.exec(name)?.[1];
  if (bare !== undefined && ownTools.has(bare)) return true;
  for (const tool of ownTools) if (name.endsWith(`_${tool}`)) return true;
  return false;
};
