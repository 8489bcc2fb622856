/**
 * Owns which workspace may import which, and which libraries are closed to it. A workspace that is not in the table
 * fails the test: adding it here is the decision.
 */

/** Folder of a package below `packages/` → the folders below `packages/` that it may import. */
export const packageArrows: Readonly<Record<string, readonly string[]>> = {
  wire: [],
  "wire-acp": ["wire"],
  "wire-backscroll": ["wire"],
  "wire-claude-code": ["wire"],
  "wire-codex": ["wire"],
  "wire-gemini": ["wire"],
  "wire-opencode": ["wire"],
  "wire-pi": ["wire"],
  corpus: ["wire"],
  "corpus-sqlite": ["wire", "corpus"],
  notes: ["wire"],
  archive: ["wire", "corpus"],
  operations: ["wire", "corpus", "notes", "archive"],
  render: ["wire", "corpus", "notes", "archive", "operations"],
  runtime: [],
  spill: ["runtime"],
  "tool-session-query": ["wire", "corpus", "operations", "render", "runtime"],
  "tool-history": ["wire", "corpus", "operations", "render", "runtime"],
  "tool-notes": ["wire", "corpus", "notes", "operations", "render", "runtime"],
  "tool-archive": ["wire", "corpus", "archive", "operations", "render", "runtime"],
  conversation: ["wire", "wire-backscroll", "corpus", "operations", "render", "runtime", "spill"],
};

/** A host that starts the others; every other host is closed to its neighbours. */
export const startsOtherHosts = "cli";

interface ClosedLibrary {
  readonly library: RegExp;
  /** Package folders that may import it all the same. */
  readonly except: readonly string[];
  readonly because: string;
}

/** Libraries that packages below `packages/` do not import. Hosts and tooling are free. */
export const closedLibraries: readonly ClosedLibrary[] = [
  {
    library: /^(better-sqlite3|node:sqlite)$/,
    except: ["corpus-sqlite", "wire-opencode"],
    because: "only the SQLite provider, and the decoder of logs that are SQLite files, know an engine",
  },
  {
    library: /^@agentclientprotocol\//,
    except: ["conversation"],
    because: "protocols belong to hosts, and to the conversation with an agent",
  },
  { library: /^@modelcontextprotocol\//, except: [], because: "protocols belong to hosts" },
  { library: /^(ai|@ai-sdk\/.+)$/, except: [], because: "the core calls no model" },
  { library: /^(hono|@hono\/.+|preact|@earendil-works\/.+)$/, except: [], because: "presentation belongs to hosts" },
  { library: /^effect\/unstable(\/|$)/, except: [], because: "libraries stand on effect's stable modules" },
];

/** Node.js modules that a package does without, because its work is pure. */
export const closedNodeModules: Readonly<Record<string, RegExp>> = {
  render: /^node:(fs|child_process|worker_threads|net|http)/,
};
