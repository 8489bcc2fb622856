/** Owns the JSON of a session and of skipped sources. Keys are fixed; new ones may be added, none changes meaning. */
import type { SessionRecord, SkippedSource } from "@backscroll/corpus";
import { isoTime } from "../render/age.ts";

/** A session as `sessions --json` lists it. */
export const sessionJson = (session: SessionRecord) => ({
  session: session.session,
  wire: session.wire,
  title: session.title,
  cwd: session.cwd,
  created_at: isoTime(session.createdAt),
  last_event_at: isoTime(session.lastEventAt),
  events: session.events,
  parent: session.parent,
  availability: session.availability,
});

/** Everything that is known of a session, for commands that show one. */
export const wholeSessionJson = (session: SessionRecord) => ({
  ...sessionJson(session),
  first_prompt: session.firstPrompt,
  native_id: session.nativeId,
  path: session.path,
  program_version: session.programVersion,
  resume_command: session.resumeCommand,
  flags: session.flags,
});

/** A source that was skipped. */
export const skippedJson = ({ source, reason }: SkippedSource) => ({ source, reason });
