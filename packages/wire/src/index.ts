export { type ByteSource, fromBytes, openFile, readRange } from "./byte-source.ts";
export { type CurrentStep, currentStep } from "./current-step.ts";
export {
  type DecodedSession,
  type DecodedSource,
  type DecodeOptions,
  type DecodeProgress,
  type DecodeState,
  decodeSource,
  decodeStream,
  foldEventOf,
  recordContext,
} from "./decode-source.ts";
export type {
  Decoder,
  Detection,
  Environment,
  Place,
  RecordContext,
  SourceHead,
  SourceIdentity,
  SourceRecord,
} from "./decoder.ts";
export { detectSource, openSource, readHead, type SourceDetection } from "./detect-source.ts";
export { callText, documentOf, outputSeparator, resultText, slotText } from "./document.ts";
export {
  type Branch,
  eventTypes,
  type NestedCall,
  type NestedCalls,
  type Origin,
  type Role,
  type Slot,
  type Surface,
  type ToolFacts,
  type ToolStatus,
  type WireEvent,
} from "./event.ts";
export {
  type Fold,
  type FoldEvent,
  inRanges,
  plainFold,
  type Ranges,
  type Replacement,
  rangesOf,
  type Window,
} from "./fold.ts";
export {
  type Frame,
  type FrameMode,
  type FrameOptions,
  type FrameProblem,
  type FrameResult,
  longLineBytes,
  valuesFileBytes,
} from "./frame.ts";
export { frameModeOf } from "./frame-mode.ts";
export { frameRecords } from "./frame-records.ts";
export { beforeCompaction, branchOf, surfaceOf } from "./hit-state.ts";
export { asArray, asNumber, asObject, asString, asText, isObject, type Json, type JsonObject } from "./json.ts";
export { keyHash } from "./key-hash.ts";
export {
  expandLarge,
  expandLargeValue,
  hasLargeMark,
  jsonText,
  largeStringBytes,
  textPieces,
} from "./large-string.ts";
export { EventLinker, type LinkedEvent, type LinkOptions, type LinkState, type SeqLedger } from "./link-events.ts";
export { mediaPlaceholder } from "./media.ts";
export { isOwnTool } from "./own-tools.ts";
export { readRecord } from "./read-record.ts";
export {
  type ParentKind,
  type ParentReference,
  parseSessionId,
  type SessionFacts,
  sessionId,
  sessionTitleKey,
  type TitleOrigin,
} from "./session.ts";
export { EventTree } from "./tree.ts";
