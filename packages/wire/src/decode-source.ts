/**
 * Owns driving one decoder over one source: framing, decoding, linking. Both providers and every decoder
 * test go through here. Does not own what becomes of the events.
 */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import type { ByteSource } from "./byte-source.ts";
import type { Decoder, RecordContext, SourceIdentity, SourceRecord } from "./decoder.ts";
import { type Fold, type FoldEvent, plainFold } from "./fold.ts";
import type { Frame, FrameMode, FrameProblem } from "./frame.ts";
import { frameModeOf } from "./frame-mode.ts";
import { frameRecords } from "./frame-records.ts";
import type { Json } from "./json.ts";
import { keyHash } from "./key-hash.ts";
import { EventLinker, type LinkedEvent, type LinkOptions, type LinkState } from "./link-events.ts";
import { mediaPlaceholder } from "./media.ts";
import type { SessionFacts } from "./session.ts";

const sideFileBytes = 1_048_576;

/** Everything that a later refresh needs to go on where this one ended. Plain JSON. */
export interface DecodeState {
  readonly decoder: Json;
  readonly link: LinkState;
  readonly ordinal: number;
  readonly mode: FrameMode;
}

/** What a run of decoding reached. */
export interface DecodeProgress {
  readonly state: DecodeState;
  /** Offset to go on from. */
  readonly consumed: number;
  /** Bytes of an unfinished last line. */
  readonly pending: number;
  readonly sessions: readonly SessionFacts[];
}

/** How a source is decoded, and who is told of what is in it. */
export interface DecodeOptions extends LinkOptions {
  /** Where to go on; absent: from the beginning. */
  readonly resume?: { readonly state: DecodeState; readonly from: number };
  readonly onEvents: (events: readonly LinkedEvent[], record: SourceRecord) => void;
  readonly onProblem?: (problem: FrameProblem) => void;
  /** Asked after each record: true stops, and what was taken so far stands. */
  readonly shouldStop?: () => boolean;
}

const readSideFile = (identity: SourceIdentity, path: string): string | null => {
  const target = resolve(dirname(identity.path), path);
  try {
    const place = realpathSync(identity.place);
    const root = place.endsWith(sep) ? place : place + sep;
    if (!existsSync(target) || !realpathSync(target).startsWith(root)) return null;
    const status = statSync(target);
    return status.isFile() && status.size <= sideFileBytes ? readFileSync(target, "utf8") : null;
  } catch {
    return null;
  }
};

/**
 * What a decoder may ask while it reads a record of `source`. `laneOf` gives the lane of an earlier record by its key.
 */
export const recordContext = (
  source: ByteSource,
  identity: SourceIdentity,
  laneOf: (key: string) => string | undefined,
): RecordContext => ({
  media: (kind, mediaType, data) => mediaPlaceholder(source, kind, mediaType, data),
  sideFile: (path) => readSideFile(identity, path),
  laneOf,
});

/** Decodes a source, or what was added to it, calling back for each record's events in order. */
export const decodeStream = (
  decoder: Decoder,
  source: ByteSource,
  identity: SourceIdentity,
  options: DecodeOptions,
): DecodeProgress => {
  const resume = options.resume;
  const state: Json = resume === undefined ? decoder.start(identity) : structuredClone(resume.state.decoder);
  const linker = new EventLinker(resume?.state.link ?? null, options);
  const context = recordContext(source, identity, (key) => linker.laneOf(key));
  // Before anything was taken, how the source is cut is not settled: its first value may have been half written.
  const mode = resume !== undefined && resume.from > 0 ? resume.state.mode : frameModeOf(source, decoder.wrappers);
  let ordinal = resume?.state.ordinal ?? 0;
  const { consumed, pending } = frameRecords(source, {
    from: resume?.from ?? 0,
    mode,
    wrappers: decoder.wrappers,
    isRecord: (value) => decoder.isRecord(value),
    onRecord: (frame: Frame) => {
      const record = { ...frame, ordinal: ordinal++ };
      const slots = decoder.decode(state, record, context);
      if (slots.length > 0) options.onEvents(linker.link(slots, { start: frame.start, end: frame.end }), record);
      return options.shouldStop?.() !== true;
    },
    onProblem: (problem) => {
      options.onProblem?.(problem);
    },
  });
  return {
    state: { decoder: state, link: linker.state(), ordinal, mode },
    consumed,
    pending,
    sessions: decoder.sessions(state),
  };
};

/** What `fold` sees of an event. */
export const foldEventOf = (event: LinkedEvent): FoldEvent => ({
  seq: event.seq,
  part: event.part,
  parentSeq: event.parentSeq,
  type: event.type,
  role: event.role,
  logOnly: event.logOnly === true,
  createdAt: event.createdAt,
  group: event.group === undefined ? null : keyHash(event.group),
  callSeq: event.callSeq,
  referenceSeqs: event.referenceSeqs,
  evidence: event.evidence,
});

/** One session of a source that was decoded whole. */
export interface DecodedSession {
  readonly facts: SessionFacts;
  /** Ascending by seq. */
  readonly events: readonly LinkedEvent[];
  readonly fold: Fold;
}

/** A source that was decoded whole. */
export interface DecodedSource {
  readonly sessions: readonly DecodedSession[];
  readonly problems: readonly FrameProblem[];
  readonly progress: DecodeProgress;
}

/** Decodes a whole source in memory. For tests and the reference provider; `decodeStream` is the bounded way. */
export const decodeSource = (
  decoder: Decoder,
  source: ByteSource,
  identity: SourceIdentity,
  options: LinkOptions = {},
): DecodedSource => {
  const events = new Map<string, LinkedEvent[]>();
  const problems: FrameProblem[] = [];
  const progress = decodeStream(decoder, source, identity, {
    ...options,
    onEvents: (linked) => {
      for (const event of linked) {
        const lane = event.lane ?? "";
        const list = events.get(lane);
        if (list === undefined) events.set(lane, [event]);
        else list.push(event);
      }
    },
    onProblem: (problem) => problems.push(problem),
  });
  const sessions = progress.sessions.map((facts) => {
    const list = (events.get(facts.lane) ?? []).sort((one, other) => one.seq - other.seq);
    return { facts, events: list, fold: list.length === 0 ? plainFold(null) : decoder.fold(list.map(foldEventOf)) };
  });
  return { sessions, problems, progress };
};
