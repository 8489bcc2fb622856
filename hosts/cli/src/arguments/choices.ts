/** Owns options that take names out of a known set: commas separate, case does not matter, unknown names are refused. */
import { eventTypes } from "@backscroll/wire";
import { wires } from "../agents.ts";
import { CommandError } from "../command-error.ts";
import { didYouMean } from "./closest-word.ts";

const roles = ["user", "assistant", "tool", "context"] as const;
const surfaces = ["current", "shadowed", "log-only"] as const;
const branches = ["active", "inactive"] as const;
const types: readonly string[] = Object.values(eventTypes);

/** Option values that are names: split at commas, without empty ones. */
const namesOf = (option: string, given: readonly string[]): string[] => {
  const names = given.flatMap((value) => value.split(",")).map((value) => value.trim());
  if (names.some((name) => name === "")) {
    throw new CommandError(
      "invalid_value",
      `${option} has an empty value.`,
      "Separate several values by single commas.",
    );
  }
  return names;
};

const choose = <Name extends string>(
  option: string,
  what: string,
  given: readonly string[],
  known: readonly Name[],
): Name[] =>
  namesOf(option, given).map((name) => {
    const found = known.find((candidate) => candidate === name.toLowerCase());
    if (found !== undefined) return found;
    throw new CommandError(
      "unknown_value",
      `${option} "${name}": there is no such ${what}.${didYouMean(name, known)}`,
      `${option} takes: ${known.join(", ")}.`,
    );
  });

/** Roles as typed, in any case. These four throw `CommandError` on a value that does not exist. */
export const chooseRoles = (given: readonly string[]) => choose("--role", "role", given, roles);
export const chooseSurfaces = (given: readonly string[]) => choose("--surface", "surface", given, surfaces);
export const chooseBranches = (given: readonly string[]) => choose("--branch", "branch", given, branches);
export const chooseWires = (given: readonly string[]) => choose("--wire", "agent", given, wires);

/**
 * Event types are an open set: the shared ones, and `<wire>/<kind>` of the known wires. Anything else can match
 * nothing and is refused.
 */
export const chooseTypes = (given: readonly string[]): string[] =>
  namesOf("--type", given).map((name) => {
    const type = name.toLowerCase();
    if (types.includes(type)) return type;
    const slash = name.indexOf("/");
    if (slash > 0 && slash < name.length - 1 && wires.includes(type.slice(0, slash))) return name;
    throw new CommandError(
      "unknown_value",
      `--type "${name}": there is no such event type.${didYouMean(name, types)}`,
      `--type takes: ${types.join(", ")}, or an agent's own ones as AGENT/KIND (agents: ${wires.join(", ")}).`,
    );
  });

/** Whether a type is an agent's own, of which nobody knows beforehand that it exists. */
export const isOwnType = (type: string): boolean => !types.includes(type);
