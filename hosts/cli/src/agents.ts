/** Owns the names of the agents whose logs this version reads. Kept apart from the decoders, which are costly to load. */

/** Wire to name for people, in the order of the decoders. */
export const agentNames: Readonly<Record<string, string>> = {
  pi: "Pi",
  "claude-code": "Claude Code",
  codex: "Codex",
  backscroll: "Backscroll",
};

/** Every wire that is read. */
export const wires: readonly string[] = Object.keys(agentNames);

/** The name for people; an unknown wire is its own name. */
export const agentName = (wire: string): string => agentNames[wire] ?? wire;
