/** Owns what a rollout's first line says: identity, folder, and from which session it came. */
import { asNumber, asObject, asText, isObject, type JsonObject, type ParentReference } from "@backscroll/wire";
import { timeOf } from "./timestamp.ts";

export type SessionHeader = {
  id: string | null;
  cwd: string | null;
  createdAt: number | null;
  version: string | null;
  forkedFrom: string | null;
  parentThread: string | null;
  isSubagent: boolean;
  /** Ordinal of the first record that is the subagent's own, null where none is given. */
  historyStart: number | null;
  /** History that the rollout has by reference: another rollout's records before an ordinal. */
  base: { rollout: string; endOrdinal: number } | null;
};

const baseOf = (payload: JsonObject): SessionHeader["base"] => {
  const base = asObject(payload.history_base);
  const rollout = asText(base.thread_id);
  const endOrdinal = asNumber(base.end_ordinal_exclusive);
  return rollout === undefined || endOrdinal === undefined ? null : { rollout, endOrdinal };
};

export const sessionHeader = (payload: JsonObject): SessionHeader => {
  const { subagent } = asObject(payload.source);
  const spawn = asObject(asObject(subagent).thread_spawn);
  return {
    id: asText(payload.id) ?? asText(payload.session_id) ?? null,
    cwd: asText(payload.cwd) ?? null,
    createdAt: timeOf(payload.timestamp),
    version: asText(payload.cli_version) ?? asText(payload.version) ?? null,
    forkedFrom: asText(payload.forked_from_id) ?? null,
    parentThread: asText(spawn.parent_thread_id) ?? asText(payload.parent_thread_id) ?? null,
    isSubagent: isObject(subagent) || asText(subagent) !== undefined || payload.thread_source === "subagent",
    historyStart: asNumber(payload.subagent_history_start_ordinal) ?? null,
    base: baseOf(payload),
  };
};

/** The session that this one came from; `ownIds` are no parents of their own. */
export const parentOf = (header: SessionHeader, ownIds: readonly string[]): ParentReference | null => {
  const other = (id: string | null): string | undefined => (id === null || ownIds.includes(id) ? undefined : id);
  const parent = other(header.parentThread);
  if (header.isSubagent || parent !== undefined) {
    const nativeId = parent ?? other(header.forkedFrom);
    return nativeId === undefined ? { kind: "subagent" } : { kind: "subagent", nativeId };
  }
  const fork = other(header.forkedFrom) ?? other(header.base?.rollout ?? null);
  return fork === undefined ? null : { kind: "fork", nativeId: fork };
};
