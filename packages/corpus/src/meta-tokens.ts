/** Owns the tokens under which facts are indexed beside an event's text, so that filters precede ranking. */
import { keyHash, type Role } from "@backscroll/wire";

export const typeToken = (type: string): string => `t${keyHash(type.toLowerCase()).toString(36)}`;

export const roleToken = (role: Role): string => `r${role}`;

export const wireToken = (wire: string): string => `w${keyHash(wire).toString(36)}`;

/** Of a session's cwd, the exact string; null is a session without one. */
export const folderToken = (cwd: string | null): string => (cwd === null ? "f0" : `f${keyHash(cwd).toString(36)}`);

export const echoToken = "echo";

/** Marks events without a time, so that a time filter can say how many it left out. */
export const untimedToken = "untimed";

/** The tokens that every event of a session shares. */
export const sessionTokens = (wire: string, cwd: string | null): readonly string[] => [wireToken(wire), folderToken(cwd)];

/** The tokens of one event beside those of its session, in order. */
export const eventTokens = (event: {
  readonly type: string;
  readonly role: Role | null;
  readonly echo: boolean;
  readonly createdAt: number | null;
}): readonly string[] => {
  const tokens = [typeToken(event.type)];
  if (event.role !== null) tokens.push(roleToken(event.role));
  if (event.echo) tokens.push(echoToken);
  if (event.createdAt === null) tokens.push(untimedToken);
  return tokens;
};
