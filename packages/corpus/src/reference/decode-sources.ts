/** Owns decoding every source whole, and saying of each that gives less than it holds why. Does not own what sessions have to do with each other. */

import type { Fold } from "@backscroll/wire";
import {
  type ByteSource,
  type DecodedSource,
  type Decoder,
  decodeSource,
  detectSource,
  expandLarge,
  hasLargeMark,
  keyHash,
  type LinkedEvent,
  type SessionFacts,
  type SourceIdentity,
  sessionId,
  slotText,
} from "@backscroll/wire";
import type { SkippedSource } from "../records.ts";
import type { MemoryLedger } from "./memory-ledger.ts";

/** A source that can be read more than once. */
export interface ReadableSource extends SourceIdentity {
  readonly open: (decoder: Decoder) => ByteSource;
}

export interface DecodedEvent {
  readonly event: LinkedEvent;
  /** The text by which it is found, whole. */
  readonly text: string;
}

export interface DecodedLog {
  readonly name: string;
  readonly facts: SessionFacts;
  readonly fold: Fold;
  readonly events: readonly DecodedEvent[];
  readonly decoder: Decoder;
  readonly source: ReadableSource;
}

export interface DecodedSources {
  readonly logs: readonly DecodedLog[];
  /** Titles recorded for whichever session holds a key. */
  readonly titles: readonly { readonly key: number; readonly title: string }[];
  readonly skipped: readonly SkippedSource[];
  readonly bytes: number;
}

interface DecodedFile {
  readonly source: ReadableSource;
  readonly decoder: Decoder;
  readonly size: number;
  readonly decoded: DecodedSource;
  readonly logs: readonly DecodedLog[];
}

/** Runs `work` on the open source. */
export const readSource = <A>(source: ReadableSource, decoder: Decoder, work: (bytes: ByteSource) => A): A => {
  const bytes = source.open(decoder);
  try {
    return work(bytes);
  } finally {
    bytes.close();
  }
};

const skipError = (source: ReadableSource, error: unknown): SkippedSource => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const skip = (reason: string, message: string): SkippedSource => ({
    source: source.path,
    wire: null,
    reason,
    message,
  });
  if (code === "ENOENT") return skip("vanished", "It was gone before it could be read.");
  if (["EACCES", "EPERM", "EIO", "ENOTREG", "EISDIR"].includes(code))
    return skip("unreadable", `It cannot be read (${code}).`);
  return skip("failed", "It could not be decoded.");
};

const eventsOf = ({ events, fold }: DecodedSource["sessions"][number], bytes: ByteSource): readonly DecodedEvent[] => {
  const retyped = new Map(fold.retyped.map((change) => [change.seq, change]));
  return events.map((linked) => {
    const change = retyped.get(linked.seq);
    const event = change === undefined ? linked : { ...linked, type: change.type, role: change.role };
    const text = slotText(event);
    return { event, text: hasLargeMark(text) ? expandLarge(text, bytes) : text };
  });
};

const decodeWith = (decoder: Decoder, source: ReadableSource, ledger: MemoryLedger): DecodedFile =>
  readSource(source, decoder, (bytes) => {
    const nameOf = (facts: SessionFacts): string => sessionId(decoder.wire, facts.nativeId);
    let decoded = decodeSource(decoder, bytes, source);
    const names = new Map(decoded.sessions.map(({ facts }) => [facts.lane, nameOf(facts)]));
    const known = new Set(
      decoded.sessions
        .filter(({ facts, events }) => ledger.knows(nameOf(facts), events))
        .map(({ facts }) => facts.lane),
    );
    if (known.size > 0) {
      decoded = decodeSource(decoder, bytes, source, {
        ledger: (lane) => (known.has(lane) ? ledger.open(names.get(lane) as string) : undefined),
      });
    }
    const logs = decoded.sessions.map((session) => ({
      name: nameOf(session.facts),
      facts: session.facts,
      fold: session.fold,
      events: eventsOf(session, bytes),
      decoder,
      source,
    }));
    return { source, decoder, size: bytes.size, decoded, logs };
  });

const describeProblems = ({ decoded, source, decoder }: DecodedFile): readonly SkippedSource[] => {
  const malformed = decoded.problems.filter((problem) => problem.kind === "malformed").length;
  const oversized = decoded.problems.length - malformed;
  if (decoded.problems.length === 0) return [];
  const parts = [
    ...(malformed > 0 ? [`${malformed} damaged ${malformed === 1 ? "line" : "lines"}`] : []),
    ...(oversized > 0 ? [`${oversized} too large to decode`] : []),
  ];
  const first = decoded.problems[0]?.start ?? 0;
  return [
    {
      source: source.path,
      wire: decoder.wire,
      reason: malformed > 0 ? "malformed" : "oversized",
      message: `It holds ${parts.join(" and ")}, first at byte ${first}; the rest can be searched.`,
    },
  ];
};

/** Of several sources of one session the largest stays; of equal ones the first by path. */
const dropDuplicates = (files: readonly DecodedFile[], skipped: SkippedSource[]): readonly DecodedFile[] => {
  const kept = new Map<string, DecodedFile>();
  const bestFirst = [...files].sort(
    (one, other) => other.size - one.size || (one.source.path < other.source.path ? -1 : 1),
  );
  for (const file of bestFirst) {
    const name = file.logs[0]?.name ?? "";
    const rival = kept.get(name);
    if (rival === undefined) kept.set(name, file);
    else {
      skipped.push({
        source: file.source.path,
        wire: file.decoder.wire,
        reason: "duplicate",
        message: `It is the same session as ${rival.source.path}, which is searched instead.`,
      });
    }
  }
  return [...kept.values()].sort((one, other) => (one.source.path < other.source.path ? -1 : 1));
};

/** Decodes sources, each by itself: what is wrong with one costs that one only. */
export const decodeSources = (
  decoders: readonly Decoder[],
  sources: readonly ReadableSource[],
  ledger: MemoryLedger,
): DecodedSources => {
  const skipped: SkippedSource[] = [];
  const titles: { key: number; title: string }[] = [];
  const files: DecodedFile[] = [];
  let bytes = 0;
  const collectTitles = (sessions: readonly SessionFacts[]): void => {
    for (const { titlesFor = [] } of sessions) {
      for (const { key, title } of titlesFor) titles.push({ key: keyHash(key), title });
    }
  };
  for (const source of sources) {
    try {
      const reading = decoders.map((decoder): Decoder => {
        const through = { open: () => source.open(decoder) };
        return Object.assign(Object.create(decoder) as Decoder, through);
      });
      const detection = detectSource(reading, source);
      const decoder = detection.kind === "unknown" ? undefined : decoders[reading.indexOf(detection.decoder)];
      const skip = (reason: string, message: string): void => {
        skipped.push({ source: source.path, wire: decoder?.wire ?? null, reason, message });
      };
      if (decoder === undefined || detection.kind === "unknown") {
        skip("unknown", detection.kind === "unknown" ? detection.reason : "No decoder knows it.");
        continue;
      }
      if (detection.kind === "unsupported") {
        skip(detection.kind, detection.reason);
        continue;
      }
      const file = decodeWith(decoder, source, ledger);
      collectTitles(file.logs.map((log) => log.facts));
      const hidden = file.logs[0]?.facts.hidden;
      if (detection.kind === "empty") skip("empty", detection.reason);
      else if (hidden !== undefined) skip("hidden", hidden);
      else if (file.logs.every((log) => log.events.length === 0)) skip("empty", "There is no event in it.");
      else {
        files.push(file);
        bytes += file.size;
      }
    } catch (error) {
      skipped.push(skipError(source, error));
    }
  }
  const kept = dropDuplicates(files, skipped);
  for (const file of kept) {
    skipped.push(...describeProblems(file));
    for (const log of file.logs)
      ledger.remember(
        log.name,
        log.events.map(({ event }) => event),
      );
  }
  return { logs: kept.flatMap((file) => file.logs.filter((log) => log.events.length > 0)), titles, skipped, bytes };
};
