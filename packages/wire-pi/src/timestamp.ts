/** Owns reading a recorded time, whatever its unit. Does not own which of several times counts. */
import type { Json } from "@backscroll/wire";

// In milliseconds 1973, in seconds the year 5138: no log holds either.
const secondsLimit = 1e11;
const latest = 8.64e15;

const fromNumber = (value: number): number | null => {
  if (!Number.isFinite(value) || value <= 0) return null;
  const milliseconds = Math.round(value < secondsLimit ? value * 1000 : value);
  return milliseconds <= latest ? milliseconds : null;
};

/** Epoch milliseconds of an ISO text or of a number of seconds or milliseconds; null for anything else. */
export const timeOf = (value: Json | undefined): number | null => {
  if (typeof value === "number") return fromNumber(value);
  if (typeof value !== "string") return null;
  if (/^\d+(?:\.\d+)?$/.test(value)) return fromNumber(Number(value));
  const milliseconds = Date.parse(value);
  return Number.isNaN(milliseconds) ? null : milliseconds;
};
