/** Owns the tokens under which facts are indexed beside an event's text, so that filters precede ranking. Few, for every event pays. */
import { keyHash, type Role } from "@backscroll/wire";

const hash = (text: string): string => keyHash(text).toString(36);

/** Of an event's type (in any case) and role together. */
export const kindToken = (type: string, role: Role | null): string =>
  `k${hash(`${type.toLowerCase()} ${role ?? "none"}`)}`;

/** Of a session's cwd, the exact string; null is a session without one. */
export const folderToken = (cwd: string | null): string => (cwd === null ? "f0" : `f${hash(cwd)}`);

/** Marks results of Backscroll's own tools. */
export const echoToken = "echo";

/** Marks events without a time, so that a time filter can say how many it left out. */
export const untimedToken = "untimed";

/** The tokens of one event, in order. */
export const metaTokens = (event: {
  /** Of its session. */
  readonly cwd: string | null;
  readonly type: string;
  readonly role: Role | null;
  readonly echo: boolean;
  readonly createdAt: number | null;
}): readonly string[] => {
  const tokens = [folderToken(event.cwd), kindToken(event.type, event.role)];
  if (event.echo) tokens.push(echoToken);
  if (event.createdAt === null) tokens.push(untimedToken);
  return tokens;
};
