/** Owns writing a whole corpus of native logs below a home folder. The same seed and home give the same bytes. */
import { readFileSync } from "node:fs";
import type { PlantedWord } from "./planted-words.ts";
import { projects } from "./projects.ts";
import { Random } from "./random.ts";
import { type CorpusSize, planSessions, type SessionPlan } from "./session-plan.ts";
import type { Child, SessionHeader, SessionWriter } from "./session-writer.ts";
import { ClaudeCodeSessionWriter } from "./write-claude-code-session.ts";
import { CodexSessionWriter } from "./write-codex-session.ts";
import { writeConversation } from "./write-conversation.ts";
import { PiSessionWriter, piSessionPath } from "./write-pi-session.ts";

/** Raised whenever the same seed gives other bytes than before. */
export const generatorVersion = 1;

export interface GeneratedCorpus {
  readonly home: string;
  /** Logs in order of writing, oldest first. */
  readonly files: readonly string[];
  /** Sessions, each in a file of its own. */
  readonly sessions: readonly string[];
  readonly planted: readonly PlantedWord[];
}

export interface GenerateOptions extends CorpusSize {
  /** Stands for the user's home folder; files below it are added or replaced. */
  readonly home: string;
  /** Default 1. */
  readonly seed?: number;
}

/** At most so many of its parent's entries does a fork begin with. */
const copiedEntries = 24;

const callIdOf = (child: SessionPlan): string => `${child.wire === "codex" ? "call" : "toolu"}_child${child.index}`;

const forkOf = (home: string, parent: SessionPlan): { parentPath: string; copied: readonly string[] } => {
  const parentPath = piSessionPath(headerOf(home, parent, null));
  const lines = readFileSync(parentPath, "utf8").split("\n", copiedEntries + 1);
  return { parentPath, copied: lines.slice(1).filter((line) => line !== "") };
};

const headerOf = (home: string, plan: SessionPlan, parent: SessionPlan | null): SessionHeader => ({
  home,
  nativeId: plan.nativeId,
  cwd: projects[plan.project]?.cwd ?? "/home/dev",
  startedAt: plan.startedAt,
  ...(plan.kind === "subagent" && parent !== null
    ? { parent: { nativeId: parent.nativeId, callId: callIdOf(plan) } }
    : {}),
});

const openWriter = (home: string, plan: SessionPlan, parent: SessionPlan | null, random: Random): SessionWriter => {
  const header = headerOf(home, plan, parent);
  if (plan.wire === "claude-code") return new ClaudeCodeSessionWriter(header, random);
  if (plan.wire === "codex") return new CodexSessionWriter(header, random);
  return new PiSessionWriter(
    header,
    random,
    plan.kind === "fork" && parent !== null ? forkOf(home, parent) : undefined,
  );
};

/** Writes every session of the corpus. */
export const generateCorpus = (options: GenerateOptions): GeneratedCorpus => {
  const { home, seed = 1 } = options;
  const plans = planSessions(options, seed);
  const children = new Map<number, Child[]>();
  for (const plan of plans) {
    if (plan.kind !== "subagent" || plan.parent === null) continue;
    const child = { nativeId: plan.nativeId, callId: callIdOf(plan) };
    children.set(plan.parent, [...(children.get(plan.parent) ?? []), child]);
  }
  const files: string[] = [];
  const sessions: string[] = [];
  const planted: PlantedWord[] = [];
  for (const plan of plans) {
    const project = projects[plan.project];
    if (project === undefined) continue;
    const random = new Random(seed, 100 + plan.index);
    const writer = openWriter(home, plan, plan.parent === null ? null : (plans[plan.parent] ?? null), random);
    planted.push(
      ...writeConversation(writer, {
        project,
        random,
        length: plan.bytes,
        children: children.get(plan.index) ?? [],
        planted: plan.planted,
      }),
    );
    writer.end();
    files.push(writer.path);
    sessions.push(writer.session);
  }
  return { home, files, sessions, planted };
};
