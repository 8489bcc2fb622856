/** Owns session records for tests that need few of their facts. */
import type { SessionRecord } from "../src/records.ts";

export const sessionRecord = (id: string, more: Partial<SessionRecord> = {}): SessionRecord => ({
  session: `sample:${id}`,
  wire: "sample",
  nativeId: id,
  cwd: null,
  title: null,
  firstPrompt: null,
  createdAt: null,
  lastEventAt: null,
  events: 1,
  parent: null,
  availability: ["persisted"],
  path: null,
  programVersion: null,
  resumeCommand: null,
  flags: [],
  ...more,
});
