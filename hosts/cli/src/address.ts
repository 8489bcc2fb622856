/** Owns the written form of an event's address. Does not own finding what it names (`arguments/find-address.ts`). */
import type { EventAddress } from "@backscroll/corpus";

/** `SESSION:SEQ`. */
export const addressText = ({ session, seq }: EventAddress): string => `${session}:${seq}`;
