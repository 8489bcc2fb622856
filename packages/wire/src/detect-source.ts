/** Owns recognising a source from its content, by asking each decoder in turn. Knows no format. */
import { type ByteSource, openFile, readRange } from "./byte-source.ts";
import type { Decoder, Detection, SourceHead, SourceIdentity } from "./decoder.ts";
import { type FrameMode, valuesFileBytes } from "./frame.ts";
import { frameModeOf } from "./frame-mode.ts";
import { frameRecords } from "./frame-records.ts";
import type { JsonObject } from "./json.ts";

const headRecords = 50;
/** Enough for most files to be known at once. */
const firstRecords = 4;
const headBytes = 1_048_576;

/** Which decoder a source is for, and how it is cut into records. */
export type SourceDetection =
  | (Detection & { readonly decoder: Decoder; readonly mode: FrameMode })
  /** No decoder knows it. `reason` is for people. */
  | { readonly kind: "unknown"; readonly reason: string };

/** What recognition looks at: the first records and bytes of a source. */
export const readHead = (
  source: ByteSource,
  identity: SourceIdentity,
  decoder: Decoder,
  mode: FrameMode = frameModeOf(source, decoder.wrappers),
  limit: number = headRecords,
): SourceHead & { mode: FrameMode } => {
  const records: JsonObject[] = [];
  frameRecords(source, {
    from: 0,
    mode,
    wrappers: decoder.wrappers,
    isRecord: (value) => decoder.isRecord(value),
    onRecord: (frame) => {
      records.push(frame.value);
      return records.length < limit && frame.end < headBytes;
    },
    onProblem: (problem) => problem.end < headBytes,
  });
  return { ...identity, records, bytes: readRange(source, 0, 4096), mode };
};

/** Opens a source as its decoder wants it. */
export const openSource = (decoder: Decoder, path: string): ByteSource => decoder.open?.(path) ?? openFile(path);

const unknownReason = (size: number, mode: FrameMode): string => {
  if (size === 0) return "empty file";
  if (mode === "values" && size > valuesFileBytes) return `one JSON value of over ${valuesFileBytes} bytes`;
  return "not a session log of any known agent";
};

/**
 * The decoder of a file, from its content: the first of `decoders` that can decode it, else the first that
 * recognises it. Throws what opening or reading throws.
 */
export const detectSource = (decoders: readonly Decoder[], identity: SourceIdentity): SourceDetection => {
  let recognised: SourceDetection | undefined;
  let size = 0;
  let mode: FrameMode = "lines";
  for (const decoder of decoders) {
    const source = openSource(decoder, identity.path);
    try {
      size = source.size;
      if (size === 0) continue;
      mode = frameModeOf(source, decoder.wrappers);
      const first = decoder.detect(readHead(source, identity, decoder, mode, firstRecords));
      const detection =
        first?.kind === "yes" ? first : decoder.detect(readHead(source, identity, decoder, mode, headRecords));
      if (detection?.kind === "yes") return { ...detection, decoder, mode };
      if (detection !== null) recognised ??= { ...detection, decoder, mode };
    } finally {
      source.close();
    }
  }
  return recognised ?? { kind: "unknown", reason: unknownReason(size, mode) };
};
