/** Owns running the framing over bytes and collecting what it gives. */
import { type ByteSource, fromBytes } from "../src/byte-source.ts";
import type { Frame, FrameMode, FrameProblem, FrameResult } from "../src/frame.ts";
import { frameRecords } from "../src/frame-records.ts";
import type { JsonObject } from "../src/json.ts";

export interface Collected extends FrameResult {
  readonly records: readonly Frame[];
  readonly values: readonly JsonObject[];
  readonly problems: readonly FrameProblem[];
}

/** A record of the tests: an object with an `id`. */
export const hasId = (value: JsonObject): boolean => typeof value.id === "string";

export const collect = (
  content: Uint8Array | string | ByteSource,
  options: {
    from?: number;
    mode?: FrameMode;
    wrappers?: readonly string[];
    stopAfter?: number;
  } = {},
): Collected => {
  const source = typeof content === "object" && "read" in content ? content : fromBytes(content);
  const records: Frame[] = [];
  const problems: FrameProblem[] = [];
  const result = frameRecords(source, {
    from: options.from ?? 0,
    mode: options.mode ?? "lines",
    wrappers: options.wrappers ?? [],
    isRecord: hasId,
    onRecord: (frame) => records.push(frame) !== options.stopAfter,
    onProblem: (problem) => problems.push(problem),
  });
  return { ...result, records, problems, values: records.map((record) => record.value) };
};
