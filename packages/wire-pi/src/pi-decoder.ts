/** Owns the decoder constant: the parts of this package behind the contract of `@backscroll/wire`. */
import type { Decoder } from "@backscroll/wire";
import { decodeRecord } from "./decode-record.ts";
import { detect, isRecord } from "./detect.ts";
import { foldEvents } from "./fold.ts";
import { type PiState, startState } from "./pi-state.ts";
import { accepts, places } from "./places.ts";
import { readRecord } from "./read-record.ts";
import { resumeCommand } from "./resume-command.ts";
import { sessionFacts } from "./session-facts.ts";

/** Decodes the session logs of Pi (versions 1 to 3) and of the programs that write its format: oh-my-pi, OpenClaw. */
export const piDecoder: Decoder<PiState> = {
  wire: "pi",
  name: "Pi",
  version: 1,
  wrappers: [],
  places,
  accepts,
  detect,
  isRecord,
  start: startState,
  decode: decodeRecord,
  read: readRecord,
  sessions: (state) => [sessionFacts(state)],
  fold: foldEvents,
  resumeCommand,
};
