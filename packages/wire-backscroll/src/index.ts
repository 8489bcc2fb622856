export { backscrollDecoder } from "./backscroll-decoder.ts";
export { backscrollHome } from "./backscroll-home.ts";
export type { BackscrollState } from "./decode-state.ts";
export { createSessionLog, type NewSession, resumeSessionLog, type SessionLog } from "./session-log.ts";
export { SessionLogError, type SessionLogErrorCode } from "./session-log-error.ts";
export {
  type AssistantData,
  type CallData,
  type CompactionData,
  type Downstream,
  type MediaData,
  type NestedCallData,
  type NoData,
  type ResetData,
  type ResultData,
  type SessionEventData,
  type SessionEventMap,
  type SessionEventRelations,
  type SessionHeader,
  type SessionRecord,
  sessionVersion,
  type TextData,
  type TitleData,
} from "./session-record.ts";
