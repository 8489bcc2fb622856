/** Owns the decoder constant: the parts of this package behind the contract of `@backscroll/wire`. */
import type { Decoder } from "@backscroll/wire";
import { type CodexState, startState } from "./codex-state.ts";
import { decodeRecord } from "./decode-record.ts";
import { detect, isRecord } from "./detect.ts";
import { foldEvents } from "./fold.ts";
import { openRollout } from "./open-rollout.ts";
import { accepts, places } from "./places.ts";
import { readRecord } from "./read-record.ts";
import { resumeCommand } from "./resume-command.ts";
import { sessionFacts } from "./session-facts.ts";

/** Decodes the rollouts of OpenAI Codex, of every version that wrote JSON, plain or compressed. */
export const codexDecoder: Decoder<CodexState> = {
  wire: "codex",
  name: "Codex",
  version: 1,
  wrappers: ["items"],
  places,
  accepts,
  detect,
  isRecord,
  open: openRollout,
  start: startState,
  decode: decodeRecord,
  read: readRecord,
  sessions: (state) => [sessionFacts(state)],
  fold: foldEvents,
  resumeCommand,
};
