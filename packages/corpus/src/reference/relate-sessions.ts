/** Owns what sessions have to do with each other: names, parents, titles recorded elsewhere, copied events. */
import { realpathSync } from "node:fs";
import { type Fold, keyHash, type LinkedEvent, sessionId, sessionTitleKey } from "@backscroll/wire";
import { metaTokens } from "../meta-tokens.ts";
import { type IndexedText, indexText } from "../rank.ts";
import type { EventAddress, SessionParent, SessionRecord } from "../records.ts";
import type { DecodedLog, DecodedSources } from "./decode-sources.ts";
import { findCopies, isRepeat } from "./find-copies.ts";

export interface ReferenceEvent {
  readonly event: LinkedEvent;
  readonly text: string;
  /** Null where it is not searched by itself: it has no text, or stands in its log twice. */
  readonly index: IndexedText | null;
  /** Followed to an event that is no copy. */
  readonly copyOf: EventAddress | null;
}

export interface ReferenceSession {
  /** Its availability is that of a log that nobody is writing. */
  readonly record: SessionRecord;
  readonly log: DecodedLog;
  readonly fold: Fold;
  /** Ascending by seq. */
  readonly events: readonly ReferenceEvent[];
}

interface Draft {
  readonly name: string;
  readonly log: DecodedLog;
  readonly createdAt: number | null;
  readonly lastEventAt: number | null;
}

const draftsOf = (logs: readonly DecodedLog[]): readonly Draft[] => {
  const taken = new Set<string>();
  return logs.map((log) => {
    let name = log.name;
    for (let suffix = 2; taken.has(name); suffix++) name = `${log.name}.${suffix}`;
    taken.add(name);
    const times = log.events.flatMap(({ event }) => (event.createdAt === null ? [] : [event.createdAt]));
    const bound = (choose: (one: number, other: number) => number): number | null =>
      times.length === 0 ? null : times.reduce((one, other) => choose(one, other));
    return {
      name,
      log: { ...log, name },
      createdAt: log.facts.createdAt ?? bound(Math.min),
      lastEventAt: bound(Math.max),
    };
  });
};

const canonicalPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/** The session that a log goes on from without naming it: the latest before it of the same title and folder. */
const findContinued = (draft: Draft, title: string, drafts: readonly Draft[]): string | null => {
  const { wire } = draft.log.decoder;
  const { createdAt } = draft;
  const [found] = drafts
    .filter(
      (other) =>
        other !== draft &&
        other.log.decoder.wire === wire &&
        other.log.facts.title === title &&
        other.log.facts.cwd === draft.log.facts.cwd &&
        other.lastEventAt !== null &&
        createdAt !== null &&
        other.lastEventAt <= createdAt,
    )
    .sort((one, other) => (other.lastEventAt ?? 0) - (one.lastEventAt ?? 0) || (one.name < other.name ? -1 : 1));
  return found?.name ?? null;
};

/** What names lead to. */
interface Directory {
  readonly drafts: readonly Draft[];
  readonly byName: ReadonlyMap<string, Draft>;
  readonly byPath: ReadonlyMap<string, Draft>;
}

const parentOf = (draft: Draft, { drafts, byName, byPath }: Directory): SessionParent | "itself" | null => {
  const { parent, continues } = draft.log.facts;
  let name: string | null = null;
  if (parent !== null) {
    const { path, nativeId } = parent;
    const atPath = path === undefined ? undefined : (byPath.get(path) ?? byPath.get(canonicalPath(path)));
    name = atPath?.name ?? (nativeId === undefined ? null : sessionId(draft.log.decoder.wire, nativeId));
  } else if (continues !== undefined) name = findContinued(draft, continues.title, drafts);
  else return null;
  if (name === draft.name) return "itself";
  return { kind: parent?.kind ?? "resume", session: name, missing: name === null || !byName.has(name) };
};

/** Makes one corpus of logs that were decoded each by itself. */
export const relateSessions = ({ logs, titles }: DecodedSources): readonly ReferenceSession[] => {
  const drafts = draftsOf(logs);
  const directory: Directory = {
    drafts,
    byName: new Map(drafts.map((draft) => [draft.name, draft])),
    byPath: new Map(
      drafts.filter(({ log }) => log.facts.lane === "").map((draft) => [draft.log.source.path, draft] as const),
    ),
  };
  const parents = new Map(drafts.map((draft) => [draft.name, parentOf(draft, directory)]));
  const declaredOf = (name: string): SessionParent | null => {
    const parent = parents.get(name);
    return parent === undefined || parent === "itself" ? null : parent;
  };
  const copyOf = findCopies(
    drafts.map((draft) => ({
      log: draft.log,
      createdAt: draft.createdAt,
      parent: declaredOf(draft.name)?.session ?? null,
    })),
  );
  return drafts.map(({ name, log, createdAt, lastEventAt }) => {
    const { facts, decoder, source, fold } = log;
    const known = new Map(log.events.map(({ event }) => [event.seq, event]));
    const keys = new Set(log.events.map(({ event }) => keyHash(event.key)));
    keys.add(keyHash(sessionTitleKey(facts.nativeId)));
    const flags = [...facts.flags, ...(parents.get(name) === "itself" ? ["self-parent"] : []), ...fold.flags];
    const record: SessionRecord = {
      session: name,
      wire: decoder.wire,
      nativeId: facts.nativeId,
      cwd: facts.cwd,
      title: facts.title ?? titles.find(({ key }) => keys.has(key))?.title ?? null,
      firstPrompt: facts.firstPrompt,
      createdAt,
      lastEventAt,
      events: log.events.length,
      parent: declaredOf(name),
      availability: ["persisted"],
      path: source.path,
      programVersion: facts.programVersion,
      resumeCommand: decoder.resumeCommand({ nativeId: facts.nativeId, path: source.path, cwd: facts.cwd }),
      flags: [...new Set(flags)],
    };
    const events = log.events.map(({ event, text }): ReferenceEvent => {
      const factTokens = metaTokens({ ...event, cwd: facts.cwd, echo: event.echo === true }).length;
      return {
        event,
        text,
        index: text === "" || isRepeat(known, event) ? null : indexText(text, factTokens),
        copyOf: copyOf(name, event.seq),
      };
    });
    return { record, log, fold, events };
  });
};
