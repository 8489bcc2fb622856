/**
 * Owns turning the options that select sessions and events into filters, with the words that say what was selected.
 * Does not own asking the corpus for hits.
 */
import type { EventFilters, SessionFilters, SessionRecord } from "@backscroll/corpus";
import { agentName } from "../agents.ts";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import type { CorpusQuery } from "../corpus.ts";
import { localTime } from "../render/age.ts";
import { chooseBranches, chooseRoles, chooseSurfaces, chooseTypes, chooseWires } from "./choices.ts";
import { findSession } from "./find-address.ts";
import { parseTimeRange } from "./parse-time.ts";
import { everySession, type ProjectScope, projectScope, type ScopeOptions, scopeTest } from "./project-scope.ts";

export interface SessionOptions extends ScopeOptions {
  readonly wire?: readonly string[];
  readonly title?: string;
  readonly since?: string;
  readonly until?: string;
}

export interface SelectionOptions extends SessionOptions {
  readonly session?: readonly string[];
  readonly role?: readonly string[];
  readonly type?: readonly string[];
  readonly surface?: readonly string[];
  readonly branch?: readonly string[];
  readonly echoes?: boolean;
}

export interface Selection {
  readonly scope: ProjectScope;
  readonly sessions: SessionFilters;
  readonly events: EventFilters;
  /** Ids that `--session` named. */
  readonly ids: readonly string[] | null;
}

const nonEmptyTitle = (title: string | undefined): string | undefined => {
  if (title !== undefined && title.trim() === "")
    throw new CommandError("invalid_value", "--title has an empty value.");
  return title;
};

/** What can be refused without looking at the corpus. */
export const checkSelection = (
  options: SelectionOptions,
  context: Pick<CommandContext, "cwd" | "now" | "demonstration">,
) => {
  // A person who names a session means it wherever it ran; the demonstration's folders are not this machine's.
  const unscoped =
    (options.session !== undefined || context.demonstration) &&
    options.project === undefined &&
    options.sameRepository !== true;
  const title = nonEmptyTitle(options.title);
  const time = parseTimeRange(options.since, options.until, context.now());
  return {
    scope: unscoped ? everySession : projectScope(options, context.cwd),
    sessions: {
      ...(options.wire === undefined ? {} : { wires: chooseWires(options.wire) }),
      ...(title === undefined ? {} : { title }),
    },
    time,
    events: {
      ...(time === null ? {} : { time }),
      ...(options.role === undefined ? {} : { roles: chooseRoles(options.role) }),
      ...(options.type === undefined ? {} : { types: chooseTypes(options.type) }),
      ...(options.surface === undefined ? {} : { surfaces: chooseSurfaces(options.surface) }),
      ...(options.branch === undefined ? {} : { branches: chooseBranches(options.branch) }),
      ...(options.echoes === true ? { echo: "include" as const } : {}),
    },
  };
};

/** Distinct folders of the sessions in scope; an empty list matches nothing. */
const foldersInScope = (sessions: readonly SessionRecord[], scope: ProjectScope): string[] => {
  const inScope = scopeTest(scope);
  const folders = new Set<string>();
  for (const { cwd } of sessions) if (cwd !== null && inScope(cwd)) folders.add(cwd);
  return [...folders];
};

/** The selection as filters of the corpus; sessions that `--session` names are looked up. */
export const resolveSelection = async (
  query: CorpusQuery,
  checked: ReturnType<typeof checkSelection>,
  options: SelectionOptions,
  { signal }: Pick<CommandContext, "signal">,
): Promise<Selection> => {
  const ids: string[] = [];
  for (const selector of options.session ?? []) ids.push((await findSession(query, selector, { signal })).session);
  const cwds =
    checked.scope.folders === null
      ? null
      : foldersInScope((await query.listSessions({}, { signal })).sessions, checked.scope);
  return {
    scope: checked.scope,
    sessions: {
      ...checked.sessions,
      ...(options.session === undefined ? {} : { ids }),
      ...(cwds === null ? {} : { cwds }),
    },
    events: checked.events,
    ids: options.session === undefined ? null : ids,
  };
};

const range = (from: number | undefined, to: number | undefined): string[] => [
  ...(from === undefined ? [] : [`since ${localTime(from)}`]),
  ...(to === undefined ? [] : [`until ${localTime(to)}`]),
];

/** Where was looked, in words: `sessions in /x or below`. */
export const scopeText = (
  { scope, ids }: Pick<Selection, "scope" | "ids">,
  folder: (path: string) => string,
): string => {
  const within =
    scope.project === null
      ? ""
      : scope.sameRepository
        ? ` in the repository of ${folder(scope.project)}`
        : ` in ${folder(scope.project)} or below`;
  if (ids !== null) return `session ${ids.join(", ")}${within}`;
  return within === "" ? "every session" : `sessions${within}`;
};

/** The filters beside the scope, in words; empty where there are none. */
export const filterTexts = ({ sessions, events }: Pick<Selection, "sessions" | "events">): string[] => [
  ...(sessions.wires === undefined ? [] : [`agent ${sessions.wires.map(agentName).join(" or ")}`]),
  ...(sessions.title === undefined ? [] : [`title with "${sessions.title}"`]),
  ...(events.roles === undefined ? [] : [`role ${events.roles.join(" or ")}`]),
  ...(events.types === undefined ? [] : [`type ${events.types.join(" or ")}`]),
  ...(events.surfaces === undefined ? [] : [`surface ${events.surfaces.join(" or ")}`]),
  ...(events.branches === undefined ? [] : [`branch ${events.branches.join(" or ")}`]),
  ...range(events.time?.from, events.time?.to),
];
