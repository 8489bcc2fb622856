export { piDecoder } from "./pi-decoder.ts";
export type { PiState } from "./pi-state.ts";
