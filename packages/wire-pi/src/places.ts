/** Owns where Pi and the programs that write its format keep sessions. Does not own what a file holds. */
import { readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { asText, type Environment, isObject, type Place } from "@backscroll/wire";

const expandHome = (path: string, home: string): string => {
  if (path === "~") return home;
  return /^~[\\/]/.test(path) ? join(home, path.slice(2)) : path;
};

/** The setting `sessionDir` of an agent folder; a relative one belongs to a working directory and cannot be known. */
const sessionDirSetting = (agentDir: string, home: string): string | undefined => {
  try {
    const settings: unknown = JSON.parse(readFileSync(join(agentDir, "settings.json"), "utf8").replace(/^\uFEFF/, ""));
    const sessionDir = isObject(settings) ? asText(settings.sessionDir) : undefined;
    const path = sessionDir === undefined ? undefined : expandHome(sessionDir, home);
    return path !== undefined && isAbsolute(path) ? path : undefined;
  } catch {
    return undefined;
  }
};

/** Logs that one release wrote into the agent folder itself, where a walk would meet much else. */
const strayLogs = (agentDir: string): string[] => {
  try {
    return readdirSync(agentDir, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && accepts(entry.name))
      .map((entry) => join(agentDir, entry.name))
      .sort();
  } catch {
    return [];
  }
};

const agentPlaces = (agentDir: string, home: string, origin: string): Place[] => {
  const setting = sessionDirSetting(agentDir, home);
  return [
    { path: join(agentDir, "sessions"), origin },
    ...(setting === undefined ? [] : [{ path: setting, origin: "sessionDir" }]),
    ...strayLogs(agentDir).map((path) => ({ path, origin })),
  ];
};

/** Every place, overrides first, each path once. */
export const places = ({ home, variables }: Environment): readonly Place[] => {
  const named = (variable: string): string | undefined => {
    const value = variables[variable];
    const path = value === undefined || value === "" ? undefined : expandHome(value, home);
    return path !== undefined && isAbsolute(path) ? path : undefined;
  };
  const found: Place[] = [];
  const sessionDir = named("PI_CODING_AGENT_SESSION_DIR");
  if (sessionDir !== undefined) found.push({ path: sessionDir, origin: "PI_CODING_AGENT_SESSION_DIR" });
  for (const variable of ["PI_CODING_AGENT_DIR", "OMP_CODING_AGENT_DIR"]) {
    const agentDir = named(variable);
    if (agentDir !== undefined) found.push(...agentPlaces(agentDir, home, variable));
  }
  for (const variable of ["OPENCLAW_STATE_DIR", "CLAWDBOT_STATE_DIR"]) {
    const stateDir = named(variable);
    if (stateDir !== undefined) found.push({ path: join(stateDir, "agents"), origin: variable });
  }
  found.push(
    ...agentPlaces(join(home, ".pi", "agent"), home, "default"),
    { path: join(home, ".pi", "sessions"), origin: "default" },
    { path: join(home, ".coding-agent", "sessions"), origin: "default" },
    ...agentPlaces(join(home, ".omp", "agent"), home, "default"),
    ...[".openclaw", ".clawdbot", ".moltbot"].map((name) => ({ path: join(home, name, "agents"), origin: "default" })),
  );
  const seen = new Set<string>();
  return found.filter(({ path }) => !seen.has(path) && seen.add(path));
};

/** Logs, and the forms in which OpenClaw puts them aside. Trajectories are another kind of file. */
export const accepts = (relativePath: string): boolean =>
  /\.jsonl(?:\.(?:reset|deleted|bak)[^/\\]*)?$/.test(relativePath) && !/\.trajectory\.jsonl$/.test(relativePath);
