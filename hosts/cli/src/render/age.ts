/** Owns times for people: how long ago, and the local time. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const ago = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? "" : "s"} ago`;

/** `just now`, `5 minutes ago`, `3 days ago`, then the local date; `time unknown` for null, and the date for the future. */
export const age = (time: number | null, now: number): string => {
  if (time === null) return "time unknown";
  const passed = now - time;
  if (passed < -minute || passed >= 30 * day) return localDate(time);
  if (passed < minute) return "just now";
  if (passed < hour) return ago(Math.floor(passed / minute), "minute");
  if (passed < day) return ago(Math.floor(passed / hour), "hour");
  return ago(Math.floor(passed / day), "day");
};

const two = (number: number): string => String(number).padStart(2, "0");

/** `2026-11-01` in the local zone. */
const localDate = (time: number): string => {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** `2026-11-01 09:05` in the local zone, `time unknown` for null. */
export const localTime = (time: number | null): string => {
  if (time === null) return "time unknown";
  const date = new Date(time);
  return `${localDate(time)} ${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** UTC ISO with milliseconds, null for null. */
export const isoTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
