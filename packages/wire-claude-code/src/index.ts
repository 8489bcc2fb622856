export { claudeCodeDecoder } from "./decoder.ts";
export type { ClaudeCodeState } from "./state.ts";
