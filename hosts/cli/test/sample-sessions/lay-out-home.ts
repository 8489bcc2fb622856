/**
 * Owns copying a folder of sample logs into a home, each where its program keeps it. Does not own what the logs hold.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

/** Folder of the sample logs, or null where it is unset or absent. */
export const sampleFolder = (): string | null => {
  const folder = process.env.BACKSCROLL_SAMPLE_SESSIONS;
  return folder !== undefined && folder !== "" && existsSync(folder) ? folder : null;
};

export interface LaidOut {
  /** Logs that lie where their program keeps them, by wire. */
  readonly known: ReadonlyMap<string, readonly string[]>;
  /** Files of other programs, to be added by hand. */
  readonly added: readonly string[];
}

export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const isLog = (path: string): boolean => path.endsWith(".jsonl");

/** Files that a program keeps beside its logs and that are no logs themselves. */
const isSideFile = (path: string): boolean =>
  /\.meta\.json$|\.md$/.test(path) || /(?<!subagents)\/workflows\//.test(path);

/** The topmost folders that hold logs themselves. */
const projectFolders = (folder: string): string[] => {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && isLog(entry.name))) return [folder];
  return entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => projectFolders(join(folder, name)));
};

class Home {
  readonly known = new Map<string, string[]>();
  readonly added: string[] = [];
  readonly #path: string;
  readonly #only: ReadonlySet<string> | null;

  constructor(path: string, only: ReadonlySet<string> | null) {
    this.#path = path;
    this.#only = only;
  }

  copy(from: string, place: string, wire: string): void {
    const files = statSync(from).isDirectory() ? filesBelow(from).map((file) => relative(from, file)) : [""];
    for (const file of files) {
      const relativePath = join(place, file);
      if (this.#only?.has(relativePath) === false) continue;
      const to = join(this.#path, relativePath);
      if (existsSync(to)) throw new Error(`Two samples have the same place, ${relativePath}.`);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(from, file), to);
      if (isSideFile(to)) continue;
      const logs = this.known.get(wire) ?? [];
      logs.push(to);
      this.known.set(wire, logs);
    }
  }

  add(from: string, place: string): void {
    if (this.#only !== null) return;
    const to = join(this.#path, "elsewhere", place);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to);
    this.added.push(to);
  }
}

/** Files directly in a folder of samples. */
const direct = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(folder, entry.name))
    : [];

const trees = (folder: string): string[] =>
  existsSync(join(folder, "_trees")) ? projectFolders(join(folder, "_trees")) : [];

const codexPlace = (name: string): string => {
  const named = /rollout-\d{4}-.*$/.exec(name)?.[0] ?? `rollout-2026-01-01T00-00-00-${name}`;
  return join(".codex", "sessions", "2026", "01", "01", named);
};

/** Copies the samples of `folder` into `home`; where `only` is given, only those with these paths in the home. */
export const layOutHome = (folder: string, home: string, only: ReadonlySet<string> | null): LaidOut => {
  const target = new Home(home, only);
  const claudeCode = join(folder, "claude-code");
  for (const file of direct(claudeCode)) {
    target.copy(file, join(".claude", "projects", "-samples", basename(file)), "claude-code");
  }
  for (const project of trees(claudeCode)) {
    const name = relative(join(claudeCode, "_trees"), project);
    const own = name.includes("real_projects") ? basename(project) : name.replaceAll("/", "-");
    target.copy(project, join(".claude", "projects", own), "claude-code");
  }
  const codex = join(folder, "codex");
  for (const file of direct(codex)) target.copy(file, codexPlace(basename(file)), "codex");
  for (const project of trees(codex)) {
    const name = relative(join(codex, "_trees"), project).replaceAll("/", "-");
    const kind = project.includes("archived_sessions") ? "archived_sessions" : "sessions";
    target.copy(project, join(".codex", kind, name), "codex");
  }
  const pi = join(folder, "pi");
  for (const file of direct(pi))
    target.copy(file, join(".pi", "agent", "sessions", "--samples--", basename(file)), "pi");
  for (const project of trees(pi)) target.copy(project, join(".pi", "agent", "sessions", basename(project)), "pi");
  for (const file of direct(join(folder, "derived"))) {
    const name = basename(file);
    if (name.startsWith("codex-")) target.copy(file, codexPlace(name), "codex");
    else target.copy(file, join(".pi", "agent", "sessions", "--derived--", name), "pi");
  }
  for (const format of ["acp", "gemini", "opencode", "other"]) {
    const samples = join(folder, format);
    if (!existsSync(samples)) continue;
    for (const file of filesBelow(samples)) target.add(file, join(format, relative(samples, file)));
  }
  return { known: target.known, added: target.added };
};
