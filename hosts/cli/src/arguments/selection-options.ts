/** Owns the options that several commands share. Does not own what they mean (`selection.ts`). */
import type { Command } from "commander";

const collect = (value: string, values: readonly string[] = []): string[] => [...values, value];

/** Options that select sessions. */
export const addSessionOptions = (command: Command): Command =>
  command
    .option("-a, --all", "sessions of every folder, not only of this one")
    .option("-p, --project <folder>", "sessions that ran in this folder or below it (default: the current one)")
    .option("--same-repository", "also sessions in other git work trees of the same repository")
    .option("-w, --wire <agent>", "only this agent's: pi, claude-code, codex, backscroll (repeatable)", collect)
    .option("--title <text>", "only sessions whose title or first prompt holds this text")
    .option("--since <time>", "not before: 7d, 12h, 2026-11-01, 2026-11-01T09:30Z")
    .option("--until <time>", "not after; a day counts to its end");

/** Options that select events. */
export const addEventOptions = (command: Command): Command =>
  command
    .option("-s, --session <id>", "only in this session, in whatever folder it ran (repeatable)", collect)
    .option("-r, --role <role>", "user, assistant, tool, context (repeatable)", collect)
    .option("-t, --type <type>", "event type: user/message, tool/result, context/compaction, … (repeatable)", collect)
    .option("--surface <surface>", "current, shadowed, log-only (repeatable)", collect)
    .option("--branch <branch>", "active, inactive (repeatable)", collect)
    .option("--echoes", "also what Backscroll's own tools answered earlier")
    .option("--newest", "newest first instead of best first");
