/** Owns finding the session or event that `SESSION[:SEQ]` names. */
import type { Resolution, SessionRecord } from "@backscroll/corpus";
import { wires } from "../agents.ts";
import { CommandError, exitCodes } from "../command-error.ts";
import type { CorpusQuery, QueryControl } from "../corpus.ts";
import { sessionName } from "../render/session-name.ts";
import { closestWord } from "./closest-word.ts";

export interface FoundAddress {
  readonly session: SessionRecord;
  /** Null where only a session is named. */
  readonly seq: number | null;
}

const shortestPrefix = 6;

const nameColumns = 60;

const candidateLine = (session: SessionRecord): string => `${session.session}  ${sessionName(session, nameColumns)}`;

/** The one session of those that `selector` begins whose subagents all the others are, null where there is none. */
const parentOfAll = async (
  query: CorpusQuery,
  selector: string,
  total: number,
  options: QueryControl,
): Promise<SessionRecord | null> => {
  const { sessions } = await query.listSessions({}, options);
  const begun = sessions.filter(
    ({ session, nativeId }) => session.startsWith(selector) || nativeId.startsWith(selector),
  );
  const parent = begun.find((one) =>
    begun.every((other) => other === one || other.session.startsWith(`${one.session}.`)),
  );
  return begun.length === total ? (parent ?? null) : null;
};

const ambiguous = (typed: string, resolution: Resolution & { readonly kind: "ambiguous" }): CommandError => {
  const more = resolution.total - resolution.candidates.length;
  return new CommandError(
    "ambiguous_session",
    `"${typed}" could be any of ${resolution.total} sessions.`,
    [...resolution.candidates.map(candidateLine), ...(more > 0 ? [`and ${more} more`] : [])].join("\n"),
  );
};

const unknown = async (query: CorpusQuery, typed: string, options: QueryControl): Promise<CommandError> => {
  const { sessions } = await query.listSessions({}, options);
  const selector = typed.replace(/:\d*$/, "");
  const nearest = closestWord(
    selector,
    sessions.flatMap(({ session, nativeId }) => [session, nativeId]),
  );
  const tooShort = selector.length < shortestPrefix ? ` A prefix needs at least ${shortestPrefix} characters.` : "";
  return new CommandError(
    "session_not_found",
    `There is no session "${selector}" among ${sessions.length}.${tooShort}`,
    nearest === null ? "backscroll sessions --all lists them." : `Did you mean ${nearest}?`,
    exitCodes.nothingFound,
  );
};

/**
 * Readings of `text` in order: the whole as a session, then what precedes the last colon with the digits after it;
 * exact ids before prefixes, so that an id that looks like an address is still found. A prefix of a session and of its
 * subagents, whose ids begin with that session's, names the session.
 */
export const findAddress = async (
  query: CorpusQuery,
  text: string,
  options: QueryControl = {},
): Promise<FoundAddress> => {
  const typed = text.trim();
  const split = /^(.+):(\d+)$/s.exec(typed);
  const readings: { readonly selector: string; readonly seq: number | null }[] = [{ selector: typed, seq: null }];
  if (split?.[1] !== undefined) readings.push({ selector: split[1], seq: Number(split[2]) });
  let unclear: CommandError | null = null;
  for (const prefixes of [false, true]) {
    for (const { selector, seq } of readings) {
      if (prefixes && (selector.length < shortestPrefix || wires.includes(selector.replace(/:$/, "")))) continue;
      let resolution = await query.resolveSession(selector, { prefixes }, options);
      if (prefixes && resolution.kind === "ambiguous") {
        const session = await parentOfAll(query, selector, resolution.total, options);
        if (session !== null) resolution = { kind: "found", session };
      }
      if (resolution.kind === "found") {
        if (seq !== null && !Number.isSafeInteger(seq)) {
          throw new CommandError(
            "event_not_found",
            `${selector} has no event ${split?.[2]}.`,
            null,
            exitCodes.nothingFound,
          );
        }
        return { session: resolution.session, seq };
      }
      if (resolution.kind === "ambiguous") unclear ??= ambiguous(selector, resolution);
    }
  }
  throw unclear ?? (await unknown(query, typed, options));
};

/** Finds a session; throws where `text` names an event. */
export const findSession = async (
  query: CorpusQuery,
  text: string,
  options: QueryControl = {},
): Promise<SessionRecord> => {
  const { session, seq } = await findAddress(query, text, options);
  if (seq === null) return session;
  throw new CommandError(
    "not_a_session",
    `"${text}" names an event; a session is asked for.`,
    `Write ${session.session}.`,
  );
};
