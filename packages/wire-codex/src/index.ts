export { codexDecoder } from "./codex-decoder.ts";
export type { CodexState } from "./codex-state.ts";
