/** Owns reading recorded times: the envelope's text, and the float seconds of a message's own creation. */
import { asNumber, type Json } from "@backscroll/wire";

/** Epoch milliseconds of an ISO text, null for anything else. */
export const timeOf = (value: Json | undefined): number | null => {
  if (typeof value !== "string") return null;
  const milliseconds = Date.parse(value);
  return Number.isNaN(milliseconds) ? null : milliseconds;
};

/** Epoch milliseconds of seconds since 1970, null for anything else. */
export const secondsOf = (value: Json | undefined): number | null => {
  const seconds = asNumber(value);
  return seconds === undefined || seconds <= 0 || seconds > 8.64e12 ? null : Math.round(seconds * 1000);
};

/** Epoch milliseconds inside a UUID of version 7, null for any other text. */
export const uuidTime = (id: string | undefined): number | null =>
  id !== undefined && /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/i.test(id)
    ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    : null;
